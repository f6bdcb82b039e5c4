/** Every run of background work (`/schedule/dispatchTaskLogInfo`): by schedule or asked for. */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { job } from "~/contract/platform/job-list";
import { schedule } from "~/contract/platform/schedule";
import { commandList, loadList } from "~/resource/load-list.server";
import { ListFrame } from "~/resource/parts/list-frame";
import { Link } from "~/widgets/link";

export const meta: MetaFunction = () => [{ title: m.jobs_log_title() }];

export async function loader(args: LoaderFunctionArgs) {
  return { ...(await loadList(args, job)), schedules: schedule.path };
}
export const action = (args: ActionFunctionArgs) => commandList(args, job);

export default function TaskLog() {
  const { schedules, ...view } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const tools = (
    <Link className="button" to={schedules}>
      {m.jobs_task_title()}
    </Link>
  );
  return <ListFrame view={view} notice={answer?.notice} tools={tools} />;
}
