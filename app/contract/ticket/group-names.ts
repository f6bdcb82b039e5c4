/** The names of a group that comes by real-name tickets (`/createGroup/:id/names`): a list for each of its ticket types. */
import { z } from "zod";
import { filePath } from "../file-answers";
import { documentKind } from "../identity-document";
import { m } from "../messages";
import { method } from "../method";
import { day, id } from "../validators";
import { groupStates } from "./group-booking";
import { groupMost } from "./group-bounds";
import { realNameRule, visitor } from "./sale";

const fun = "createGroup";
const access = { fun, button: "groupBooking:edit" } as const;

/** Who is on the lists; with `path`, what a file says as the lines that one would paste. Nothing is kept of it. */
export const groupNames = method("ticket", "groupNames", {
  payload: z.object({ id, path: filePath.optional() }),
  answer: z.object({
    id,
    bookingNo: z.string(),
    organisation: z.string(),
    visitDay: day,
    state: z.enum(groupStates),
    /** Why no list is taken any more; "" while one is. */
    whyNot: z.string(),
    /** Why this caller adds no names any more: the cut-off has passed; "" while they may. Who has not come is marked all the same. */
    closed: z.string().default(""),
    /** Names that are lacking, and until when they are due; "" where none is. */
    namesSay: z.string().default(""),
    types: z.array(
      z.object({
        ticketTypeId: id,
        name: z.string(),
        realName: realNameRule,
        documents: z.array(documentKind),
        /** Names that are needed: of those who were booked, and once they came of those. */
        needed: z.number(),
        people: z.array(
          z.object({
            id,
            name: z.string(),
            document: documentKind,
            country: z.string(),
            /** Masked. */
            identity: z.string(),
            absent: z.boolean(),
          }),
        ),
      }),
    ),
    file: z.object({ problem: z.string(), text: z.string() }).nullable(),
  }),
  access: { fun },
});

/** Takes a list of one ticket type: all of it, or nothing. What is wrong is told by row, `visitors.<row>.identity`. */
export const groupNamesSave = method("ticket", "groupNamesSave", {
  payload: z.object({
    id,
    ticketTypeId: id,
    /** Behind those who are on the list already; else in their place. */
    keep: z.boolean().default(false),
    visitors: z.array(visitor).min(1).max(groupMost),
  }),
  answer: z.object({ listed: z.number() }),
  access,
  writes: true,
  told: ({ name, after }) => m.did_group_names({ name, n: Number(after?.listed ?? 0) }),
});

/** Who of the list has not come; all others have. */
export const groupNamesAbsent = method("ticket", "groupNamesAbsent", {
  payload: z.object({
    id,
    absent: z
      .array(id)
      .max(20 * groupMost)
      .default([]),
  }),
  answer: z.object({ present: z.number() }),
  access,
  writes: true,
  told: ({ name, after }) => m.did_group_present({ name, n: Number(after?.present ?? 0) }),
});
