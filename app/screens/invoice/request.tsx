/**
 * An invoice is requested over chosen orders (`/invoice/list/request?orders=7`), or those of a statement (`?statement=3`): what
 * it would say first, then the buyer.
 */

import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { quoteInvoice, requestInvoice } from "~/contract/invoice/invoice";
import { m } from "~/contract/messages";
import { formatYuan } from "~/contract/money";
import { Field } from "~/form/field";
import { FormNotice } from "~/form/form-notice";
import { BuyerFields } from "~/form/invoice-buyer";
import { type Opens, OrderNo } from "~/screens/numbers";
import { opensOf } from "~/screens/opens.server";
import { AmountCells } from "~/widgets/amount-cells";
import { Link } from "~/widgets/link";
import { TableFrame } from "~/widgets/table-frame";
import { InvoiceLines } from "./invoice-lines";
import { requested } from "./requested.server";

export const handle = { menu: "/invoice/list" };
export const meta: MetaFunction = () => [{ title: m.invoice_ask() }];

/** Ids in the address, however they are said: `7,8`, or the boxes of a form. */
function ordersIn(request: Request): number[] {
  const texts = new URL(request.url).searchParams.getAll("orders").flatMap((text) => text.split(","));
  return [...new Set(texts.filter((text) => /^[1-9]\d{0,14}$/.test(text)).map(Number))].slice(0, 50);
}

/** Those, or a statement (`?statement=7`). */
function askedIn(request: Request) {
  const statement = new URL(request.url).searchParams.get("statement") ?? "";
  return { orderIds: ordersIn(request), ...(/^[1-9]\d{0,14}$/.test(statement) && { statementId: Number(statement) }) };
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const asked = askedIn(request);
  if (asked.statementId === undefined && asked.orderIds.length === 0) throw redirect("/invoice/list/open");
  return { ...(await context.dispatch.call(quoteInvoice, asked)), key: crypto.randomUUID(), opens: opensOf(context) };
}

export function action(asking: ActionFunctionArgs) {
  return requested(asking, requestInvoice, askedIn(asking.request));
}

export default function RequestInvoice() {
  const quote = useLoaderData<typeof loader>();
  const answered = useActionData<typeof action>();
  const { errors = {} } = answered ?? {};
  const { party, whyNot, statement } = quote;
  const typed =
    answered?.typed ??
    (party
      ? {
          ...{ title: party.title, taxNumber: party.taxNumber },
          ...(statement && { remark: m.invoice_of_statement({ code: statement }) }),
        }
      : {});
  return (
    <div className="page" aria-busy={useNavigation().state !== "idle"}>
      <header className="page-head">
        <h1>{m.invoice_ask()}</h1>
        <div className="toolbar">
          <Link className="button" to="/invoice/list/open">
            {m.invoice_open()}
          </Link>
        </div>
      </header>
      <FormNotice notice={answered?.notice} errors={undefined} />
      {whyNot && (
        <p className="notice notice-warn" role="alert">
          {whyNot}
        </p>
      )}
      <section className="panel" aria-labelledby="invoice-quote">
        <h2 id="invoice-quote">{statement ? m.invoice_of_statement({ code: statement }) : m.invoice_quote()}</h2>
        {quote.orders.length > 0 && (
          <>
            <Orders orders={quote.orders} opens={quote.opens} />
            <InvoiceLines lines={quote.orders.flatMap(({ lines }) => lines)} />
            {quote.rebate > 0 && <p>{m.invoice_rebate_less({ amount: formatYuan(quote.rebate) })}</p>}
          </>
        )}
      </section>
      {!whyNot && (
        <section className="panel" aria-labelledby="invoice-buyer">
          <h2 id="invoice-buyer">{m.invoice_buyer_head()}</h2>
          <Form method="post" noValidate>
            <input type="hidden" name="idempotencyKey" value={answered?.key ?? quote.key} />
            <input type="hidden" name="expected" value={quote.gross} />
            <BuyerFields typed={typed} errors={errors} fixed={party !== null} />
            <Field name="remark" label={m.remark()} help={m.invoice_optional()} errors={errors.remark}>
              <input className="input" maxLength={200} defaultValue={typed.remark} />
            </Field>
            <button className="button button-primary">
              {m.invoice_submit()} ¥{formatYuan(quote.gross)}
            </button>
          </Form>
        </section>
      )}
    </div>
  );
}

type Quoted = Awaited<ReturnType<typeof loader>>["orders"];

function Orders({ orders, opens }: { orders: Quoted; opens: Opens }) {
  return (
    <TableFrame label={m.invoice_orders()}>
      <table className="table">
        <caption className="visually-hidden">{m.invoice_orders()}</caption>
        <thead>
          <tr>
            <th scope="col">{m.order_no()}</th>
            {[m.order_paid, m.order_refunded, m.invoice_quote_prepaid, m.invoice_quote_done, m.invoice_quote_left].map(
              (label) => (
                <th scope="col" className="num" key={label()}>
                  {label() + m.engine_yuan()}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {orders.map(({ id, orderNo, paid, refunded, prepaid, invoiced, left }) => (
            <tr key={id}>
              <th scope="row">
                <OrderNo no={orderNo} opens={opens} />
              </th>
              <AmountCells cells={[paid, refunded, prepaid, invoiced, left].map(formatYuan)} />
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  );
}
