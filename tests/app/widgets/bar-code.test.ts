/** Bar codes are held against published examples and the structure of their symbols. */
import { expect, test } from "vitest";
import { code128, code128Values, ean13, eanCheckDigit } from "~/widgets/print/bar-code.server";

/** Bars and spaces of a path, quiet zones cut off. */
function bitsOf({ width, path }: { width: number; path: string }): string {
  const bits = Array<string>(width).fill("0");
  for (const [, at, run] of path.matchAll(/M(\d+) 0h(\d+)/g)) bits.fill("1", Number(at), Number(at) + Number(run));
  return bits.join("").replace(/^0+|0+$/g, "");
}

test("1 Code 128: check values of known texts, pairs of digits in set C", () => {
  expect(code128Values("PJJ123C")).toEqual([104, 48, 42, 42, 17, 18, 19, 35, 55, 106]);
  expect(code128Values("Wikipedia").at(-2)).toBe(88);
  expect(code128Values("12345678")).toEqual([105, 12, 34, 56, 78, 47, 106]);
});

test("1 Code 128: every value has eleven modules, three bars and three spaces, and none is another's", () => {
  const seen = new Set<string>();
  for (let pair = 0; pair < 100; pair += 1) {
    const symbol = bitsOf(code128(String(pair).padStart(2, "0"))).slice(11, 22);
    expect(symbol.match(/1+/g)).toHaveLength(3);
    expect([symbol[0], symbol.at(-1)]).toEqual(["1", "0"]);
    // Bars take an even number of modules: readers check it.
    expect([...symbol].filter((bit) => bit === "1").length % 2).toBe(0);
    seen.add(symbol);
  }
  expect(seen.size).toBe(100);
  expect(bitsOf(code128("12")).slice(0, 11)).toBe("11010011100");
  expect(bitsOf(code128("Ab")).slice(0, 11)).toBe("11010010000");
  expect(bitsOf(code128("Ab")).slice(-13)).toBe("1100011101011");
});

test("1 EAN-13: 4006381333931 as printed everywhere", () => {
  expect(eanCheckDigit("400638133393")).toBe(1);
  const bits = bitsOf(ean13("4006381333931"));
  expect(bits).toHaveLength(95);
  expect(bits).toBe(
    "101" +
      "0001101" +
      "0100111" +
      "0101111" +
      "0111101" +
      "0001001" +
      "0110011" +
      "01010" +
      "1000010" +
      "1000010" +
      "1000010" +
      "1110100" +
      "1000010" +
      "1100110" +
      "101",
  );
});

test("what cannot be drawn is refused", () => {
  for (const text of ["", "云山", "x".repeat(49)]) expect(() => code128(text)).toThrow();
  for (const digits of ["12", "4006381333932", "400638133393x"]) expect(() => ean13(digits)).toThrow();
});
