/** Every run of background work: by schedule or asked for. */
import { boolean, moment, number, text } from "../field-kinds";
import { m } from "../messages";
import { resource } from "../resource";

/** `state` is `cancelling` of one that runs and is to end. To end and to begin anew are methods of job.ts. */
export const job = resource("platform", "job", {
  title: m.jobs_log_title,
  path: "/schedule/dispatchTaskLogInfo",
  fun: "scheduleTaskList",
  nameField: "name",
  status: "state",
  defaultSort: { field: "id", order: "desc" },
  readOnly: true,
  pages: {},
  fields: {
    name: text({ label: m.jobs_name, list: true }),
    kind: text({ label: m.jobs_name, list: "answer", filter: "equals", choice: true }),
    state: text({ label: m.jobs_state, list: true, filter: "equals", choice: true }),
    done: number({ label: m.jobs_progress, list: true, words: (done, { total }) => progressOf(Number(done), total) }),
    total: number({ label: m.jobs_progress, list: "answer" }),
    outcome: text({ label: m.jobs_outcome, list: true, words: (said, { error }) => String(said || error || "") }),
    error: text({ label: m.jobs_outcome, list: "answer" }),
    link: text({ label: m.jobs_outcome, list: "answer" }),
    attempts: number({ label: m.jobs_attempts, list: true }),
    maxAttempts: number({ label: m.jobs_attempts, list: "answer" }),
    accountName: text({ label: m.jobs_by, list: true, words: (by) => String(by || m.jobs_by_schedule()) }),
    cancelAsked: boolean({ label: m.jobs_state, list: "answer" }),
    createdAt: moment({ label: m.jobs_created, list: true, filter: "between", sort: true }),
    startedAt: moment({ label: m.jobs_started, list: true }),
    finishedAt: moment({ label: m.jobs_finished, list: true }),
  },
});

function progressOf(done: number, total: unknown): string {
  if (typeof total === "number") return `${done} / ${total}`;
  return done > 0 ? String(done) : "";
}
