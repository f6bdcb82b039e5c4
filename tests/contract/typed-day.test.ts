/** A day as it is typed. */
import { expect, test } from "vitest";
import { typedDay } from "~/contract/typed-day";
import { isDay } from "~/contract/validators";

const of = (text: string, today = "2026-11-20") => typedDay(text, today);

test("figures with and without a year, with any sign between them, full width too", () => {
  for (const text of [
    "1122",
    "11-22",
    "11/22",
    "11月22日",
    "20261122",
    "2026/11/22",
    "2026.11.22",
    "２０２６－１１－２２",
    " 2026-11-22 ",
  ])
    expect(of(text), text).toBe("2026-11-22");
  expect([of("1-5"), of("0105"), of("2027-1-5")]).toEqual(["2026-01-05", "2026-01-05", "2027-01-05"]);
});

test("words and days from today, over the ends of months and years", () => {
  expect(["今天", "today", "T", "明天", "昨天", "后天"].map((text) => of(text))).toEqual([
    ...["2026-11-20", "2026-11-20", "2026-11-20", "2026-11-21", "2026-11-19", "2026-11-22"],
  ]);
  expect([of("+1"), of("-1"), of("+30"), of("＋１")]).toEqual(["2026-11-21", "2026-11-19", "2026-12-20", "2026-11-21"]);
  expect([of("+1", "2026-12-31"), of("+1", "2028-02-28")]).toEqual(["2027-01-01", "2028-02-29"]);
});

test("what is no day stays what was typed, and is refused; a day that no month has too", () => {
  for (const text of ["", "soon", "12", "112", "112233", "+1234", "constructor"]) expect(of(text), text).toBe(text);
  for (const text of ["0230", "1301", "2026-02-30"]) expect(isDay(of(text)), text).toBe(false);
});
