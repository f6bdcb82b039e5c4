/** An export under way or done (`/exports/7`): progress, cancel, and the file for the one who asked for it. */
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useRevalidator } from "@remix-run/react";
import { useEffect } from "react";
import { m } from "~/contract/messages";
import { ownJob, ownJobCancel } from "~/contract/platform/job";
import { FormNotice } from "~/form/form-notice";
import { attempt } from "~/form/submission.server";

export const meta: MetaFunction = () => [{ title: m.jobs_kind_export() }];

/** Without scripts the document reloads itself until there is nothing more to wait for. */
export function headers({ loaderHeaders }: { loaderHeaders: Headers }) {
  const refresh = loaderHeaders.get("refresh");
  return { "cache-control": "no-store", ...(refresh && { refresh }) };
}

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
  const { revalidate } = useRevalidator();
  const { underWay } = job;
  useEffect(() => {
    if (!underWay) return;
    const timer = setInterval(revalidate, 1_000);
    return () => clearInterval(timer);
  }, [underWay, revalidate]);
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

function UnderWay({ job: { id, done, total, stateLabel, cancelAsked } }: { job: Job }) {
  return (
    <>
      <p>
        <label htmlFor="export-progress">{cancelAsked ? m.jobs_cancel_asked() : stateLabel}</label>{" "}
        <progress id="export-progress" max={total ?? undefined} value={total === null ? undefined : done} />{" "}
        {total !== null && `${done} / ${total}`}
      </p>
      {/* One may go elsewhere: the job goes on, and the task keeps its address. */}
      <p className="dim">{m.jobs_export_leave()}</p>
      {!cancelAsked && (
        <Form method="post" action={`/exports/${id}`} className="actions" reloadDocument>
          <button className="button">{m.jobs_export_cancel()}</button>
        </Form>
      )}
    </>
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
