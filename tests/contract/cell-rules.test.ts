/** The edit rules of grid cells, with the messages of the grid's language pack. */
import { describe, expect, test } from "vitest";
import "~/i18n/locale.server";
import { isCell, problemOf, rulesOf } from "~/contract/cell-rules";
import { date, dictionary, money, number, text, time } from "~/contract/field-kinds";
import type { CellRules } from "~/contract/field-types";

const label = () => "x";
const custom = (typed: string) => (typed === "甲" ? null : "只能是甲");

describe("5ac 8q each rule, what keeps it, and what it says of what does not", () => {
  test.each<[string, CellRules, string[], string[], string]>([
    ["required", { required: true }, ["0", "x"], ["", "  "], "此字段必需"],
    ["number", { number: true }, ["1", "-1.5", ".5", "１２"], ["x", "1,2", "1e3", "0x1"], "请输入有效数字"],
    ["integer", { integer: true }, ["7", "-7"], ["7.0", "七"], "请输入有效整数"],
    ["least", { minValue: 5 }, ["5", "5.1"], ["4.9", "-6"], "输值必须大于等于 5"],
    ["greatest", { maxValue: 9 }, ["9", "-100"], ["9.01"], "输值必须小于等于 9"],
    ["a bound asks for a number", { maxValue: 9 }, [], ["many"], "请输入有效数字"],
    ["email", { email: true }, ["a.b@c-d.cn"], ["a@b", "@b.cn", "a b@c.cn"], "这不是有效的e-mail地址"],
    ["date", { date: true }, ["2024-02-29"], ["2026-02-29", "2026/1/1", "x"], "请输入有效时间 - yyyy-MM-dd"],
    [
      "time",
      { time: true },
      ["0:00", "23:59", "9:30pm", "12:00AM"],
      ["24:00", "9:60", "13:00pm"],
      "请输入有效时间 - hh:mm (am/pm)",
    ],
    [
      "url",
      { url: true },
      ["http://a", "https://a.cn/x?y#z"],
      ["a.cn", "ftp://a", "http://", "javascript:x"],
      "无效网址。前缀必须为 ('http://' 或 'https://')",
    ],
    ["custom", { custom }, ["甲"], ["乙"], "只能是甲"],
  ])("%s", (_, rules, good, bad, message) => {
    for (const typed of good) expect(problemOf(rules, typed), typed).toBeNull();
    for (const typed of bad) expect(problemOf(rules, typed), typed).toBe(message);
  });

  test("an empty cell breaks no rule but required", () => {
    const all: CellRules = {
      number: true,
      integer: true,
      minValue: 1,
      email: true,
      date: true,
      time: true,
      url: true,
      custom,
    };
    expect(problemOf(all, " ")).toBeNull();
    expect(problemOf({ ...all, required: true }, " ")).toBe("此字段必需");
  });
});

test("a field brings the rules that it is declared with, and adds its own", () => {
  expect(rulesOf(number({ label, required: true, min: 1, max: 9 }))).toEqual({
    required: true,
    number: true,
    integer: true,
    minValue: 1,
    maxValue: 9,
  });
  expect(rulesOf(money({ label }))).toEqual({ number: true, minValue: 0 });
  expect(rulesOf(date({ label, cellEdit: { required: true } }))).toEqual({ date: true, required: true });
  expect(rulesOf(text({ label, cellEdit: { url: true } }))).toEqual({ url: true });
  expect(rulesOf(dictionary("yesNo", { label }))).toEqual({});
  expect(rulesOf(time({ label }))).toEqual({ time: true });
  expect(rulesOf(number({ label, min: 0, max: 9, decimals: true }))).not.toHaveProperty("integer");
});

test("what is set once, masked, or no column cannot be changed in the list", () => {
  const cell = { label, list: true, cellEdit: true };
  expect(isCell(text(cell))).toBe(true);
  for (const not of [{ list: false }, { form: false }, { createOnly: true }, { mask: true }, { cellEdit: false }]) {
    expect(isCell(text({ ...cell, ...not }))).toBe(false);
  }
});
