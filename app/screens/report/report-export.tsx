/** Exporting a report: in which format, and whether it comes by itself from now on. */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { FormNotice } from "~/form/form-notice";
import { ExportChoices, formatLabels } from "~/resource/parts/export-choices";
import { Link } from "~/widgets/link";
import { loadReportExport, startReportExport } from "./load-report-export.server";

export const loader = (args: LoaderFunctionArgs) => loadReportExport(args);
export const action = (args: ActionFunctionArgs) => startReportExport(args);
export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "" }];

export default function ReportExport() {
  const { title, back, rows, formats, rhythms } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
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
        <p>{rows}</p>
        <ExportChoices
          name="format"
          legend={m.jobs_export_format()}
          options={formats.map((format) => ({ value: format, label: formatLabels[format]() }))}
        />
        <ExportChoices name="rhythm" legend={m.jobs_plan_legend()} options={rhythms} />
        <div className="actions">
          <Link className="button" to={back}>
            {m.engine_back()}
          </Link>
          <button className="button button-primary">{m.engine_export()}</button>
        </div>
      </Form>
    </div>
  );
}
