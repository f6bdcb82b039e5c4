/** Yuan in front of people, fen in the data. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatYuan, parseYuan, plainYuan } from "~/contract/money";

describe("what people type", () => {
  test.each<[string, number | null]>([
    ["0", 0],
    ["1", 100],
    ["1.", 100],
    ["1.5", 150],
    ["1.05", 105],
    ["  12.50 ", 1250],
    ["¥1,234.56", 123456],
    ["１２．５", 1250],
    ["99999999.99", 9999999999],
    ["", null],
    [".5", null],
    ["-1", null],
    ["1.005", null],
    ["1e3", null],
    ["0x10", null],
    ["123456789", null],
    ["1.2.3", null],
    ["元", null],
    ["NaN", null],
  ])("%j is %j fen", (text, fen) => {
    expect(parseYuan(text)).toBe(fen);
  });

  test("every amount is read as it was shown", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), (fen) => {
        expect(parseYuan(formatYuan(fen))).toBe(fen);
        expect(parseYuan(plainYuan(fen))).toBe(fen);
      }),
    );
  });
});

test.each([
  [0, "0.00"],
  [5, "0.05"],
  [-5, "-0.05"],
  [123456, "1,234.56"],
  [100000000, "1,000,000.00"],
  [-123456, "-1,234.56"],
])("%j fen are shown as %j", (fen, text) => {
  expect(formatYuan(fen)).toBe(text);
});
