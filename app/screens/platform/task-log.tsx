/** Every run of background work (`/schedule/dispatchTaskLogInfo`): by schedule or asked for. */
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { type JobView, jobCancel, jobList, jobRetry } from "~/contract/platform/job";
import { attempt, done, typedOf } from "~/form/submission.server";
import { ListFrame } from "~/resource/parts/list-frame";
import { type FilterSpec, filterInputs, pagerView, readListQuery, sortOf } from "~/resource/parts/list-query.server";
import type { ListView } from "~/resource/parts/view";
import { Link } from "~/widgets/link";

export const meta: MetaFunction = () => [{ title: m.jobs_log_title() }];

export async function loader({ request, context }: LoaderFunctionArgs): Promise<ListView> {
  const filters: FilterSpec[] = [
    { name: "kind", label: m.jobs_name(), kind: "choice" },
    { name: "state", label: m.jobs_state(), kind: "choice" },
    { name: "createdAt", label: m.jobs_created(), kind: "days" },
  ];
  const query = readListQuery(new URL(request.url), filters, ["id", "createdAt"]);
  const reply = await context.dispatch.call(jobList, query.payload);
  const { options, capped } = reply.otherData;
  const mayRun = context.user?.sysButtonRolePOSet.some(({ code }) => code === "task:run") ?? false;
  return {
    title: m.jobs_log_title(),
    path: "/schedule/dispatchTaskLogInfo",
    create: null,
    filters: filterInputs(filters, query, options),
    filtered: query.filtered,
    columns: [
      { label: m.jobs_name() },
      { label: m.jobs_state() },
      { label: m.jobs_progress(), numeric: true },
      { label: m.jobs_outcome() },
      { label: m.jobs_attempts(), numeric: true },
      { label: m.jobs_by() },
      { label: m.jobs_created(), sort: sortOf("createdAt", m.jobs_created(), query) },
      { label: m.jobs_started() },
      { label: m.jobs_finished() },
    ],
    rows: reply.records.map((job) => ({
      id: job.id,
      cells: [
        job.name,
        {
          state: job.state,
          label: job.cancelAsked && job.state === "running" ? m.jobs_cancel_asked() : job.stateLabel,
        },
        progressOf(job),
        job.outcome || job.error,
        String(job.attempts),
        job.accountName || m.jobs_by_schedule(),
        job.createdAt,
        job.startedAt,
        job.finishedAt,
      ],
      commands: mayRun ? commandsOf(job) : undefined,
    })),
    pager: pagerView({ ...reply, capped }, query),
  };
}

function progressOf({ done: rows, total }: JobView): string {
  return total === null ? (rows > 0 ? String(rows) : "") : `${rows} / ${total}`;
}

function commandsOf({ state, cancelAsked }: JobView): { intent: string; label: string }[] {
  if (state === "failed" || state === "cancelled") return [{ intent: "retry", label: m.jobs_retry() }];
  const mayEnd = (state === "waiting" || state === "running") && !cancelAsked;
  return mayEnd ? [{ intent: "cancel", label: m.jobs_cancel() }] : [];
}

export async function action({ request, context }: ActionFunctionArgs) {
  const typed = typedOf(await request.formData());
  const intent = "cancel" in typed ? "cancel" : "retry";
  const id = typed[intent] ?? "";
  if (!/^[1-9]\d{0,14}$/.test(id)) throw new Response(null, { status: 400 });
  const method = intent === "cancel" ? jobCancel : jobRetry;
  const tried = await attempt(context, () => context.dispatch.call(method, { id: Number(id) }));
  if (!tried.ok) return data({ notice: tried.refusal.notice }, tried.refusal.status);
  return done(context, context.path, intent === "cancel" ? "jobCancelled" : "jobStarted");
}

export default function TaskLog() {
  const answer = useActionData<typeof action>();
  const tools = (
    <Link className="button" to="/schedule/taskList">
      {m.jobs_task_title()}
    </Link>
  );
  return <ListFrame view={useLoaderData<typeof loader>()} notice={answer?.notice} tools={tools} />;
}
