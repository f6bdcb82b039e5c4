/** Exports that come by themselves: a list with its filters, every day, week or month, for whoever planned it. */
import { z } from "zod";
import { exportFormats, exportPayload } from "../export";
import { m } from "../messages";
import { method } from "../method";
import { id } from "../validators";

export const exportRhythms = ["daily", "weekly", "monthly"] as const;
export type ExportRhythm = (typeof exportRhythms)[number];

/** Of one account at most. */
export const mostPlans = 50;

/**
 * Days in the filters (`2026-11-01~2026-11-30`) become at each run the day, week or month before it. The list is asked for by its
 * export method; who may not call it plans nothing.
 */
export const exportPlanAdd = method("platform", "exportPlanAdd", {
  payload: z.object({
    /** Business and name of the export method: `ticket/parkListExport`. */
    list: z.string().max(100),
    asked: exportPayload.omit({ ids: true, page: true }),
    rhythm: z.enum(exportRhythms),
    /** To the mailbox of the account as well, once it has answered. */
    byMail: z.boolean().default(false),
    /** To a store of the corp as well. */
    storeId: id.optional(),
  }),
  answer: z.object({ id, nextDay: z.string() }),
  access: "signedIn",
  writes: true,
  told: ({ name }) => m.did_export_plan({ name }),
});

/** The caller's own. */
export const exportPlans = method("platform", "exportPlans", {
  payload: z.object({}),
  answer: z.object({
    plans: z.array(
      z.object({
        id,
        title: z.string(),
        rhythm: z.enum(exportRhythms),
        byMail: z.boolean(),
        /** "" for none, or one that takes nothing now. */
        store: z.string(),
        format: z.enum(exportFormats),
        /** How many filters narrow it. */
        filters: z.number(),
        /** Only what changed since its last run. */
        changed: z.boolean(),
        /** yyyy-MM-dd; "" once it has stopped. */
        nextDay: z.string(),
        /** The last export that it asked for. */
        lastJobId: id.nullable(),
        lastAt: z.string(),
        /** Why it stopped; "": it goes on. */
        stopped: z.string(),
      }),
    ),
  }),
  access: "signedIn",
});

export const exportPlanRemove = method("platform", "exportPlanRemove", {
  payload: z.object({ id }),
  answer: z.object({ id }),
  access: "signedIn",
  writes: true,
  whileReading: true,
  told: ({ name }) => m.did_export_plan_remove({ name }),
});

/** What else may be asked of an export; where a planned one may go: the caller's mailbox, "" before it has answered, and the stores of the corp. */
export const exportWays = method("platform", "exportWays", {
  payload: z.object({
    /** With it the answer says whether only what changed can be exported of the list. */
    list: z.string().max(100).optional(),
    filters: exportPayload.shape.filters,
  }),
  answer: z.object({
    address: z.string(),
    stores: z.array(z.object({ id, name: z.string() })),
    /** When the caller exported it last with these filters, "" for never; null: its rows do not tell. */
    lastExport: z.string().nullable(),
  }),
  access: "signedIn",
});
