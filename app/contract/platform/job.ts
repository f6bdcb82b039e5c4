/** The progress of background work that somebody asked for: their own. What ran is in job-list.ts, what is scheduled in schedule.ts. */
import { z } from "zod";
import { m } from "../messages";
import { method } from "../method";
import { id } from "../validators";

export const jobStates = ["waiting", "running", "done", "failed", "cancelled"] as const;
export type JobState = (typeof jobStates)[number];

export const jobView = z.object({
  id,
  kind: z.string(),
  name: z.string(),
  state: z.enum(jobStates),
  stateLabel: z.string(),
  done: z.number(),
  total: z.number().nullable(),
  attempts: z.number(),
  maxAttempts: z.number(),
  error: z.string(),
  /** What came of it, in words. */
  outcome: z.string(),
  /** Where the result is found; "" for nowhere. */
  link: z.string(),
  /** Who asked for it; "" for a schedule. */
  accountName: z.string(),
  cancelAsked: z.boolean(),
  createdAt: z.string(),
  startedAt: z.string(),
  finishedAt: z.string(),
});
export type JobView = z.output<typeof jobView>;

const done = z.object({ id });

/** One that the caller asked for; anybody else's is not found. */
export const ownJob = method("platform", "ownJob", {
  payload: z.object({ id }),
  answer: jobView,
  access: "signedIn",
});

export const ownJobCancel = method("platform", "ownJobCancel", {
  payload: z.object({ id }),
  answer: done,
  access: "signedIn",
  writes: true,
  whileReading: true,
  told: () => m.did_job_cancel(),
});
