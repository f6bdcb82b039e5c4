/** What runs by itself: when, how it went, run now, pause, another time (`/schedule/taskList`). */
import { z } from "zod";
import { command } from "../command";
import { dictionary, moment, number, text } from "../field-kinds";
import { m } from "../messages";
import { method } from "../method";
import { resource } from "../resource";
import { id } from "../validators";
import { scheduleWords } from "./schedule-words";

/** The rows come with the product, one a kind of work. `lastJobId` is 0 where there was no run yet. */
export const schedule = resource("platform", "schedule", {
  title: m.one_task,
  listTitle: m.jobs_task_title,
  path: "/schedule/taskList",
  fun: "scheduleTaskList",
  rights: "task",
  nameField: "name",
  status: "status",
  defaultSort: { field: "id", order: "desc" },
  fixedRows: true,
  thing: "jobSchedule",
  fields: {
    name: text({ label: m.jobs_name, list: true, form: false, logged: false }),
    kind: text({ label: m.jobs_name, list: "answer", form: false, detail: false }),
    cron: text({
      ...{ label: m.jobs_cron, required: true, max: 60, list: true, help: m.jobs_cron_help },
      words: (cron) => scheduleWords(String(cron ?? "")),
    }),
    status: dictionary("scheduleState", {
      ...{ label: m.jobs_status, values: ["T", "F"], default: "T", list: true, filter: "equals", form: false },
    }),
    nextRunAt: moment({ label: m.jobs_next_run, list: true, form: false, logged: false }),
    lastJobId: number({ label: m.jobs_last_run, list: "answer", form: false, logged: false, detail: false }),
    lastFinishedAt: moment({ label: m.jobs_last_run, list: true, form: false, logged: false }),
    lastState: dictionary("jobState", { label: m.jobs_last_state, list: true, form: false, logged: false }),
  },
  commands: {
    /** Out of its turn; refused while a run of it waits or is under way. */
    run: command({ label: m.jobs_run_now, did: m.jobs_flash_started, tone: "good" }),
    pause: command({ label: m.jobs_pause, from: ["T"], to: "F", button: "edit", tone: "bad" }),
    resume: command({ label: m.jobs_resume, from: ["F"], to: "T", button: "edit", tone: "good" }),
  },
});

/** The last runs of a task, the latest last, at most fourteen; `seconds` is null of one that has not ended. */
export const scheduleRuns = method("platform", "scheduleRuns", {
  payload: z.object({ id }),
  answer: z.object({
    cron: z.string(),
    /** "" while it is paused. */
    next: z.string(),
    runs: z.array(
      z.object({ id, state: z.string(), label: z.string(), at: z.string(), seconds: z.number().nullable() }),
    ),
  }),
  access: { fun: "scheduleTaskList" },
});
