/** Who is expected on a day (`/ticket/reservationList/day`): sums by slot, everybody by slot, for the desk and for paper. */
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { daySheetMost, reservationDay } from "~/contract/ticket/reservation";
import { DayInput } from "~/form/day-input";
import { labelOf, loadLabels } from "~/screens/labels.server";
import { dayFrom } from "~/screens/query.server";
import { Link } from "~/widgets/link";
import { PrintButton } from "~/widgets/print/print-sheet";
import { StateBadge } from "~/widgets/state-badge";
import { TableFrame } from "~/widgets/table-frame";
import "./reservation.css";

const path = "/ticket/reservationList";

export const handle = { menu: path };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const wanted = dayFrom(request, "day", "");
  const text = new URL(request.url).searchParams.get("slot") ?? "";
  const slot = /^\d\d:\d\d-\d\d:\d\d$/.test(text) ? text : "";
  const [sheet, labels] = await Promise.all([
    context.dispatch.call(reservationDay, { ...(wanted && { day: wanted }), ...(slot && { slot }) }),
    loadLabels(context, "reservationState"),
  ]);
  const sum = (of: (one: (typeof sheet.slots)[number]) => number) => sheet.slots.reduce((all, one) => all + of(one), 0);
  return {
    day: sheet.day,
    slot,
    title: m.reservation_day_title({ day: sheet.day }),
    slots: sheet.slots.map((one) => ({
      ...one,
      name: one.slot || m.reservation_all_day(),
      still: one.booked - one.arrived,
    })),
    total: {
      booked: sum((one) => one.booked),
      arrived: sum((one) => one.arrived),
      still: sum((one) => one.booked - one.arrived),
      cancelled: sum((one) => one.cancelled),
      noShow: sum((one) => one.noShow),
    },
    rows: sheet.rows.map((row) => ({ ...row, stateLabel: labelOf(labels, "reservationState", row.state) })),
    more: sheet.more ? m.reservation_more({ n: daySheetMost }) : "",
  };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "" }];

export default function ReservationDay() {
  const view = useLoaderData<typeof loader>();
  return (
    <div className="page">
      <header className="page-head">
        <h1>{view.title}</h1>
        <div className="toolbar no-print">
          <PrintButton />
          <Link className="button" to={`${path}/new?visitDay=${view.day}`}>
            {m.reservation_new()}
          </Link>
          <Link className="button" to={path}>
            {m.reservation_list()}
          </Link>
        </div>
      </header>
      <Form method="get" className="panel reservation-day no-print" key={`${view.day}${view.slot}`}>
        <div className="field">
          <label htmlFor="day">{m.reservation_visit_day()}</label>
          <DayInput className="input" id="day" name="day" defaultValue={view.day} />
        </div>
        <div className="field">
          <label htmlFor="slot">{m.sale_slot()}</label>
          <select className="input" id="slot" name="slot" defaultValue={view.slot}>
            <option value="">{m.reservation_all_slots()}</option>
            {view.slots
              .filter(({ slot }) => slot !== "")
              .map(({ slot }) => (
                <option key={slot}>{slot}</option>
              ))}
          </select>
        </div>
        <button className="button button-primary">{m.reservation_show_day()}</button>
      </Form>
      {view.slots.length === 0 ? (
        <p className="empty">{m.reservation_nobody()}</p>
      ) : (
        <>
          <Sums view={view} />
          {view.more && <p className="notice notice-warn">{view.more}</p>}
          <div className="reservation-everybody">
            <Everybody rows={view.rows} title={view.title} />
          </div>
        </>
      )}
    </div>
  );
}

type View = ReturnType<typeof useLoaderData<typeof loader>>;

function Sums({ view: { slots, total } }: { view: View }) {
  const figures = (one: View["total"]) => [one.booked, one.arrived, one.still, one.cancelled, one.noShow];
  const heads = [
    m.reservation_expected,
    m.reservation_arrived,
    m.reservation_still,
    m.reservation_cancelled_persons,
    m.reservation_missed_persons,
  ];
  return (
    <TableFrame label={m.sale_slot()}>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{m.sale_slot()}</th>
            {heads.map((head) => (
              <th key={head()} scope="col" className="num">
                {head()}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...slots, { ...total, slot: "*", name: m.reservation_total() }].map((one) => (
            <tr key={one.slot} className={one.slot === "*" ? "table-sum" : undefined}>
              <th scope="row">{one.name}</th>
              {figures(one).map((n, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the columns are always the same
                <td key={place} className="num">
                  {n}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  );
}

function Everybody({ rows, title }: { rows: View["rows"]; title: string }) {
  return (
    <TableFrame label={title}>
      <table className="table">
        <caption className="visually-hidden">{title}</caption>
        <thead>
          <tr>
            <th scope="col">{m.sale_slot()}</th>
            <th scope="col">{m.reservation_name()}</th>
            <th scope="col">{m.reservation_identity()}</th>
            <th scope="col">{m.reservation_mobile()}</th>
            <th scope="col" className="num">
              {m.reservation_persons()}
            </th>
            <th scope="col" className="num">
              {m.reservation_arrived()}
            </th>
            <th scope="col">{m.status()}</th>
            <th scope="col">{m.reservation_no()}</th>
            <th scope="col" className="reservation-sign">
              {m.reservation_sign()}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td>{row.slot || m.reservation_all_day()}</td>
              <td>{row.name}</td>
              <td>{row.identity}</td>
              <td>{row.mobile}</td>
              <td className="num">{row.persons}</td>
              <td className="num">{row.arrived || ""}</td>
              <td>
                <StateBadge state={row.state} label={row.stateLabel} />
              </td>
              <td>
                <Link to={`${path}/${row.id}`}>{row.orderNo}</Link>
              </td>
              <td className="reservation-sign" />
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  );
}
