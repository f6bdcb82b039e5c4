/** What runs by itself (`/schedule/taskList`): when, how it went, run now, pause. */
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { FlashKey } from "~/contract/context";
import { m } from "~/contract/messages";
import { scheduleList, schedulePause, scheduleResume, scheduleRun } from "~/contract/platform/job";
import { attempt, done, typedOf } from "~/form/submission.server";
import { ListFrame } from "~/resource/parts/list-frame";
import { filterInputs, pagerView, readListQuery } from "~/resource/parts/list-query.server";
import type { ListView } from "~/resource/parts/view";
import { Link } from "~/widgets/link";

export const meta: MetaFunction = () => [{ title: m.jobs_task_title() }];

const path = "/schedule/taskList";
const log = "/schedule/dispatchTaskLogInfo";

export async function loader({ request, context }: LoaderFunctionArgs): Promise<ListView> {
  const query = readListQuery(new URL(request.url), [], ["id"]);
  const reply = await context.dispatch.call(scheduleList, { ...query.payload, sort: "id" });
  const may = (button: string) => context.user?.sysButtonRolePOSet.some(({ code }) => code === button) ?? false;
  return {
    title: m.jobs_task_title(),
    path,
    create: null,
    filters: filterInputs([], query, {}),
    filtered: false,
    columns: [
      { label: m.jobs_name() },
      { label: m.jobs_cron() },
      { label: m.jobs_status() },
      { label: m.jobs_next_run() },
      { label: m.jobs_last_run() },
      { label: m.jobs_state() },
    ],
    rows: reply.records.map((schedule) => ({
      id: schedule.id,
      cells: [
        { to: `${log}?kind=${schedule.kind}`, text: schedule.name },
        schedule.cron,
        { state: schedule.status, label: schedule.status === "T" ? m.jobs_active() : m.jobs_paused() },
        schedule.nextRunAt,
        schedule.lastFinishedAt,
        schedule.lastState ? { state: schedule.lastState, label: schedule.lastStateLabel } : "",
      ],
      links: may("task:edit") ? [{ to: `${path}/{id}/edit`, label: m.jobs_edit() }] : [],
      commands: [
        ...(may("task:run") ? [{ intent: "run", label: m.jobs_run_now() }] : []),
        ...(may("task:edit") && schedule.status === "T" ? [{ intent: "pause", label: m.jobs_pause() }] : []),
        ...(may("task:edit") && schedule.status === "F" ? [{ intent: "resume", label: m.jobs_resume() }] : []),
      ],
    })),
    pager: pagerView({ ...reply, capped: reply.otherData.capped }, query),
  };
}

const commands = {
  run: { method: scheduleRun, flash: "jobStarted" },
  pause: { method: schedulePause, flash: "suspended" },
  resume: { method: scheduleResume, flash: "resumed" },
} as const satisfies Record<string, { method: unknown; flash: FlashKey }>;

export async function action({ request, context }: ActionFunctionArgs) {
  const typed = typedOf(await request.formData());
  const intent = (Object.keys(commands) as (keyof typeof commands)[]).find((name) => name in typed);
  const id = intent ? (typed[intent] ?? "") : "";
  if (!intent || !/^[1-9]\d{0,14}$/.test(id)) throw new Response(null, { status: 400 });
  const { method, flash } = commands[intent];
  const tried = await attempt(context, () => context.dispatch.call<typeof method>(method, { id: Number(id) }));
  if (!tried.ok) return data({ notice: tried.refusal.notice }, tried.refusal.status);
  return done(context, context.path, flash);
}

export default function TaskList() {
  const answer = useActionData<typeof action>();
  const tools = (
    <Link className="button" to={log}>
      {m.jobs_log()}
    </Link>
  );
  return <ListFrame view={useLoaderData<typeof loader>()} notice={answer?.notice} tools={tools} />;
}
