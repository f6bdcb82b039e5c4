/** What runs by itself (`/schedule/taskList`), with the way to what ran. */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { job } from "~/contract/platform/job-list";
import { schedule } from "~/contract/platform/schedule";
import { commandList, loadList } from "~/resource/load-list.server";
import { ListFrame } from "~/resource/parts/list-frame";
import { Link } from "~/widgets/link";

export const meta: MetaFunction = () => [{ title: m.jobs_task_title() }];

export async function loader(args: LoaderFunctionArgs) {
  const view = await loadList(args, schedule);
  const runs = { to: `${job.path}?scheduleId={id}`, label: m.jobs_log() };
  const rows = view.rows.map((row) => ({ ...row, links: [...(row.links ?? []), runs] }));
  return { ...view, rows, log: job.path };
}
export const action = (args: ActionFunctionArgs) => commandList(args, schedule);

export default function TaskList() {
  const { log, ...view } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const tools = (
    <Link className="button" to={log}>
      {m.jobs_log()}
    </Link>
  );
  return <ListFrame view={view} notice={answer?.notice} tools={tools} />;
}
