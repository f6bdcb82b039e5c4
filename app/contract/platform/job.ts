/** Background work: what is scheduled, what ran, and the progress of one's own. */
import { z } from "zod";
import { method } from "../method";
import { listOtherData, listPayload, pageReply } from "../resource";
import { id, requiredText, wholeNumber } from "../validators";

export const jobStates = ["waiting", "running", "done", "failed", "cancelled"] as const;
export type JobState = (typeof jobStates)[number];

export const scheduleView = z.object({
  id,
  kind: z.string(),
  name: z.string(),
  cron: z.string(),
  /** T: runs; F: paused. */
  status: z.enum(["T", "F"]),
  nextRunAt: z.string(),
  rowVersion: z.number(),
  /** The latest run; id 0 where there was none yet. */
  lastJobId: z.number(),
  lastState: z.string(),
  lastStateLabel: z.string(),
  lastFinishedAt: z.string(),
});
export type ScheduleView = z.output<typeof scheduleView>;

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

const fun = "scheduleTaskList";
const done = z.object({ id });

export const scheduleList = method("platform", "scheduleList", {
  payload: listPayload,
  answer: pageReply(scheduleView, listOtherData),
  access: { fun },
});

/** Runs it now, out of its turn; refused while a run of it waits or is under way. */
export const scheduleRun = method("platform", "scheduleRun", {
  payload: z.object({ id }),
  answer: z.object({ jobId: id }),
  access: { fun, button: "task:run" },
  writes: true,
});

export const schedulePause = method("platform", "schedulePause", {
  payload: z.object({ id }),
  answer: done,
  access: { fun, button: "task:edit" },
  writes: true,
});

export const scheduleResume = method("platform", "scheduleResume", {
  payload: z.object({ id }),
  answer: done,
  access: { fun, button: "task:edit" },
  writes: true,
});

export const scheduleGet = method("platform", "scheduleGet", {
  payload: z.object({ id }),
  answer: scheduleView,
  access: { fun },
});

/** Another time; the next run is reckoned anew. */
export const scheduleSave = method("platform", "scheduleSave", {
  payload: z.object({ id, rowVersion: wholeNumber(0).optional(), cron: requiredText(60) }),
  answer: done,
  access: { fun, button: "task:edit" },
  writes: true,
});

export const jobGet = method("platform", "jobGet", { payload: z.object({ id }), answer: jobView, access: { fun } });

/** What waits ends at once; what runs ends at its next step. */
export const jobCancel = method("platform", "jobCancel", {
  payload: z.object({ id }),
  answer: done,
  access: { fun, button: "task:run" },
  writes: true,
});

/** What failed or was cancelled, once more from the beginning. */
export const jobRetry = method("platform", "jobRetry", {
  payload: z.object({ id }),
  answer: done,
  access: { fun, button: "task:run" },
  writes: true,
});

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
});
