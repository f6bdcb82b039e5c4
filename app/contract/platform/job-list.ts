/** Every run of background work: by schedule or asked for. */
import { command } from "../command";
import { boolean, dictionary, moment, number, text } from "../field-kinds";
import { m } from "../messages";
import { resource } from "../resource";

/** `state` is `cancelling` of one that runs and is to end at its next step. */
export const job = resource("platform", "job", {
  title: m.jobs_log_title,
  path: "/schedule/dispatchTaskLogInfo",
  fun: "scheduleTaskList",
  rights: "task",
  nameField: "name",
  status: "state",
  defaultSort: { field: "id", order: "desc" },
  readOnly: true,
  fields: {
    name: text({ label: m.jobs_name, list: true, logged: false }),
    kind: text({ label: m.jobs_name, list: "answer", filter: "equals", choice: true, detail: false }),
    scheduleId: number({ label: m.jobs_cron, list: "answer", filter: "equals", search: false, detail: false }),
    state: dictionary("jobState", {
      ...{ label: m.jobs_state, list: true, filter: "equals" },
      values: ["waiting", "running", "cancelling", "done", "failed", "cancelled"],
    }),
    done: number({
      ...{ label: m.jobs_progress, list: true, logged: false },
      words: (done, { total }) => progressOf(Number(done), total),
    }),
    total: number({ label: m.jobs_progress, list: "answer", detail: false }),
    outcome: text({
      ...{ label: m.jobs_outcome, list: true, logged: false },
      words: (said, { error }) => String(said || error || ""),
    }),
    error: text({ label: m.jobs_outcome, list: "answer", detail: false }),
    link: text({ label: m.jobs_outcome, list: "answer", detail: false }),
    attempts: number({ label: m.jobs_attempts, list: true }),
    maxAttempts: number({ label: m.jobs_attempts, list: "answer", detail: false }),
    accountName: text({ label: m.jobs_by, list: true, words: (by) => String(by || m.jobs_by_schedule()) }),
    cancelAsked: boolean({ label: m.jobs_state, list: "answer", detail: false }),
    createdAt: moment({ label: m.jobs_created, list: true, filter: "between", sort: true }),
    startedAt: moment({ label: m.jobs_started, list: true }),
    finishedAt: moment({ label: m.jobs_finished, list: true, logged: false }),
  },
  commands: {
    /** What waits ends at once; what runs ends at its next step. */
    cancel: command({
      ...{ label: m.jobs_cancel, from: ["waiting", "running"], button: "run", tone: "bad" },
      did: m.jobs_flash_cancelled,
    }),
    /** What failed or was cancelled, once more from the beginning. */
    retry: command({
      ...{ label: m.jobs_retry, from: ["failed", "cancelled"], to: "waiting", button: "run" },
      did: m.jobs_flash_started,
    }),
  },
});

function progressOf(done: number, total: unknown): string {
  if (typeof total === "number") return `${done} / ${total}`;
  return done > 0 ? String(done) : "";
}
