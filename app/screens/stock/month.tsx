/** A month of the stock (`/manage/storelist/ledger/month`): opening + in − out = closing, on the screen and on paper. */
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { formatYuan } from "~/contract/money";
import { stockMonth } from "~/contract/stock/month";
import { paperOf } from "~/widgets/print/paper.server";
import { labelIn, Printable, PrintLink } from "~/widgets/print/printable";
import { TableFrame } from "~/widgets/table-frame";
import { monthAsked } from "./month-asked.server";
import { type Side, sideLabels, sides } from "./month-columns";

const path = "/manage/storelist/ledger/month";

export const handle = { menu: "/manage/storelist/ledger" };
export const meta: MetaFunction = () => [{ title: m.stock_month() }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const asked = monthAsked(request);
  const answer = await context.dispatch.call(stockMonth, asked);
  return { ...answer, storeId: String(asked.storeId ?? ""), paper: paperOf({ request, context }) };
}

type View = Awaited<ReturnType<typeof loader>>;

export default function StockMonth() {
  const view = useLoaderData<typeof loader>();
  const { month, storeId, rows, stores, more } = view;
  const query = new URLSearchParams({ month, ...(storeId && { storeId }) }).toString();
  return (
    <Printable paper={view.paper} said={[labelIn(stores, storeId)]}>
      <header className="page-head">
        <h1>{m.stock_month_of({ month })}</h1>
        <div className="toolbar no-print">
          <PrintLink paper={view.paper} />
          <a className="button" href={`${path}/file?${query}`} download>
            {m.stock_file()}
          </a>
        </div>
      </header>
      <Form method="get" action={path} className="filters panel no-print" role="search" key={query}>
        <div className="field">
          <label htmlFor="stock-month">{m.stock_month_label()}</label>
          <input className="input" type="month" id="stock-month" name="month" defaultValue={month} />
        </div>
        <div className="field">
          <label htmlFor="stock-store">{m.stock_store()}</label>
          <select className="input" id="stock-store" name="storeId" defaultValue={storeId}>
            <option value="">{m.stock_all_stores()}</option>
            {stores.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </div>
        <button className="button button-primary">{m.engine_filter()}</button>
      </Form>
      <section className="panel">
        {more && (
          <p className="notice notice-warn" role="status">
            {m.stored_statement_more({ n: rows.length })}
          </p>
        )}
        {rows.length === 0 ? <p className="empty">{m.stock_month_none()}</p> : <Rows view={view} />}
      </section>
    </Printable>
  );
}

function Rows({ view: { rows, total } }: { view: View }) {
  return (
    <TableFrame label={m.stock_month()}>
      <table className="table">
        <caption className="visually-hidden">{m.stock_month()}</caption>
        <thead>
          <tr>
            <th scope="col">{m.stock_store()}</th>
            <th scope="col">{m.stock_item()}</th>
            <th scope="col">{m.stock_unit()}</th>
            {sides.map((side) => (
              <SideHeads key={side} side={side} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.storeId}/${row.itemId}`}>
              <td>{row.store}</td>
              <th scope="row">
                {row.item} <small className="dim">{row.code}</small>
              </th>
              <td>{row.unit}</td>
              <Sides of={row} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="table-sum">
            <th scope="row" colSpan={3}>
              {m.cash_up_all()}
            </th>
            <Sides of={total} />
          </tr>
        </tfoot>
      </table>
    </TableFrame>
  );
}

function SideHeads({ side }: { side: Side }) {
  const label = sideLabels[side]();
  return (
    <>
      <th scope="col" className="num">
        {m.stock_quantity_of({ side: label })}
      </th>
      <th scope="col" className="num">
        {m.stock_amount_of({ side: label }) + m.engine_yuan()}
      </th>
    </>
  );
}

function Sides({ of }: { of: View["total"] }) {
  return sides.map((side) => (
    <SideCells key={side} quantity={of[side].quantity} amount={formatYuan(of[side].amount)} />
  ));
}

function SideCells({ quantity, amount }: { quantity: number; amount: string }) {
  return (
    <>
      <td className="num">{quantity}</td>
      <td className="num">{amount}</td>
    </>
  );
}
