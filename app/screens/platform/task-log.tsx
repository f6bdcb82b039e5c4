/** Every run of background work (`/schedule/dispatchTaskLogInfo`): by schedule or asked for. */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { jobCancel, jobRetry } from "~/contract/platform/job";
import { job } from "~/contract/platform/job-list";
import { commandList, loadList, type RowCommand } from "~/resource/load-list.server";
import { ListFrame } from "~/resource/parts/list-frame";
import { Link } from "~/widgets/link";

export const meta: MetaFunction = () => [{ title: m.jobs_log_title() }];

const shared = { button: "task:run", single: true } as const;
const commands: RowCommand[] = [
  {
    ...{ ...shared, intent: "cancel", label: m.jobs_cancel, method: jobCancel, flash: "jobCancelled" },
    when: (state) => state === "waiting" || state === "running",
  },
  {
    ...{ ...shared, intent: "retry", label: m.jobs_retry, method: jobRetry, flash: "jobStarted" },
    when: (state) => state === "failed" || state === "cancelled",
  },
];

export const loader = (args: LoaderFunctionArgs) => loadList(args, job, commands);
export const action = (args: ActionFunctionArgs) => commandList(args, job, commands);

export default function TaskLog() {
  const answer = useActionData<typeof action>();
  const tools = (
    <Link className="button" to="/schedule/taskList">
      {m.jobs_task_title()}
    </Link>
  );
  return <ListFrame view={useLoaderData<typeof loader>()} notice={answer?.notice} tools={tools} />;
}
