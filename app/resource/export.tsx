/** Exporting a list: what, in which format, and not before one has said so. */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { FormNotice } from "~/form/form-notice";
import { Link } from "~/widgets/link";
import { loadExport, startExport } from "./load-export.server";
import { ExportChoices, formatLabels } from "./parts/export-choices";

export const loader = (args: LoaderFunctionArgs) => loadExport(args);
export const action = (args: ActionFunctionArgs) => startExport(args);
export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "" }];

export default function ListExport() {
  const { title, question, back, formats, found, scopes, note, rhythms, ways } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const nothing = scopes.length === 0;
  return (
    <div className="page">
      <header className="page-head">
        <h1>{title}</h1>
        <Link className="button" to="/exports/plans">
          {m.jobs_plan_title()}
        </Link>
      </header>
      <FormNotice notice={answer?.notice} />
      {/* Progress is shown by a document that reloads itself. */}
      <Form method="post" className="panel" reloadDocument>
        <input type="hidden" name="found" value={found} />
        <p className={nothing ? "notice notice-warn" : undefined}>{question}</p>
        {!nothing && (
          <>
            <ExportChoices name="scope" legend={m.jobs_export_scope()} options={scopes} />
            {note && <p className="dim">{note}</p>}
            <ExportChoices
              name="format"
              legend={m.jobs_export_format()}
              options={formats.map((format) => ({ value: format, label: formatLabels[format]() }))}
            />
            <ExportChoices name="rhythm" legend={m.jobs_plan_legend()} options={rhythms} />
            {ways.length > 0 && <ExportChoices name="way" legend={m.jobs_plan_ways()} options={ways} />}
          </>
        )}
        <div className="actions">
          <Link className="button" to={back}>
            {m.engine_back()}
          </Link>
          {!nothing && <button className="button button-primary">{m.engine_export()}</button>}
        </div>
      </Form>
    </div>
  );
}
