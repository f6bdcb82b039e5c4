/** Any report: period, filters, grouping, sums with the period before, a picture, and rows that lead on to what they are made of. */
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { Chart } from "~/widgets/chart/chart";
import { useHydrated } from "~/widgets/hydrated";
import { Link } from "~/widgets/link";
import { loadReport, type ReportView } from "./load-report.server";
import { ReportFilters } from "./report-filters";
import { ReportTable } from "./report-table";

export const loader = (args: LoaderFunctionArgs) => loadReport(args);
export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "" }];

export default function Report() {
  const view = useLoaderData<typeof loader>();
  if (view.print) return <PrintedReport view={view} print={view.print} />;
  return (
    <div className="page">
      <header className="page-head">
        <h1>{view.title}</h1>
        {view.table.rows.length > 0 && (
          <div className="toolbar">
            <Link className="button" to={view.links.print}>
              {m.report_print()}
            </Link>
            <Link className="button" to={view.links.export}>
              {m.engine_export()}
            </Link>
          </div>
        )}
      </header>
      <ReportFilters view={view} />
      {view.problem && (
        <p className="notice notice-warn" role="alert">
          {view.problem}
        </p>
      )}
      <ReportBody view={view} />
    </div>
  );
}

function ReportBody({ view }: { view: ReportView }) {
  const { empty, table } = view;
  if (table.rows.length === 0) {
    return (
      <section className="panel report-empty">
        <p className="empty">{empty.text}</p>
        <p className="actions">
          {empty.ways.map(({ label, to }) => (
            <Link key={to} className="button" to={to}>
              {label}
            </Link>
          ))}
        </p>
      </section>
    );
  }
  return (
    <>
      <Sums view={view} />
      {view.chart && (
        <section className="panel">
          <Chart {...view.chart} format={(value) => value.toLocaleString("en-US")} figures={false} />
        </section>
      )}
      <section className="panel">
        <ReportTable view={view} />
        {view.note && <p className="dim">{view.note}</p>}
        <details className="report-about">
          <summary>{m.report_about()}</summary>
          <p>{view.about}</p>
        </details>
      </section>
    </>
  );
}

function Sums({ view: { figures, compared } }: { view: ReportView }) {
  return (
    <section className="panel">
      <dl className="report-sums">
        {figures.map(({ label, value, before, change }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <strong>{value}</strong>
              <span className="dim">
                {before}
                {change && ` · ${change}`}
              </span>
            </dd>
          </div>
        ))}
      </dl>
      <p className="dim">{compared}</p>
    </section>
  );
}

function PrintedReport({ view, print }: { view: ReportView; print: NonNullable<ReportView["print"]> }) {
  const hydrated = useHydrated();
  return (
    <div className="page print-view">
      <div className="actions no-print">
        <Link className="button" to={print.back}>
          {m.report_print_back()}
        </Link>
        {hydrated && (
          <button type="button" className="button button-primary" onClick={() => window.print()}>
            {m.lists_print_now()}
          </button>
        )}
      </div>
      <h1>{view.title}</h1>
      <p className="dim">{[view.period, ...view.said, print.at].join(" · ")}</p>
      <ReportBody view={view} />
    </div>
  );
}
