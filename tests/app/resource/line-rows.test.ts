/** Lines where scripts run: places, totals, and blocks of cells. */
import { describe, expect, test } from "vitest";
import { readCell } from "~/resource/fields/line-cells";
import { errorsAt, errorsOf, fieldOf, inserted, type LineRow, moved, removed } from "~/resource/fields/line-rows";
import { totalOf } from "~/resource/fields/line-totals";
import { blockOf } from "~/resource/fields/pasted-block";
import type { InputView } from "~/resource/load-form.server";

const row = (key: string): LineRow => ({ key, id: key, cells: [], errors: {} });
const rows = [row("a"), row("b"), row("c")];
const keys = (some: LineRow[]) => some.map(({ key }) => key).join("");

test("lines come, go and change places, and nothing goes beyond the ends", () => {
  expect(keys(inserted(rows, 1, row("x")))).toBe("axbc");
  expect(keys(removed(rows, 0))).toBe("bc");
  expect([moved(rows, 0, 2), moved(rows, 2, 1), moved(rows, 0, -1), moved(rows, 2, 3)].map(keys)).toEqual([
    "bca",
    "acb",
    "abc",
    "abc",
  ]);
});

test("errors go with their line, under the names that its inputs have there", () => {
  const errors = { "goods[1].amount": ["x"], "goods[1]": ["y"], "goods[11].amount": ["z"], goods: ["w"] };
  const own = errorsOf("goods", 1, errors);
  expect(own).toEqual({ amount: ["x"], "": ["y"] });
  expect(errorsAt("goods", 0, own)).toMatchObject({ "goods[0].amount": ["x"] });
  expect(fieldOf("goods[11].amount")).toBe("amount");
});

describe("a block of cells", () => {
  test.each([
    [
      "1\t2\n3\t4",
      [
        ["1", "2"],
        ["3", "4"],
      ],
    ],
    [
      "1\t2\r\n3\t4\r\n",
      [
        ["1", "2"],
        ["3", "4"],
      ],
    ],
    ["1\t\t3\n\t\t", [["1", "", "3"]]],
    [
      '"a\nb"\t"say ""x"""\nc\td',
      [
        ["a\nb", 'say "x"'],
        ["c", "d"],
      ],
    ],
    ['5" pipe\t1', [['5" pipe', "1"]]],
    ["one", [["one"]]],
    ["", [[""]]],
  ])("%j", (text, block) => {
    expect(blockOf(text)).toEqual(block);
  });

  const input = (kind: InputView["kind"], options: InputView["options"] = null) => ({ kind, options }) as InputView;
  test.each([
    ["number", "1,234", "1234"],
    ["number", "12.5%", "12.5"],
    ["number", "－3", "-3"],
    ["money", "¥1,234.5", "1234.50"],
    ["date", "2026/1/5", "2026-01-05"],
    ["time", "8:30", "08:30"],
    ["boolean", "是", "T"],
    ["boolean", "No", ""],
    ["text", "a b", "a b"],
    ["date", "", ""],
  ] as const)("%s: %s is %s", (kind, text, value) => {
    expect(readCell(input(kind), text)).toEqual({ value });
  });

  test("names and values of choices are read whatever their case; what cannot be read is said", () => {
    const units = [
      { value: "roll", label: "卷" },
      { value: "box", label: "Box" },
    ];
    expect(readCell(input("dictionary", units), "box")).toEqual({ value: "box" });
    expect(readCell(input("dictionary", units), "卷")).toEqual({ value: "roll" });
    expect(readCell(input("dictionary", units), "套")).toEqual({ value: "", problem: "“套”无法识别" });
    expect(readCell(input("number"), "many")).toEqual({ value: "many", problem: "“many”无法识别" });
    expect(readCell(input("date"), "soon")).toEqual({ value: "", problem: "“soon”无法识别" });
  });
});

test("totals are of what can be read, exact to the last digit", () => {
  expect(totalOf("money", ["0.10", "0.20", "x", "1,000"])).toBe("1,000.30");
  expect(totalOf("number", ["0.1", "0.2", "", "７"])).toBe("7.3");
});
