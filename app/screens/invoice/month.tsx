/** A month of invoices (`/invoice/list/month`): against the ledger of payments, and by rate for the declaration. */
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { invoiceMonth } from "~/contract/invoice/month";
import { m } from "~/contract/messages";
import { formatYuan } from "~/contract/money";
import { AmountCells } from "~/widgets/amount-cells";
import { paperOf } from "~/widgets/print/paper.server";
import { type Paper, Printable, PrintLink } from "~/widgets/print/printable";
import { TableFrame } from "~/widgets/table-frame";
import { monthAsked } from "./month-asked.server";
import { figureLabels, figures, type Month, sideLabels, sides, steps } from "./month-columns";
import { rateWords } from "./rate-words";

const path = "/invoice/list/month";

export const handle = { menu: "/invoice/list" };
export const meta: MetaFunction = () => [{ title: m.invoice_month() }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const month = await context.dispatch.call(invoiceMonth, monthAsked(request));
  return { ...month, paper: paperOf({ request, context }) };
}

export default function InvoiceMonth() {
  const { paper, ...view } = useLoaderData<typeof loader>() as Month & { paper: Paper };
  const { month, rates } = view;
  return (
    <Printable paper={paper}>
      <header className="page-head">
        <h1>{m.invoice_month_of({ month })}</h1>
        <div className="toolbar no-print">
          <PrintLink paper={paper} />
          <a className="button" href={`${path}/file?month=${month}`} download>
            {m.invoice_month_file()}
          </a>
        </div>
      </header>
      <Form method="get" action={path} className="filters panel no-print" role="search" key={month}>
        <div className="field">
          <label htmlFor="invoice-month">{m.invoice_month_label()}</label>
          <input className="input" type="month" id="invoice-month" name="month" defaultValue={month} />
        </div>
        <button className="button button-primary">{m.engine_filter()}</button>
      </Form>
      <section className="panel" aria-labelledby="invoice-ledger">
        <h2 id="invoice-ledger">{m.invoice_month_ledger()}</h2>
        <Ledger view={view} />
      </section>
      <section className="panel" aria-labelledby="invoice-rates">
        <h2 id="invoice-rates">{m.invoice_month_rates()}</h2>
        {rates.length === 0 ? <p className="empty">{m.invoice_month_none()}</p> : <Rates view={view} />}
      </section>
    </Printable>
  );
}

function Ledger({ view }: { view: Month }) {
  return (
    <TableFrame label={m.invoice_month_ledger()}>
      <table className="table">
        <caption className="visually-hidden">{m.invoice_month_ledger()}</caption>
        <tbody>
          {steps.map(({ name, label, sign }) => (
            <tr key={name} className={name === "closing" ? "table-sum" : undefined}>
              <th scope="row">{label()}</th>
              <AmountCells cells={[formatYuan(sign * Number(view[name]))]} />
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  );
}

function Rates({ view: { rates, total } }: { view: Month }) {
  return (
    <TableFrame label={m.invoice_month_rates()}>
      <table className="table">
        <caption className="visually-hidden">{m.invoice_month_rates()}</caption>
        <thead>
          <tr>
            <th scope="col">{m.invoice_treatment()}</th>
            <th scope="col">{m.invoice_category()}</th>
            {sides.flatMap((side) =>
              figures.map((figure) => (
                <th scope="col" className="num" key={`${side}/${figure}`}>
                  {sideLabels[side]()} {figureLabels[figure]()}
                </th>
              )),
            )}
          </tr>
        </thead>
        <tbody>
          {rates.map((row) => (
            <tr key={`${row.treatment}/${row.rate}/${row.taxCode}`}>
              <th scope="row">{rateWords(row.treatment, row.rate)}</th>
              <td>{row.taxCode}</td>
              <AmountCells cells={cellsOf(row)} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="table-sum">
            <th scope="row" colSpan={2}>
              {m.invoice_total()}
            </th>
            <AmountCells cells={cellsOf(total)} />
          </tr>
        </tfoot>
      </table>
    </TableFrame>
  );
}

const cellsOf = (row: Pick<Month["total"], (typeof sides)[number]>) =>
  sides.flatMap((side) => figures.map((figure) => formatYuan(row[side][figure])));
