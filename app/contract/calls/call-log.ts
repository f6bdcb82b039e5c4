/**
 * Calls of the dispatch API: every one is counted by hour; those that were slow or failed, and a sample of the others, are
 * kept as rows. What a call carried and what it was answered is kept nowhere.
 */
import { z } from "zod";
import { dictionary, moment, number, text } from "../field-kinds";
import { m } from "../messages";
import { method } from "../method";
import { resource } from "../resource";

export const callOutcomes = ["ok", "refused", "failed"] as const;
export type CallOutcome = (typeof callOutcomes)[number];
export const callOrigins = ["page", "open", "program"] as const;
export type CallOrigin = (typeof callOrigins)[number];

export const callLog = resource("platform", "callLog", {
  title: m.call_log,
  path: "/system/callLog",
  fun: "callLog",
  nameField: "what",
  defaultSort: { field: "ms", order: "desc" },
  readOnly: true,
  tools: [{ label: m.call_figures, to: "/system/callFigures" }],
  fields: {
    at: moment({ label: m.system_at, required: true, list: true, filter: "between", sort: true }),
    /** What was called, as people know it: never the name of the method alone. */
    what: text({ label: m.call_what, max: 200, list: true }),
    /** The name of the method, on the row's page and in the file: what support asks for. */
    method: text({ label: m.call_method, required: true, max: 80, list: "file", filter: "equals", choice: true }),
    caller: text({ label: m.call_caller, max: 80, list: true, filter: "equals" }),
    origin: dictionary("callOrigin", {
      ...{ label: m.call_origin, required: true, values: [...callOrigins], list: true, filter: "anyOf" },
    }),
    outcome: dictionary("callOutcome", {
      ...{ label: m.call_outcome, required: true, values: [...callOutcomes], list: true, filter: "anyOf" },
    }),
    status: number({ label: m.call_status, required: true, max: 999, list: "file" }),
    ms: number({ label: m.call_ms, required: true, list: true, filter: "between", sort: true }),
    bytes: number({ label: m.call_bytes, required: true, max: 2_000_000_000, list: true }),
    requestId: text({ label: m.call_request, required: true, max: 60, list: "file" }),
  },
});

/** Upper bounds, in milliseconds, of the steps that times are counted in; what took longer is in one more. */
export const callSteps = [5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000] as const;

export const callPeriods = ["hour", "day", "week"] as const;

const figures = z.object({
  /** The method's name, or the caller's. */
  name: z.string(),
  /** As people know it. */
  label: z.string(),
  calls: z.number(),
  refused: z.number(),
  failed: z.number(),
  /** Milliseconds. */
  average: z.number(),
  /** Within how many milliseconds 95 of 100 were answered: the step's upper bound; the slowest where that is less. */
  p95: z.number(),
  max: z.number(),
});

/** Exact counts of all calls of the corp, the slowest first: at most 100 methods and 50 callers. */
export const callFigures = method("platform", "callFigures", {
  payload: z.object({
    period: z.enum(callPeriods).default("day"),
    by: z.enum(["slow", "failing", "calls"]).default("slow"),
  }),
  answer: z.object({
    calls: z.number(),
    refused: z.number(),
    failed: z.number(),
    /** Rows that were to be kept and had no room. */
    dropped: z.number(),
    methods: z.array(figures),
    callers: z.array(figures),
  }),
  access: { fun: "callLog" },
});
