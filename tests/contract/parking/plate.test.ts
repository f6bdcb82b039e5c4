/** Plates and the terms of passes. Pure. */
import { expect, test } from "vitest";
import { addMonths, lastDayOf, untouchedMonths } from "~/contract/parking/pass-term";
import { freePlate, plainPlate, readPlate } from "~/contract/parking/plate";
import { classOf } from "~/contract/parking/vehicle";

const read: readonly (readonly [string, string | null, string?])[] = [
  ["粤B12345", "usual"],
  ["粤b·12345", "usual", "粤B12345"],
  [" 京 A8-K216 ", "usual", "京A8K216"],
  ["京Ａ８Ｋ２１６", "usual", "京A8K216"],
  ["京AD12345", "newEnergy"],
  ["京AF9876A", null],
  ["京AG0A123", null],
  ["京AGA0123", "newEnergy"],
  ["京A12345D", "newEnergy"],
  ["粤Z3KD9港", "crossBorder"],
  ["粤ZA123澳", "crossBorder"],
  ["粤B1234港", null],
  ["京A1234警", "special"],
  ["粤B1234学", "special"],
  ["粤B1234挂", "special"],
  ["WJ京12345", "force"],
  ["WJ12345", "force"],
  ["WJ粤A1234", "force"],
  ["VA12345", "force"],
  ["使123456", "embassy"],
  ["京I12345", null],
  ["京AO1234", null],
  ["台A12345", null],
  ["京A1234", null],
  ["京A123456", null],
  ["AB1234CD", null],
  ["", null],
];

test("plates are read as they are written, whatever spaces, dots and small letters they come with", () => {
  for (const [typed, kind, plate] of read) {
    const found = readPlate(typed);
    expect([typed, found?.kind ?? null]).toEqual([typed, kind]);
    if (found) expect(found.plate).toBe(plate ?? typed);
  }
});

test("what is no plate of this country is letters and digits, or nothing", () => {
  expect(freePlate("ab-12 34 cd")).toBe("AB1234CD");
  expect(freePlate("無牌01")).toBe("無牌01");
  for (const wrong of ["", "A", "<b>", "12345678901234567", "A;B"]) expect(freePlate(wrong)).toBeNull();
  expect(plainPlate("粤b·1234 5")).toBe("粤B12345");
});

test("the plate tells new energy; everything else is a car until somebody says otherwise", () => {
  expect(["京AD12345", "粤B12345", "AB1234"].map(classOf)).toEqual(["newEnergy", "small", "small"]);
});

test("months of a pass: the 31st is the last day of a shorter one, and what has begun is not paid back", () => {
  expect([addMonths("2026-01-31", 1), addMonths("2026-01-31", 2), addMonths("2026-11-20", 3)]).toEqual([
    "2026-02-28",
    "2026-03-31",
    "2027-02-20",
  ]);
  expect([lastDayOf("2026-11-20", 1), lastDayOf("2026-11-01", 2)]).toEqual(["2026-12-19", "2026-12-31"]);
  const left = (on: string) => untouchedMonths("2026-11-20", 3, on);
  expect(["2026-11-19", "2026-11-20", "2026-12-19", "2026-12-20", "2027-01-20", "2027-05-01"].map(left)).toEqual([
    3, 2, 2, 1, 0, 0,
  ]);
});
