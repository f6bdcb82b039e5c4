/** One import (`<list>/import/7`): how far it is, what is wrong in which cell, writing it, and taking it back. */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import type { ImportView } from "~/contract/import";
import { m } from "~/contract/messages";
import { FormNotice } from "~/form/form-notice";
import { Link } from "~/widgets/link";
import { type ImportPageView, loadRun, press } from "./load-import.server";
import { ImportBadge } from "./parts/import-badge";
import { ImportPreview } from "./parts/import-preview";
import { JobProgress, refreshHeaders, useLookAgain } from "./parts/job-progress";

export const loader = (args: LoaderFunctionArgs) => loadRun(args);
export const action = (args: ActionFunctionArgs) => press(args);
export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "" }];

export const headers = refreshHeaders;

export default function ImportRun() {
  const page = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { view, underWay } = page;
  useLookAgain(underWay);
  return (
    <div className="page import-page">
      <header className="page-head">
        <h1>{page.title}</h1>
        <div className="toolbar">
          <Link className="button" to={page.back}>
            {m.imports_to_list()}
          </Link>
        </div>
      </header>
      <FormNotice notice={answer?.notice} />
      <section className="panel" aria-live="polite">
        <p>
          {view.fileName} <ImportBadge state={view.state} />
        </p>
        {view.problem && <p className="notice notice-bad">{view.problem}</p>}
        {underWay ? <UnderWay page={page} /> : <Standing page={page} />}
      </section>
      {!underWay && view.rows > 0 && <ImportPreview page={page} />}
    </div>
  );
}

function UnderWay({ page: { view, here } }: { page: ImportPageView }) {
  const label = view.cancelAsked ? m.jobs_cancel_asked() : m.imports_progress();
  return <JobProgress job={view} label={label} leave={m.imports_leave()} here={here} cancel={m.imports_cancel()} />;
}

function Standing({ page }: { page: ImportPageView }) {
  const { view, again, here } = page;
  const { state } = view;
  return (
    <>
      {state === "done" && (
        <p className="notice notice-good" role="status">
          {m.imports_done()}
        </p>
      )}
      {state === "undone" && (
        <p className="notice notice-warn" role="status">
          {m.imports_undone()}
        </p>
      )}
      {view.rows > 0 && <Summary view={view} />}
      {page.asksUndo ? <AskUndo page={page} /> : state === "checked" && view.good > 0 && <RunForm page={page} />}
      <div className="actions">
        {page.next && (
          <Link className="button button-primary" to={page.next.to}>
            {page.next.label}
          </Link>
        )}
        <Link className="button" to={again}>
          {m.imports_again()}
        </Link>
        {view.bad + view.kept > 0 && (
          <a className="button" href={`${here}/errors`} download>
            {m.imports_errors_download()}
          </a>
        )}
        {view.mayUndo && !page.asksUndo && (
          <Link className="button button-danger" to={`${here}?ask=undo`}>
            {m.imports_undo()}
          </Link>
        )}
      </div>
    </>
  );
}

function Summary({ view }: { view: ImportView }) {
  const { rows, good, changing, same, bad, imported, changed, undone, kept } = view;
  const change = view.existing === "change";
  const counts = [
    [rows, m.imports_summary_rows],
    [change ? good - changing : good, change ? m.imports_summary_new : m.imports_summary_good],
    [changing, m.imports_summary_change],
    [same, m.imports_summary_same],
    [bad, m.imports_summary_bad],
    [imported - changed, change ? m.imports_summary_made : m.imports_summary_imported],
    [changed, m.imports_summary_changed],
    [undone, m.imports_summary_undone],
    [kept, m.imports_summary_kept],
  ] as const;
  return (
    <ul className="import-summary">
      {counts.map(([n, text]) => n > 0 && <li key={text({ n: 0 })}>{text({ n })}</li>)}
    </ul>
  );
}

function RunForm({ page: { view, here } }: { page: ImportPageView }) {
  const { good, bad, imported } = view;
  const mayAll = bad === 0 && imported === 0;
  return (
    <Form method="post" action={here} reloadDocument>
      <fieldset className="export-choices">
        <legend>{m.imports_mode()}</legend>
        <label>
          <input type="radio" name="mode" value="all" defaultChecked={mayAll} disabled={!mayAll} />{" "}
          {m.imports_mode_all()}
        </label>
        <label>
          <input type="radio" name="mode" value="good" defaultChecked={!mayAll} /> {m.imports_mode_good({ n: good })}
        </label>
      </fieldset>
      <div className="actions">
        <button className="button button-primary" name="intent" value="run">
          {m.imports_run()}
        </button>
      </div>
    </Form>
  );
}

function AskUndo({ page: { view, here } }: { page: ImportPageView }) {
  return (
    <Form method="post" action={here} className="notice notice-warn" reloadDocument>
      <p>
        {view.changed > 0
          ? m.imports_undo_question_changed({ n: view.imported - view.changed, changed: view.changed })
          : m.imports_undo_question({ n: view.imported })}
      </p>
      <div className="actions">
        <Link className="button" to={here}>
          {m.engine_cancel()}
        </Link>
        <button className="button button-danger" name="intent" value="undo">
          {m.imports_undo_sure()}
        </button>
      </div>
    </Form>
  );
}
