import { describe, expect, test } from "vitest";
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
});
