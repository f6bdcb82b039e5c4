/** What each seller took, gave back and hands over (`/statistics/payments`), with deposits beside the takings. */
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { DayInput } from "~/form/day-input";
import { AmountCells } from "~/widgets/amount-cells";
import { Link } from "~/widgets/link";
import { paperOf } from "~/widgets/print/paper.server";
import { Printable, PrintLink } from "~/widgets/print/printable";
import { TableFrame } from "~/widgets/table-frame";
import { loadCashUp } from "./load-cash-up.server";

const path = "/statistics/payments";

export const handle = { menu: path };
export const meta: MetaFunction = () => [{ title: m.cash_up_title() }];
export async function loader(args: LoaderFunctionArgs) {
  return { ...(await loadCashUp(args)), paper: paperOf(args) };
}

type View = Awaited<ReturnType<typeof loadCashUp>>;

export default function CashUp() {
  const view = useLoaderData<typeof loader>();
  return (
    <Printable paper={view.paper}>
      <header className="page-head">
        <h1>{m.cash_up_title()}</h1>
        <div className="toolbar">
          <PrintLink paper={view.paper} />
          <Link className="button" to="/statistics/takings">
            {m.report_takings()}
          </Link>
        </div>
      </header>
      <Form
        method="get"
        action={path}
        className="filters panel"
        role="search"
        key={`${view.from} ${view.to} ${view.seller}`}
      >
        <div className="field">
          <label htmlFor="cash-up-from">{m.cash_up_from()}</label>
          <DayInput id="cash-up-from" name="from" defaultValue={view.from} />
        </div>
        <div className="field">
          <label htmlFor="cash-up-to">{m.cash_up_to()}</label>
          <DayInput id="cash-up-to" name="to" defaultValue={view.to} />
        </div>
        {(view.people.length > 1 || view.seller) && (
          <div className="field">
            <label htmlFor="cash-up-seller">{m.cash_up_seller()}</label>
            <select id="cash-up-seller" name="seller" defaultValue={view.seller}>
              <option value="">{m.cash_up_everybody()}</option>
              {view.people.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </div>
        )}
        <button className="button button-primary">{m.engine_filter()}</button>
        <Link className="button" to={path}>
          {m.engine_today()}
        </Link>
      </Form>
      {view.problem && (
        <p className="notice notice-warn" role="alert">
          {view.problem}
        </p>
      )}
      <section className="panel">
        <h2>{view.heading}</h2>
        {view.groups.length === 0 ? <p className="empty">{m.cash_up_none()}</p> : <Sums view={view} />}
      </section>
    </Printable>
  );
}

const columns = [
  m.cash_up_taken,
  m.cash_up_given_back,
  m.cash_up_corrected,
  m.cash_up_held_taken,
  m.cash_up_held_given_back,
  m.cash_up_due,
];

/** A seller at a time; of several, all of them together at the end. */
function Sums({ view: { groups, byType, sum } }: { view: View }) {
  return (
    <TableFrame label={m.cash_up_title()}>
      <table className="table">
        <caption className="visually-hidden">{m.cash_up_title()}</caption>
        <thead>
          <tr>
            <th scope="col">{m.cash_up_payment_type()}</th>
            {columns.map((label) => (
              <th key={label()} scope="col" className="num">
                {label() + m.engine_yuan()}
              </th>
            ))}
          </tr>
        </thead>
        {groups.map(({ id, name, rows, sum: own }) => (
          <Group key={id} name={name} rows={rows} sum={own} />
        ))}
        {groups.length > 1 && <Group name={m.cash_up_all()} rows={byType} sum={sum} />}
      </table>
    </TableFrame>
  );
}

function Group({ name, rows, sum }: { name: string; rows: string[][]; sum: string[] }) {
  return (
    <tbody>
      <tr>
        <th scope="rowgroup" colSpan={columns.length + 1}>
          <strong>{name}</strong>
        </th>
      </tr>
      {rows.map(([type = "", ...cells]) => (
        <tr key={type}>
          <th scope="row">{type}</th>
          <AmountCells cells={cells} />
        </tr>
      ))}
      <tr className="table-sum">
        <th scope="row">{m.cash_up_due_of({ name })}</th>
        <AmountCells cells={sum} />
      </tr>
    </tbody>
  );
}
