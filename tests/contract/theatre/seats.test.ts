/** Rows, the text plan, the seating plan, and the choice of seats: pure rules of theatres. */
import { expect, test } from "vitest";
import { bestTogether, type Standing, singleGap } from "~/contract/theatre/choose-seats";
import { readSeating, seatingPlan, writeSeating } from "~/contract/theatre/plan-json";
import { readPlan, writePlan } from "~/contract/theatre/plan-text";
import { aligned, makeRows, mirrored, numbersOf, rowName, standing } from "~/contract/theatre/seat-plan";

test("numbers go from the left, from the right, or odd and even from the middle", () => {
  expect(numbersOf(5, "left").join()).toBe("1,2,3,4,5");
  expect(numbersOf(5, "right").join()).toBe("5,4,3,2,1");
  expect(numbersOf(6, "oddEven").join()).toBe("5,3,1,2,4,6");
  expect(numbersOf(3, "letters").join()).toBe("A,B,C");
});

test("numbers begin where they are asked to, and leave out those that no seat has", () => {
  expect(numbersOf(4, "left", 21).join()).toBe("21,22,23,24");
  expect(numbersOf(5, "right", 1, ["4"]).join()).toBe("6,5,3,2,1");
  // As many on both sides of the middle, whatever is left out.
  expect(numbersOf(6, "oddEven", 1, ["4", "13"]).join()).toBe("5,3,1,2,6,8");
  expect(numbersOf(4, "letters", 2, ["C"]).join()).toBe("B,D,E,F");
});

test("rows are named by numbers or letters", () => {
  expect([0, 1, 25, 26, 27].map((n) => rowName("A", n))).toEqual(["A", "B", "Z", "AA", "AB"]);
  expect(rowName("9", 2)).toBe("11");
});

const wanted = { first: "1", rows: 3, seats: 4, growth: 2, aisles: [2], zone: "A", kind: "normal", arc: 50 } as const;

test("rows made by count stand in the middle, with their aisle, along the arc", () => {
  const rows = makeRows({ ...wanted, numbering: "left" });
  expect(rows.map(({ seats }) => seats.length)).toEqual([4, 6, 8]);
  expect(rows[0]?.seats.map(({ at }) => at)).toEqual([0, 1, 3, 4]);
  expect(rows[0]?.seats[0]?.x).toBe(200);
  const y = rows[2]?.seats.map((seat) => seat.y) ?? [];
  expect(y[0]).toBe(200);
  expect(Math.max(...y)).toBeGreaterThan(240);
});

test("a text plan of every kind goes out as it came in", () => {
  const text =
    "1 oo_cc A\n2 wp_so AA_BB oddEven\n甲 xoo B 7,8,9\nD o____o A right\n5 ooo A letters\n6 oo B > /150\n7 oo A 21,22 /250";
  const read = readPlan(text, ["A", "B"], 0);
  expect(read.ok && writePlan(read.rows)).toBe(text);
});

test("a seating plan goes out valid and comes back with its rows, numbers, zones and aisles", () => {
  const rows = makeRows({ ...wanted, arc: 0, numbering: "oddEven" });
  const plan = writeSeating("厅", [{ name: "池座", rows }], [{ code: "A", name: "甲票", color: "#123456" }]);
  const back = readSeating(seatingPlan.parse(plan), (name) => (name === "甲票" ? "A" : undefined));
  expect(back.problems).toEqual([]);
  expect(writePlan(back.areas[0]?.rows ?? [])).toBe(writePlan(rows));
});

test("rows stand as far apart as they are asked to, and a cross aisle moves those behind it alone", () => {
  const far = makeRows({ ...wanted, arc: 0, spacing: 150, numbering: "left" });
  expect(far.map(({ seats }) => seats[0]?.y)).toEqual([0, 150, 300]);
  const read = readPlan("1 oo A\n2 oo A /250\n3 oo A", ["A"], 0);
  const rows = read.ok ? read.rows : [];
  expect(rows.map(({ seats }) => seats[0]?.y)).toEqual([0, 250, 350]);
  expect(standing(rows, 0)).toEqual(rows);
  expect(mirrored(rows).map(({ seats }) => seats[0]?.y)).toEqual([0, 250, 350]);
});

/** `o` free, `x` taken, a space an aisle. */
function row(text: string): Standing[] {
  return [...text].flatMap((sign, at) =>
    sign === " "
      ? []
      : [{ id: at, row: "1", rowAt: 0, at, x: at * 100, y: 0, zone: "A", kind: "normal", free: sign === "o" }],
  );
}
const gap = (text: string, ...chosen: number[]) => singleGap(row(text), new Set(chosen))?.at ?? null;

test("a single seat that a choice leaves is found, and one that others left is not the buyer's fault", () => {
  expect(gap("oooo", 1)).toBe(0);
  expect(gap("oooo", 0, 1)).toBe(null);
  expect(gap("oooooo", 1, 2)).toBe(0);
  expect(gap("oxoo", 2, 3)).toBe(null);
  expect(gap("xoxoo", 3)).toBe(null);
  // Three of four, one of two: there is no way to leave none.
  expect(gap("oooo", 0, 1, 2)).toBe(null);
  expect(gap("oo", 0)).toBe(null);
  expect(gap("ooooo", 0, 1, 3)).toBe(2);
  // An aisle ends a run.
  expect(gap("ooo ooo", 0, 1, 2)).toBe(null);
});

test("the best together are in the middle, avoid single gaps, and none where no run is long enough", () => {
  const best = (text: string, count: number, avoidsGaps = false) =>
    bestTogether(row(text), { count, zone: "", kinds: ["normal"], avoidsGaps });
  expect(best("ooooooo", 3)).toEqual([2, 3, 4]);
  expect(best("ooo ooo", 4)).toBe(null);
  expect(best("ooooo", 3)).toEqual([1, 2, 3]);
  expect(best("ooooo", 3, true)).toEqual([0, 1, 2]);
  expect(bestTogether(row("oooo"), { count: 1, zone: "B", kinds: ["normal"], avoidsGaps: false })).toBe(null);
});

test("rows are put to a side and back into the middle; the text plan keeps the side, a mirror turns it", () => {
  const read = readPlan("1 oo A\n2 oooooo A\n3 oo A", ["A"], 0);
  const rows = read.ok ? read.rows : [];
  const firsts = (all: typeof rows) => all.map(({ seats }) => seats[0]?.x);
  expect(firsts(rows)).toEqual([200, 0, 200]);
  const right = aligned(rows, new Set(["1"]), "right", 0);
  expect(firsts(right)).toEqual([400, 0, 200]);
  const both = aligned(right, new Set(["3"]), "left", 0);
  expect(firsts(both)).toEqual([400, 0, 0]);
  expect(writePlan(both)).toBe("1 oo A >\n2 oooooo A\n3 oo A <");
  const again = readPlan(writePlan(both), ["A"], 0);
  expect(again.ok && again.rows).toEqual(both);
  // Whatever is done afterwards, they stay at their side.
  expect(firsts(standing(both, 50))).toEqual([400, 0, 0]);
  expect(mirrored(both).map(({ side }) => side)).toEqual(["left", undefined, "right"]);
  expect(firsts(aligned(both, new Set(["1", "3"]), "middle", 0))).toEqual([200, 0, 200]);
});
