/** Seating plans of schema 0.0.1: what the schema asks for, and drawings that come in as they are. */
import { expect, test } from "vitest";
import { z } from "zod";
import { readSeating, type SeatingPlan, seatingPlan, writeSeating } from "~/contract/theatre/plan-json";
import { writePlan } from "~/contract/theatre/plan-text";
import { makeRows, mirrored, type PlanRow, standing } from "~/contract/theatre/seat-plan";

interface Shape {
  required?: string[];
  additionalProperties?: unknown;
  properties?: Record<string, Shape & { type?: string; items?: Shape }>;
}

/** Of an object of the schema, what must be there, what else may be, and that nothing more may. */
const said = ({ required = [], properties = {}, additionalProperties }: Shape) => ({
  must: [...required].sort(),
  may: Object.keys(properties)
    .filter((name) => !required.includes(name))
    .sort(),
  closed: additionalProperties === false,
});

test("2.3k.5 a seating plan is what schema 0.0.1 says: what must be there, what may be, and nothing else", () => {
  const plan = z.toJSONSchema(seatingPlan) as Shape;
  const inside = (shape: Shape | undefined, name: string): Shape => {
    const found = shape?.properties?.[name];
    return found?.items ?? found ?? {};
  };
  const zone = inside(plan, "zones");
  const row = inside(zone, "rows");
  const seat = inside(row, "seats");
  expect({
    plan: said(plan),
    zone: said(zone),
    row: said(row),
    seat: said(seat),
    area: said(inside(zone, "areas")),
    category: said(inside(plan, "categories")),
    size: said(inside(plan, "size")),
    position: said(inside(seat, "position")),
  }).toEqual({
    plan: { must: ["categories", "name", "zones"], may: ["size"], closed: true },
    zone: { must: ["position", "rows"], may: ["areas", "displayed", "name"], closed: true },
    row: { must: ["row_number", "seats"], may: ["number_of_seats", "position", "seats_spacing"], closed: true },
    seat: { must: ["category", "position", "seat_guid", "seat_number"], may: [], closed: true },
    area: {
      must: ["height", "position", "width"],
      may: ["border_color", "color", "rotation", "text"],
      closed: true,
    },
    category: { must: ["name"], may: ["color"], closed: true },
    size: { must: ["height", "width"], may: [], closed: true },
    position: { must: ["x", "y"], may: [], closed: true },
  });
});

const usual = { first: "1", rows: 3, seats: 4, growth: 2, aisles: [2], zone: "A", kind: "normal", arc: 0 } as const;
const zones = [{ code: "A", name: "甲票", color: "#123456" }];
const there = (plan: SeatingPlan) => {
  const read = readSeating(seatingPlan.parse(plan), (name) => (name === "甲票" ? "A" : undefined));
  expect(read.problems).toEqual([]);
  return read.areas[0]?.rows ?? [];
};
const places = (rows: readonly PlanRow[]) => rows.map(({ seats }) => seats.map(({ x, y }) => [x, y]));
/** Within a pixel of what is written. */
const near = (one: readonly PlanRow[], other: readonly PlanRow[]) =>
  places(one)
    .flat(2)
    .every((length, at) => Math.abs(length - (places(other).flat(2)[at] ?? Number.NaN)) <= 4);

test("a plan with an arc and a cross aisle goes out and comes back as it is drawn, and stays so", () => {
  const rows = makeRows({ ...usual, arc: 120, spacing: 150, numbering: "left" });
  const back = there(writeSeating("厅", [{ name: "池座", rows }], zones));
  const lifted = Math.min(...places(rows).flatMap((row) => row.map(([, y = 0]) => y)));
  const down = rows.map((row) => ({ ...row, seats: row.seats.map((seat) => ({ ...seat, y: seat.y - lifted })) }));
  expect(near(back, down)).toBe(true);
  expect(places(standing(back, 0))).toEqual(places(back));
  // What sits beside whom is the same.
  expect(back.map(({ seats }) => seats.map(({ at }) => at - (seats[0]?.at ?? 0)))).toEqual(
    rows.map(({ seats }) => seats.map(({ at }) => at)),
  );
  // Twice in the mirror it is itself.
  const twice = mirrored(mirrored(back));
  expect(places(twice)).toEqual(places(back));
});

test("rows made by count come back as rows made by count", () => {
  const rows = makeRows({ ...usual, numbering: "oddEven" });
  expect(writePlan(there(writeSeating("厅", [{ name: "池座", rows }], zones)))).toBe(writePlan(rows));
});

test("a row at the side of a hall runs from the front to the back, and a slanting one is no row of aisles", () => {
  const seat = (row: string, number: number, x: number, y: number) => ({
    ...{ seat_guid: `${row}-${number}`, seat_number: String(number), position: { x, y }, category: "甲票" },
  });
  const plan: SeatingPlan = {
    name: "厅",
    categories: [{ name: "甲票" }],
    zones: [
      {
        name: "池座",
        position: { x: 0, y: 0 },
        rows: [
          { row_number: "L", seats: [3, 1, 2].map((n) => seat("L", n, 0, n * 30)) },
          { row_number: "S", seats: [1, 2, 3, 4].map((n) => seat("S", n, 100 + n * 18, 40 + n * 24)) },
          { row_number: "E", seats: [] },
        ],
      },
    ],
  };
  const rows = there(plan);
  expect(rows.map(({ name, seats }) => [name, seats.map(({ number }) => number).join()])).toEqual([
    ["L", "1,2,3"],
    ["S", "1,2,3,4"],
  ]);
  const steps = rows.map(({ seats }) => seats.slice(1).map(({ at }, place) => at - (seats[place]?.at ?? 0)));
  expect(steps).toEqual([
    [1, 1],
    [1, 1, 1],
  ]);
  expect(places(standing(rows, 0))).toEqual(places(rows));
  const turned = mirrored(rows);
  for (const { seats } of turned) expect(new Set(seats.map(({ at }) => at)).size).toBe(seats.length);
});
