/** The plan of an area: rows by a form, seat by seat, as text, and as a file. What is saved is the draft that templates are made of. */
import { z } from "zod";
import { m } from "../messages";
import { method } from "../method";
import { option } from "../resource";
import { id, textOf, wholeNumber } from "../validators";
import { numberings, rowSides, seatKinds } from "./seat-plan";

const seat = z.object({
  number: z.string(),
  kind: z.enum(seatKinds),
  zone: z.string(),
  at: z.number(),
  dx: z.number().optional(),
  dy: z.number().optional(),
  x: z.number(),
  y: z.number(),
});
export const planRows = z.array(
  z.object({
    name: z.string(),
    side: z.enum(rowSides).optional(),
    behind: z.number().optional(),
    seats: z.array(seat),
  }),
);

/** Areas to choose from, and of one its plan. */
export const theatrePlan = method("cinema", "theatrePlan", {
  payload: z.object({ areaId: id.optional() }),
  answer: z.object({
    areas: z.array(option),
    area: z
      .object({
        id,
        name: z.string(),
        hallId: id,
        hall: z.string(),
        /** Counts changes of the plan: what was read is what is changed. */
        version: z.number(),
        arc: z.number(),
        /** Changes that can be taken back. */
        steps: z.number(),
        zone: z.string(),
        rows: planRows,
        zones: z.array(z.object({ code: z.string(), name: z.string(), tint: z.string() })),
        /** A picture of the hall behind the plan, to trace: its path, and in percent and points how it lies. */
        picture: z
          .object({ src: z.string(), opacity: z.number(), scale: z.number(), right: z.number(), down: z.number() })
          .nullable(),
      })
      .nullable(),
  }),
  access: { fun: ["areaSet", "seatSet"] },
});

const saved = z.object({ id, seats: z.number(), rows: z.number(), version: z.number() });
const edits = { access: { fun: ["areaSet", "seatSet"], button: "theatrePlan:edit" }, writes: true } as const;
const at = { areaId: id, version: wholeNumber(0) };

/** Rows by count: in the place of all that are there, or behind them. */
export const theatreRowsMake = method("cinema", "theatreRowsMake", {
  payload: z.object({
    ...at,
    append: z.boolean(),
    first: z
      .string()
      .trim()
      .regex(/^(\d{1,4}|[A-Z]{1,2}|\p{Script=Han}{1,4})$/u, { error: () => m.theatre_v_first_row() }),
    rows: wholeNumber(1, 200),
    seats: wholeNumber(1, 200),
    growth: z.number().int().min(-50).max(50),
    numbering: z.enum(numberings),
    /** The first number of a row, and numbers that no seat has. */
    start: wholeNumber(1, 999).default(1),
    skip: z
      .array(z.string().regex(/^([1-9]\d{0,3}|[A-Z]{1,2})$/, { error: () => m.theatre_v_skip() }))
      .max(50)
      .default([]),
    /** Distance of two rows, in percent of a seat's width. */
    spacing: wholeNumber(50, 1_000).default(100),
    aisles: z.array(wholeNumber(1, 200)).max(20),
    zone: z.string().max(1),
    kind: z.enum(seatKinds),
    arc: wholeNumber(0, 5_000),
  }),
  told: ({ name }) => m.theatre_told_rows({ name }),
  answer: saved,
  ...edits,
});

/** The whole plan as text (`plan-text.ts`). */
export const theatrePlanText = method("cinema", "theatrePlanText", {
  payload: z.object({ ...at, text: textOf(60_000, { multiline: true }), arc: wholeNumber(0, 5_000) }),
  told: ({ name }) => m.theatre_told_text({ name }),
  answer: saved,
  ...edits,
});

/** Changes seats that were ticked, whole rows, or everything where neither is named. */
export const theatreSeatsChange = method("cinema", "theatreSeatsChange", {
  payload: z.object({
    ...at,
    /** `row/number` of each. */
    seats: z.array(z.string().max(25)).max(20_000),
    rows: z.array(z.string().max(10)).max(200),
    change: z.discriminatedUnion("do", [
      z.object({ do: z.literal("kind"), kind: z.enum(seatKinds) }),
      z.object({ do: z.literal("zone"), zone: z.string().length(1) }),
      z.object({ do: z.literal("remove") }),
      z.object({ do: z.literal("mirror") }),
      /** Whole rows once more, behind the last one; their names go on from its name. */
      z.object({ do: z.literal("copy") }),
      /** Ticked rows, and those with ticked seats, to a side of the plan or into its middle. */
      z.object({ do: z.literal("align"), side: z.enum(rowSides) }),
      /** Ticked seats of several rows into one column: their first, middle or last ones. */
      z.object({ do: z.literal("column"), side: z.enum(rowSides) }),
      z.object({ do: z.literal("arc"), arc: wholeNumber(0, 5_000) }),
    ]),
  }),
  told: ({ name }) => m.theatre_told_change({ name }),
  answer: saved,
  ...edits,
});

/** The plan as it was before its last change, and before that one, as far back as steps are kept. */
export const theatrePlanUndo = method("cinema", "theatrePlanUndo", {
  payload: z.object(at),
  told: ({ name }) => m.theatre_told_undo({ name }),
  answer: saved,
  ...edits,
});

/** All seated areas of the area's hall as a seating plan of schema 0.0.1, as text. */
export const theatrePlanFile = method("cinema", "theatrePlanFile", {
  payload: z.object({ areaId: id }),
  answer: z.object({ name: z.string(), text: z.string() }),
  access: { fun: ["areaSet", "seatSet"] },
});

/** A seating plan of one zone into this area; its categories are named or lettered as the hall's price zones are. */
export const theatrePlanRead = method("cinema", "theatrePlanRead", {
  payload: z.object({ ...at, text: z.string().max(4_000_000) }),
  told: ({ name }) => m.theatre_told_read({ name }),
  answer: saved,
  ...edits,
});
