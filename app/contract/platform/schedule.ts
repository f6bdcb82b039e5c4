/** What runs by itself: when, how it went, run now, pause, another time (`/schedule/taskList`). */
import { command } from "../command";
import { dictionary, moment, number, text } from "../field-kinds";
import { m } from "../messages";
import { resource } from "../resource";

/** The rows come with the product, one a kind of work. `lastJobId` is 0 where there was no run yet. */
export const schedule = resource("platform", "schedule", {
  title: m.jobs_task_title,
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
    cron: text({ label: m.jobs_cron, required: true, max: 60, list: true, help: m.jobs_cron_help }),
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
