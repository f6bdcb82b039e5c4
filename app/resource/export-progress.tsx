/** An export under way or done (`/exports/7`): progress, cancel, and the file for the one who asked for it. */
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { ownJob, ownJobCancel } from "~/contract/platform/job";
import { FormNotice } from "~/form/form-notice";
import { attempt } from "~/form/submission.server";
import { JobProgress, refreshHeaders, useLookAgain } from "./parts/job-progress";

export const meta: MetaFunction = () => [{ title: m.jobs_kind_export() }];

export const headers = refreshHeaders;

function idOf({ params }: LoaderFunctionArgs): number {
  if (!/^[1-9]\d{0,14}$/.test(params.id ?? "")) throw new Response(null, { status: 404 });
  return Number(params.id);
}

export async function loader(args: LoaderFunctionArgs) {
  const { id, state, stateLabel, done, total, error, outcome, cancelAsked } = await args.context.dispatch.call(ownJob, {
    id: idOf(args),
  });
  const underWay = state === "waiting" || state === "running";
  const init = underWay ? { headers: { refresh: "3" } } : {};
  return data({ id, state, stateLabel, done, total, error, outcome, cancelAsked, underWay }, init);
}

export async function action(args: ActionFunctionArgs) {
  const id = idOf(args);
  const cancelled = await attempt(args.context, () => args.context.dispatch.call(ownJobCancel, { id }));
  if (!cancelled.ok) return data({ notice: cancelled.refusal.notice }, cancelled.refusal.status);
  return redirect(`/exports/${id}`, 303);
}

export default function ExportProgress() {
  const job = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { underWay } = job;
  useLookAgain(underWay);
  return (
    <div className="page">
      <header className="page-head">
        <h1>{m.jobs_kind_export()}</h1>
      </header>
      <FormNotice notice={answer?.notice} />
      <section className="panel" aria-live="polite">
        {underWay ? <UnderWay job={job} /> : <Ended job={job} />}
      </section>
    </div>
  );
}

type Job = ReturnType<typeof useLoaderData<typeof loader>>;

function UnderWay({ job }: { job: Job }) {
  const label = job.cancelAsked ? m.jobs_cancel_asked() : job.stateLabel;
  const here = `/exports/${job.id}`;
  return (
    <JobProgress job={job} label={label} leave={m.jobs_export_leave()} here={here} cancel={m.jobs_export_cancel()} />
  );
}

function Ended({ job: { id, state, error, outcome } }: { job: Job }) {
  if (state === "done") {
    return (
      <>
        <p className="notice notice-good" role="status">
          {m.jobs_export_done()} {outcome}
        </p>
        <div className="actions">
          <a className="button button-primary" href={`/exports/${id}/file`} download>
            {m.engine_download()}
          </a>
        </div>
      </>
    );
  }
  if (state === "cancelled") return <p className="notice notice-warn">{m.jobs_export_cancelled()}</p>;
  return <p className="notice notice-bad">{error || m.jobs_state_failed()}</p>;
}
