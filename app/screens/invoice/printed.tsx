/** An electronic invoice as it is printed and shown to the buyer (`/electronicInvoiceDetail?id=7`). */
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { formatYuan } from "~/contract/money";
import { Link } from "~/widgets/link";
import { PrintButton } from "~/widgets/print/print-sheet";
import { Fact } from "../card/card-steps";
import { labelOf, loadLabels } from "../labels.server";
import { idFrom, listUnlessAsked } from "../query.server";
import { InvoiceLines } from "./invoice-lines";
import { RedLetters } from "./red-letters";
import { invoiceInWords } from "./red-words.server";

export const handle = { menu: "/invoice/list" };
export const meta: MetaFunction = () => [{ title: m.invoice() }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  listUnlessAsked({ request, context }, ["id"], "/invoice/list");
  const [{ invoice, reds }, labels] = await Promise.all([
    invoiceInWords(context, idFrom(request, "id")),
    loadLabels(context, "invoiceState", "invoiceKind", "invoiceBuyer"),
  ]);
  return {
    ...invoice,
    reds,
    kind: labelOf(labels, "invoiceKind", invoice.kind),
    buyer: labelOf(labels, "invoiceBuyer", invoice.buyerKind),
    stateLabel: labelOf(labels, "invoiceState", invoice.state),
  };
}

export default function PrintedInvoice() {
  const invoice = useLoaderData<typeof loader>();
  const { id, serial, number, issuedOn, gross, tax, reversed } = invoice;
  return (
    <div className="page">
      <header className="page-head">
        <h1>{invoice.kind}</h1>
        <div className="toolbar no-print">
          <PrintButton />
          <Link className="button" to={`/invoice/list/${id}`}>
            {serial}
          </Link>
        </div>
      </header>
      {number === "" && (
        <p className="notice notice-warn" role="status">
          {m.invoice_not_issued()}
          {invoice.failure && ` · ${invoice.failure}`}
        </p>
      )}
      <section className="panel">
        <dl className="facts">
          <Fact label={m.invoice_number()} value={number || "—"} />
          <Fact label={m.invoice_issued_on()} value={issuedOn || "—"} />
          <Fact label={m.status()} value={invoice.stateLabel} />
          <Fact label={m.invoice_buyer()} value={invoice.buyer} />
          <Fact label={m.invoice_title()} value={invoice.title} />
          <Fact label={m.invoice_tax_number()} value={invoice.taxNumber || "—"} />
          {invoice.address && <Fact label={m.invoice_address()} value={invoice.address} />}
          {invoice.bank && <Fact label={m.invoice_bank()} value={invoice.bank} />}
          <Fact label={m.invoice_seller()} value={invoice.sellerTitle} />
          <Fact label={m.invoice_seller_number()} value={invoice.sellerNumber} />
        </dl>
      </section>
      <section className="panel">
        <InvoiceLines lines={invoice.lines} />
        <dl className="facts">
          <Fact label={m.invoice_gross() + m.engine_yuan()} value={formatYuan(gross)} />
          <Fact label={m.invoice_tax() + m.engine_yuan()} value={formatYuan(tax)} />
          {reversed > 0 && <Fact label={m.invoice_reversed() + m.engine_yuan()} value={formatYuan(reversed)} />}
          {invoice.orders.length > 0 && (
            <Fact label={m.invoice_orders()} value={invoice.orders.map(({ orderNo }) => orderNo).join(" ")} />
          )}
          {invoice.topUps.length > 0 && (
            <Fact
              label={m.invoice_top_ups()}
              value={invoice.topUps.map(({ number, slipNo }) => `${number} · ${slipNo}`).join(" ")}
            />
          )}
          <Fact label={m.invoice_requested_by()} value={invoice.requestedBy || "—"} />
          {invoice.remark && <Fact label={m.remark()} value={invoice.remark} />}
        </dl>
      </section>
      <RedLetters reds={invoice.reds} />
    </div>
  );
}
