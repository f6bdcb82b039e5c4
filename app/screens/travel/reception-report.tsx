/** Reception tickets of a year (`/travelInfo/reception/report`): quotas, and what was issued by department and month with its face value. */
import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { formatYuan as yuan } from "~/contract/money";
import { receptionReport } from "~/contract/travel/reception";
import { AmountCells } from "~/widgets/amount-cells";
import { Link } from "~/widgets/link";
import { PrintButton } from "~/widgets/print/print-sheet";
import { NamedTable, PeriodForm } from "./period-form";

const list = "/travelInfo/reception";
export const handle = { menu: list };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const asked = new URL(request.url).searchParams.get("year") ?? "";
  const isYear = /^(20\d\d|21\d\d)$/.test(asked);
  const found = await context.dispatch.call(receptionReport, isYear ? { year: Number(asked) } : {});
  const wrong = asked !== "" && !isYear;
  return data({ ...found, wrong, title: m.reception_title({ year: found.year }) }, wrong ? 422 : 200);
}

export const meta: MetaFunction<typeof loader> = ({ data: loaded }) => [{ title: loaded?.title ?? "" }];

type View = ReturnType<typeof useLoaderData<typeof loader>>;

export default function ReceptionReport() {
  const view = useLoaderData<typeof loader>();
  const { title, year, wrong } = view;
  return (
    <div className="page">
      <header className="page-head">
        <h1>{title}</h1>
        <div className="toolbar no-print">
          <PrintButton />
          <Link className="button" to={list}>
            {m.fun_reception_tickets()}
          </Link>
          <Link className="button" to={`${list}/quotas`}>
            {m.reception_quotas()}
          </Link>
        </div>
      </header>
      <PeriodForm by="year" value={year} wrong={wrong} />
      <Quotas view={view} />
      <Issued view={view} />
    </div>
  );
}

function Quotas({ view: { quotas } }: { view: View }) {
  return (
    <section className="panel">
      <h2>{m.reception_quotas()}</h2>
      {quotas.length === 0 ? (
        <p className="empty">{m.reception_quotas_none()}</p>
      ) : (
        <NamedTable
          label={m.reception_quotas()}
          head={
            <>
              <th scope="col">{m.reception_host()}</th>
              {[m.reception_quota_tickets, m.reception_used, m.reception_left].map((label) => (
                <th scope="col" className="num" key={label()}>
                  {label()}
                </th>
              ))}
            </>
          }
        >
          {quotas.map(({ department, tickets, used, left }) => (
            <tr key={department}>
              <th scope="row">{department}</th>
              <AmountCells cells={[tickets, used, left].map(String)} />
            </tr>
          ))}
        </NamedTable>
      )}
    </section>
  );
}

function Issued({ view: { rows, total } }: { view: View }) {
  return (
    <section className="panel">
      <h2>{m.reception_by_month()}</h2>
      {rows.length === 0 ? (
        <p className="empty">{m.reception_none()}</p>
      ) : (
        <NamedTable
          label={m.reception_by_month()}
          head={
            <>
              <th scope="col">{m.reception_host()}</th>
              <th scope="col">{m.reception_month()}</th>
              {[m.reception_requests(), m.reception_count(), m.reception_face_value() + m.engine_yuan()].map(
                (label) => (
                  <th scope="col" className="num" key={label}>
                    {label}
                  </th>
                ),
              )}
            </>
          }
        >
          {rows.map(({ department, month, requests, tickets, faceValue }) => (
            <tr key={`${department}/${month}`}>
              <th scope="row">{department}</th>
              <td>{month}</td>
              <AmountCells cells={[String(requests), String(tickets), yuan(faceValue)]} />
            </tr>
          ))}
          <tr className="table-sum">
            <th scope="row" colSpan={2}>
              {m.reception_total()}
            </th>
            <AmountCells cells={[String(total.requests), String(total.tickets), yuan(total.faceValue)]} />
          </tr>
        </NamedTable>
      )}
    </section>
  );
}
