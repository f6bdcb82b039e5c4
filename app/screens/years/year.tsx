/** One closed year (`/dataBase/completeList/7?kind=payment`): what it holds by kind, a kind by month, and what differed. */
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { closedYearParts } from "~/contract/years/year";
import { yearsPath } from "~/contract/years/years-path";
import { commandDetail, loadDetail } from "~/resource/load-detail.server";
import { DetailPage } from "~/resource/parts/detail-page";
import { refreshHeaders, useLookAgain } from "~/resource/parts/job-progress";
import { PrintButton } from "~/widgets/print/print-sheet";
import { idIn } from "../query.server";
import { DifferencesTable, KindsTable, MonthsTable } from "./year-tables";

export const headers = refreshHeaders;

export async function loader(args: LoaderFunctionArgs) {
  const id = idIn(args.params);
  const asked = new URL(args.request.url).searchParams.get("kind") ?? "";
  const kind = /^[a-z_]{1,60}$/.test(asked) ? asked : "";
  const [view, held] = await Promise.all([
    loadDetail(args),
    args.context.dispatch.call(closedYearParts, { id, ...(kind !== "" && { kind }) }),
  ]);
  const underWay = held.job?.state === "waiting" || held.job?.state === "running";
  return data({ view, held, kind, underWay }, underWay ? { headers: { refresh: "3" } } : {});
}

export const action = (args: ActionFunctionArgs) => commandDetail(args);

export const meta: MetaFunction<typeof loader> = ({ data: loaded }) => [{ title: loaded?.view.heading ?? "" }];

export default function YearPage() {
  const { view, held, kind, underWay } = useLoaderData<typeof loader>();
  useLookAgain(underWay);
  const here = `${yearsPath}/${view.id}`;
  const chosen = held.kinds.find((one) => one.kind === kind);
  return (
    <DetailPage view={view} notice={useActionData<typeof action>()?.notice}>
      {held.job && underWay && (
        <section className="panel no-print">
          <p aria-live="polite">
            <label htmlFor="job-progress">{m.year_progress()}</label>{" "}
            <progress id="job-progress" max={held.job.total || 1} value={held.job.done} />{" "}
            {held.job.total > 0 && `${held.job.done} / ${held.job.total}`} <a href={here}>{m.year_refresh()}</a>
          </p>
        </section>
      )}
      {held.job && held.job.error !== "" && <p className="notice notice-bad">{held.job.error}</p>}
      <DifferencesTable rows={held.differences} />
      <section className="panel" aria-labelledby="year-holds">
        <div className="page-head">
          <h2 id="year-holds">{m.year_holds()}</h2>
          <PrintButton />
        </div>
        {held.kinds.length === 0 ? (
          <p className="empty">{m.year_empty()}</p>
        ) : (
          <>
            <KindsTable rows={held.kinds} here={here} chosen={kind} />
            <p className="dim">{m.year_amount_note()}</p>
          </>
        )}
      </section>
      {chosen && <MonthsTable label={m.year_months_of({ kind: chosen.label })} rows={held.months} />}
    </DetailPage>
  );
}
