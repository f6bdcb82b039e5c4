/** How far an agreed quantity is fulfilled (`/travelInfo/travelAgreedTicketNumDetail/7/standing`): what is missing to the next tier, and what it earns. */
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { formatYuan } from "~/contract/money";
import { agreedStanding } from "~/contract/travel/agreed-quantity";
import { labelOf, loadLabels } from "~/screens/labels.server";
import { Link } from "~/widgets/link";
import { PrintButton } from "~/widgets/print/print-sheet";
import { TableFrame } from "~/widgets/table-frame";
import { Fact } from "../card/card-steps";
import { idIn } from "../query.server";

const path = "/travelInfo/travelAgreedTicketNumDetail";

export const handle = { menu: path };

const grouped = (n: number) => String(n).replace(/\B(?=(\d{3})+$)/g, ",");

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idIn(params);
  const [standing, labels] = await Promise.all([
    context.dispatch.call(agreedStanding, { id }),
    loadLabels(context, "agreedQuantityState"),
  ]);
  const { admitted, tiers, months } = standing;
  const next = tiers.find(({ reached }) => !reached);
  const lacking = next ? grouped(next.atLeast - admitted) : "";
  const isFirst = next === tiers[0];
  const isBooked = standing.status === "booked";
  const came = standing.counts === "paid" ? m.agreed_admitted_paid() : m.agreed_admitted();
  return {
    id,
    partial: standing.partial,
    late:
      standing.toTakeBack > 0
        ? m.agreed_to_take_back({
            n: grouped(admitted - standing.counting),
            amount: formatYuan(standing.toTakeBack),
          })
        : "",
    title: m.agreed_title({ agency: standing.agency }),
    agency: context.mayOpen("/travel/agencyList") ? `/travel/agencyList/${standing.agencyId}` : "",
    next:
      standing.status !== "open"
        ? ""
        : !next
          ? m.agreed_top()
          : isFirst
            ? m.agreed_first({ n: lacking })
            : m.agreed_next({ n: lacking, amount: formatYuan(next.rebate) }),
    facts: [
      [m.agreed_code(), standing.code],
      [m.agreed_period(), `${standing.fromDay} ~ ${standing.toDay}`],
      [m.agreed_state(), labelOf(labels, "agreedQuantityState", standing.status)],
      [m.agreed_sold(), m.agreed_persons({ n: grouped(standing.sold) })],
      [came, m.agreed_persons({ n: grouped(admitted) })],
      ...(standing.unpaid > 0 ? [[m.agreed_unpaid(), m.agreed_persons({ n: grouped(standing.unpaid) })]] : []),
      [m.agreed_rebate_now() + m.engine_yuan(), formatYuan(standing.rebate)],
      [
        m.agreed_forecast(),
        standing.forecast === null ? m.agreed_early() : m.agreed_persons({ n: grouped(standing.forecast) }),
      ],
      [m.agreed_rebate_then() + m.engine_yuan(), formatYuan(standing.forecastRebate)],
      ...(isBooked
        ? [
            [m.agreed_counting(), m.agreed_persons({ n: grouped(standing.counting) })],
            [m.agreed_taken_back() + m.engine_yuan(), formatYuan(standing.takenBack)],
          ]
        : []),
      [m.agreed_reason(), standing.reason],
    ] as [string, string][],
    tiers: tiers.map(({ atLeast, rebate, reached }) => ({
      ...{ key: atLeast, reached, atLeast: grouped(atLeast), rebate: formatYuan(rebate) },
      says: reached ? m.agreed_reached() : m.agreed_lacking({ n: grouped(atLeast - admitted) }),
    })),
    cameLabel: came,
    months: months.map((one) => ({ month: one.month, sold: grouped(one.sold), admitted: grouped(one.admitted) })),
  };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "" }];

export default function AgreedStanding() {
  const { id, title, agency, partial, late, next, facts, tiers, cameLabel, months } = useLoaderData<typeof loader>();
  return (
    <div className="page">
      <header className="page-head">
        <h1>{title}</h1>
        <div className="toolbar no-print">
          <PrintButton />
          <Link className="button" to={`${path}/${id}`}>
            {m.agreed_one()}
          </Link>
          {agency && (
            <Link className="button" to={agency}>
              {m.travel_agency()}
            </Link>
          )}
        </div>
      </header>
      <section className="panel">
        {partial && <p className="notice notice-warn">{m.agreed_partial()}</p>}
        {late && (
          <p className="notice notice-warn" role="status">
            {late} <Link to={`${path}/${id}/takeBack`}>{m.agreed_take_back()}</Link>
          </p>
        )}
        {next && (
          <p className="notice" role="status">
            {next}
          </p>
        )}
        <dl className="facts">
          {facts.map(([label, value]) => (
            <Fact key={label} label={label} value={value} />
          ))}
        </dl>
      </section>
      <section className="panel">
        <h2>{m.agreed_tiers()}</h2>
        <TableFrame label={m.agreed_tiers()}>
          <table className="table">
            <caption className="visually-hidden">{m.agreed_tiers()}</caption>
            <thead>
              <tr>
                <th scope="col" className="num">
                  {m.agreed_at_least()}
                </th>
                <th scope="col" className="num">
                  {m.agreed_rebate() + m.engine_yuan()}
                </th>
                <th scope="col">{m.agreed_state()}</th>
              </tr>
            </thead>
            <tbody>
              {tiers.map((tier) => (
                <tr key={tier.key}>
                  <td className="num">{tier.atLeast}</td>
                  <td className="num">{tier.rebate}</td>
                  <td>{tier.reached ? <strong>{tier.says}</strong> : tier.says}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableFrame>
      </section>
      <section className="panel">
        <h2>{m.agreed_by_month()}</h2>
        {months.length === 0 ? (
          <p className="empty">{m.agreed_months_none()}</p>
        ) : (
          <TableFrame label={m.agreed_by_month()}>
            <table className="table">
              <caption className="visually-hidden">{m.agreed_by_month()}</caption>
              <thead>
                <tr>
                  <th scope="col">{m.agreed_month()}</th>
                  <th scope="col" className="num">
                    {m.agreed_sold()}
                  </th>
                  <th scope="col" className="num">
                    {cameLabel}
                  </th>
                </tr>
              </thead>
              <tbody>
                {months.map(({ month, sold, admitted }) => (
                  <tr key={month}>
                    <th scope="row">{month}</th>
                    <td className="num">{sold}</td>
                    <td className="num">{admitted}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </TableFrame>
        )}
      </section>
    </div>
  );
}
