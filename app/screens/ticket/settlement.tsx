/** What is to be settled by sub-tickets (`/ticket/sonTkSettle`): by sub-ticket and day, and by whom it goes to. */
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { DayInput } from "~/form/day-input";
import { AmountCells } from "~/widgets/amount-cells";
import { Link } from "~/widgets/link";
import { paperOf } from "~/widgets/print/paper.server";
import { Printable, PrintLink } from "~/widgets/print/printable";
import { TableFrame } from "~/widgets/table-frame";
import { loadSettlement } from "./load-settlement.server";

const path = "/ticket/sonTkSettle";

export const handle = { menu: "/ticket/sonTkInfo" };
export const meta: MetaFunction = () => [{ title: m.sub_ticket_settlement() }];
export async function loader(args: LoaderFunctionArgs) {
  return { ...(await loadSettlement(args)), paper: paperOf(args) };
}

type View = Awaited<ReturnType<typeof loadSettlement>>;

export default function Settlement() {
  const view = useLoaderData<typeof loader>();
  return (
    <Printable paper={view.paper}>
      <header className="page-head">
        <h1>{m.sub_ticket_settlement()}</h1>
        <div className="toolbar">
          <PrintLink paper={view.paper} />
        </div>
      </header>
      <Form
        method="get"
        action={path}
        className="filters panel"
        role="search"
        key={`${view.from} ${view.to} ${view.type}`}
      >
        <div className="field">
          <label htmlFor="settle-from">{m.cash_up_from()}</label>
          <DayInput id="settle-from" name="from" defaultValue={view.from} />
        </div>
        <div className="field">
          <label htmlFor="settle-to">{m.cash_up_to()}</label>
          <DayInput id="settle-to" name="to" defaultValue={view.to} />
        </div>
        <div className="field">
          <label htmlFor="settle-type">{m.ticket_type()}</label>
          <select id="settle-type" name="type" defaultValue={view.type}>
            <option value="">{m.sub_ticket_all_types()}</option>
            {view.types.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </div>
        <button className="button button-primary">{m.engine_filter()}</button>
        <Link className="button" to="/ticket/sonTkInfo">
          {m.fun_son_tk_info()}
        </Link>
      </Form>
      {view.problem && (
        <p className="notice notice-warn" role="alert">
          {view.problem}
        </p>
      )}
      <section className="panel">
        <h2>{view.heading}</h2>
        {view.groups.length === 0 ? <p className="empty">{m.sub_ticket_none()}</p> : <Sums view={view} />}
      </section>
    </Printable>
  );
}

const amounts = [m.sub_ticket_sold, m.sub_ticket_given_back, m.sub_ticket_due];

/** A sub-ticket at a time; at the end whom it goes to, and everything together. */
function Sums({ view: { groups, parties, sum } }: { view: View }) {
  return (
    <TableFrame label={m.sub_ticket_settlement()}>
      <table className="table">
        <caption className="visually-hidden">{m.sub_ticket_settlement()}</caption>
        <thead>
          <tr>
            <th scope="col">{m.sub_ticket_day()}</th>
            <th scope="col" className="num">
              {m.sub_ticket_tickets()}
            </th>
            {amounts.map((label) => (
              <th key={label()} scope="col" className="num">
                {label() + m.engine_yuan()}
              </th>
            ))}
          </tr>
        </thead>
        {groups.map((group) => (
          <Group key={group.key} group={group} />
        ))}
        <tbody>
          <tr>
            <th scope="rowgroup" colSpan={amounts.length + 2}>
              <strong>{m.sub_ticket_to()}</strong>
            </th>
          </tr>
          {parties.map(({ party, cells }) => (
            <tr key={party}>
              <th scope="row">{party}</th>
              <AmountCells cells={cells} />
            </tr>
          ))}
          <tr className="table-sum">
            <th scope="row">{m.sub_ticket_all()}</th>
            <AmountCells cells={sum} />
          </tr>
        </tbody>
      </table>
    </TableFrame>
  );
}

function Group({ group }: { group: View["groups"][number] }) {
  return (
    <tbody>
      <tr>
        <th scope="rowgroup" colSpan={amounts.length + 2}>
          <strong>
            {group.ticketTypeName} · {group.name}
          </strong>{" "}
          <small className="dim">{group.settleTo}</small>
        </th>
      </tr>
      {group.days.map(({ day, orders, cells }) => (
        <tr key={day}>
          <th scope="row">
            <Link to={orders}>{day}</Link>
          </th>
          <AmountCells cells={cells} />
        </tr>
      ))}
      <tr className="table-sum">
        <th scope="row">
          <Link to={group.orders}>{m.sub_ticket_sum()}</Link>
        </th>
        <AmountCells cells={group.sum} />
      </tr>
    </tbody>
  );
}
