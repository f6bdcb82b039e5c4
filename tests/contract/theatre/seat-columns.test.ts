/** Seats of several rows in one column. */
import { expect, test } from "vitest";
import { readPlan, writePlan } from "~/contract/theatre/plan-text";
import { inColumn, withColumnsOf } from "~/contract/theatre/seat-columns";
import { mirrored, type PlanRow, standing } from "~/contract/theatre/seat-plan";

const rowsOf = (text: string): PlanRow[] => {
  const read = readPlan(text, ["A"], 0);
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  return read.rows;
};
// Rows of 7, 4 and 5 in the middle of one another: their seats stand at 0, 150 and 100.
const rows = rowsOf("1 ooooooo A\n2 oo_o A\n3 oo__o A");
const chosen = (...names: string[]) => {
  const all = new Set(names);
  return (row: string, number: string) => all.has(`${row}/${number}`);
};
const xs = (all: readonly PlanRow[]) => all.map(({ seats }) => seats.map(({ x }) => x));
const column = (names: string[], side: "left" | "middle" | "right", of = rows) => {
  const done = inColumn(of, chosen(...names), side, 0);
  return done.ok ? done.rows : done;
};

test("the ticked seats go to the leftmost, the rightmost or the middle of the widest; the others stay", () => {
  expect(xs(rows)).toEqual([
    [0, 100, 200, 300, 400, 500, 600],
    [150, 250, 450],
    [100, 200, 500],
  ]);
  const left = column(["2/3", "3/3"], "left") as PlanRow[];
  expect(xs(left)).toEqual([xs(rows)[0], [150, 250, 450], [100, 200, 450]]);
  const right = column(["2/3", "3/3"], "right") as PlanRow[];
  expect(xs(right)).toEqual([xs(rows)[0], [150, 250, 500], [100, 200, 500]]);
  const middle = column(["1/4", "1/5", "2/3"], "middle") as PlanRow[];
  expect(xs(middle)).toEqual([xs(rows)[0], [150, 250, 350], [100, 200, 500]]);
});

test("they stay there when rows are set anew, in a mirror, and in a text that leaves them where they are", () => {
  const left = column(["2/3", "3/3"], "left") as PlanRow[];
  expect(xs(standing(left, 0))).toEqual(xs(left));
  const glass = mirrored(left);
  expect(xs(standing(glass, 0))).toEqual(xs(glass));
  expect(xs(standing(mirrored(glass), 0))).toEqual(xs(left));
  expect(xs(withColumnsOf(left, rowsOf(writePlan(left)), 0))).toEqual(xs(left));
});

test("seats of one row alone are no column, and none comes to lie on another", () => {
  expect(column(["2/1", "2/2"], "left")).toEqual({ ok: false });
  expect(column(["1/1", "3/3"], "left")).toMatchObject({ ok: false, row: "3" });
  // Together they fit.
  expect(xs(column(["1/1", "3/1", "3/2", "3/3"], "left") as PlanRow[])[2]).toEqual([0, 100, 400]);
});
