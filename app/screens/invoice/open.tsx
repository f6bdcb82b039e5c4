/** Orders that are paid and not invoiced (`/invoice/list/open`): ticked, they go on one invoice. */

import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { invoiceOpenOrders } from "~/contract/invoice/invoice";
import { m } from "~/contract/messages";
import { formatYuan } from "~/contract/money";
import { DayInput } from "~/form/day-input";
import { OrderNo } from "~/screens/numbers";
import { opensOf } from "~/screens/opens.server";
import { AmountCells } from "~/widgets/amount-cells";
import { Link } from "~/widgets/link";
import { TableFrame } from "~/widgets/table-frame";
import { dayFrom } from "../query.server";

const path = "/invoice/list/open";

export const handle = { menu: "/invoice/list" };
export const meta: MetaFunction = () => [{ title: m.invoice_open() }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  const dayOf = (name: string) => {
    const day = dayFrom(request, name, "");
    return day === "" ? {} : { [name]: day };
  };
  const orderNo = (query.get("orderNo") ?? "").trim().slice(0, 40);
  const after = query.get("after") ?? "";
  const answer = await context.dispatch.call(invoiceOpenOrders, {
    ...{ orderNo, ...dayOf("from"), ...dayOf("to") },
    ...(/^[1-9]\d{0,14}$/.test(after) && { after: Number(after) }),
  });
  return { ...answer, orderNo, opens: opensOf(context) };
}

type View = Awaited<ReturnType<typeof loader>>;

export default function OpenOrders() {
  const view = useLoaderData<typeof loader>();
  const { from, to, orderNo, rows, owed } = view;
  return (
    <div className="page">
      <header className="page-head">
        <h1>{m.invoice_open()}</h1>
        <div className="toolbar">
          <Link className="button" to="/invoice/list">
            {m.fun_invoice_list()}
          </Link>
        </div>
      </header>
      <p className="dim">{m.invoice_open_lead()}</p>
      <Form method="get" action={path} className="filters panel" role="search" key={`${from}${to}${orderNo}`}>
        <div className="field">
          <label htmlFor="invoice-order">{m.order_no()}</label>
          <input className="input" id="invoice-order" name="orderNo" maxLength={40} defaultValue={orderNo} />
        </div>
        <div className="field">
          <label htmlFor="invoice-from">{m.invoice_from()}</label>
          <DayInput className="input" id="invoice-from" name="from" defaultValue={from} />
        </div>
        <div className="field">
          <label htmlFor="invoice-to">{m.invoice_to()}</label>
          <DayInput className="input" id="invoice-to" name="to" defaultValue={to} />
        </div>
        <button className="button button-primary">{m.engine_filter()}</button>
      </Form>
      <section className="panel">
        {rows.length === 0 ? <p className="empty">{m.invoice_open_none()}</p> : <Orders view={view} />}
        {view.more && (
          <nav className="toolbar" aria-label={m.invoice_open()}>
            <Link to={`${path}?${new URLSearchParams({ from, to, orderNo, after: String(view.last) })}`}>
              {m.invoice_open_more()}
            </Link>
          </nav>
        )}
      </section>
      {owed.length > 0 && <Owed owed={owed} opens={view.opens} />}
    </div>
  );
}

function Orders({ view: { rows, sum } }: { view: View }) {
  return (
    <form method="get" action="/invoice/list/request">
      <TableFrame label={m.invoice_open()}>
        <table className="table">
          <caption className="visually-hidden">{m.invoice_open()}</caption>
          <thead>
            <tr>
              <th scope="col" className="tick">
                <span className="visually-hidden">{m.invoice_open_choose()}</span>
              </th>
              <th scope="col">{m.order_no()}</th>
              <th scope="col" className="num">
                {m.invoice_open_left() + m.engine_yuan()}
              </th>
              <th scope="col" className="num">
                {m.invoice_open_paid() + m.engine_yuan()}
              </th>
              <th scope="col">{m.order_channel()}</th>
              <th scope="col">{m.invoice_party()}</th>
              <th scope="col">{m.order_contact()}</th>
              <th scope="col">{m.order_created()}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                <td className="tick">
                  <input
                    type="checkbox"
                    name="orders"
                    value={row.id}
                    aria-label={m.invoice_open_pick({ orderNo: row.orderNo })}
                  />
                </td>
                <th scope="row">
                  <Link to={`/invoice/list/request?orders=${row.id}`}>{row.orderNo}</Link>
                </th>
                <AmountCells cells={[formatYuan(row.left), formatYuan(row.paid)]} />
                <td>{row.channel}</td>
                <td>{row.party}</td>
                <td>{row.contact}</td>
                <td>{row.createdAt}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableFrame>
      <p className="toolbar">{m.invoice_open_sum({ amount: formatYuan(sum) })}</p>
      {/* At the foot of the window once an order is ticked: the list is longer than a screen. */}
      <div className="bulk">
        <button className="button button-primary">{m.invoice_open_choose()}</button>
      </div>
    </form>
  );
}

function Owed({ owed, opens }: Pick<View, "owed" | "opens">) {
  return (
    <section className="panel" aria-labelledby="invoice-owed">
      <h2 id="invoice-owed">{m.invoice_owed()}</h2>
      <p>{m.invoice_owed_lead()}</p>
      <TableFrame label={m.invoice_owed()}>
        <table className="table">
          <caption className="visually-hidden">{m.invoice_owed()}</caption>
          <thead>
            <tr>
              <th scope="col">{m.invoice_owed_of()}</th>
              <th scope="col">{m.invoice_serial()}</th>
              <th scope="col" className="num">
                {m.invoice_owed_amount() + m.engine_yuan()}
              </th>
              <th scope="col">{m.order_refund_requested_at()}</th>
            </tr>
          </thead>
          <tbody>
            {owed.map(({ orderNo, amount, at, invoiceId, serial }) => (
              <tr key={orderNo}>
                <th scope="row">
                  <OrderNo no={orderNo} opens={opens} />
                </th>
                <td>{invoiceId ? <Link to={`/invoice/list/${invoiceId}/red`}>{serial}</Link> : serial}</td>
                <AmountCells cells={[formatYuan(amount)]} />
                <td>{at}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableFrame>
    </section>
  );
}
