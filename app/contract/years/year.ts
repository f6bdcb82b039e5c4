/**
 * Closed business years (`/dataBase/completeList`): what each holds by kind and month, sealed by a sum over its rows. What is
 * written afterwards belongs to the open period; what stands in a closed year is refused by the database.
 */
import { z } from "zod";
import { command } from "../command";
import { dictionary, moment, money, number, text } from "../field-kinds";
import { m } from "../messages";
import { method } from "../method";
import { resource } from "../resource";
import { id, idempotencyKey, requiredText } from "../validators";
import { yearsPath } from "./years-path";

const fun = "completeList";
const path = yearsPath;
const most = 2_000_000_000;

/** Typed for a closing and for what undoes one: it is told with the year for good. */
const reason = text({ label: m.year_reason, required: true, max: 200 });

export const closedYear = resource("platform", "closedYear", {
  title: m.year_one,
  listTitle: m.fun_complete_list,
  path,
  fun,
  whenEmpty: m.empty_closed_year,
  nameField: "year",
  status: "status",
  readOnly: true,
  freshProof: true,
  tools: [{ label: m.year_close, to: `${path}/close` }],
  begin: { label: m.year_close, to: `${path}/close` },
  defaultSort: { field: "id", order: "desc" },
  fields: {
    year: text({ label: m.year_year, required: true, max: 4, list: true, filter: "equals" }),
    status: dictionary("closedYearState", {
      ...{ label: m.status, required: true, list: true, filter: "anyOf", default: "closing" },
      values: ["closing", "closed", "reopened"],
    }),
    rows: number({ label: m.year_rows, list: true, max: most }),
    /** What came in by payments less what went back: of the year that was closed. */
    taken: money({ label: m.year_taken, list: true }),
    sizeKb: number({ label: m.year_size, list: true, max: most }),
    closedBy: text({ label: m.year_closed_by, required: true, max: 60, list: true }),
    closedAt: moment({ label: m.year_closed_at, list: true }),
    reason,
    /** How often it was closed. */
    closings: number({ label: m.year_closings, default: 1, max: most }),
    checkState: dictionary("closedYearCheck", {
      ...{ label: m.year_check_state, required: true, list: true, filter: "anyOf", default: "none" },
      values: ["none", "running", "agrees", "differs"],
    }),
    checkedAt: moment({ label: m.year_checked_at, list: true }),
    /** Over the sums of its parts, and over that and the year before. */
    sha256: text({ label: m.year_sha256, max: 64 }),
    chain: text({ label: m.year_chain, max: 64 }),
  },
  commands: {
    resume: command({
      ...{ label: m.year_resume, from: ["closing"], question: true, button: "closedYear:close" },
      right: m.year_right_close,
    }),
    check: command({ label: m.year_check, from: ["closed"], question: true, tone: "calm" }),
    reopen: command({
      ...{ label: m.year_reopen, from: ["closing", "closed"], to: "reopened", tone: "bad", fields: { reason } },
    }),
    again: command({
      ...{ label: m.year_again, from: ["reopened"], to: "closing", tone: "good", fields: { reason } },
      ...{ button: "closedYear:close", right: m.year_right_close },
    }),
  },
});

/** Which year may be closed next, and what stands in the way. */
export const closeYearForm = method("platform", "closeYearForm", {
  payload: z.object({}),
  answer: z.object({
    /** "": none is over that is not closed. */
    year: z.string(),
    /** Sentences; none: it may be closed. */
    open: z.array(z.string()),
  }),
  access: { fun },
});

/** Closes a year: its rows are refused to everybody from here on, and a job sums up what it holds. */
export const closeYear = method("platform", "closeYear", {
  payload: z.object({ year: requiredText(4), reason: requiredText(200), idempotencyKey }),
  answer: z.object({ id }),
  access: { fun, button: "closedYear:close" },
  writes: true,
  freshProof: true,
  idempotent: true,
  told: ({ name }) => m.did_year_close({ name }),
});

const held = z.object({ rows: z.number(), amount: z.number().nullable(), sizeKb: z.number() });
const part = held.extend({ month: z.number(), sha256: z.string() });

export const differenceFinders = ["check", "again"] as const;

/** What a year holds by kind, one kind by month, and what differed. */
export const closedYearParts = method("platform", "closedYearParts", {
  payload: z.object({ id, kind: z.string().max(60).optional() }),
  answer: z.object({
    kinds: z.array(
      held.extend({
        kind: z.string(),
        label: z.string(),
        /** Whole rows are sealed; else the columns that never change. */
        whole: z.boolean(),
      }),
    ),
    /** Of the kind that was asked for. */
    months: z.array(part),
    differences: z.array(
      z.object({
        foundBy: z.enum(differenceFinders),
        at: z.string(),
        label: z.string(),
        month: z.number(),
        rowsBefore: z.number(),
        rowsNow: z.number(),
        amountBefore: z.number().nullable(),
        amountNow: z.number().nullable(),
      }),
    ),
    job: z.object({ state: z.string(), done: z.number(), total: z.number(), error: z.string() }).nullable(),
  }),
  access: { fun },
});
