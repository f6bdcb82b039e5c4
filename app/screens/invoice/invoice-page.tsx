/** An invoice (`/invoice/list/7`): its fields and what became of it, with its lines, orders and red letters. */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { formatYuan } from "~/contract/money";
import { commandDetail, loadDetail } from "~/resource/load-detail.server";
import { DetailPage } from "~/resource/parts/detail-page";
import { Link } from "~/widgets/link";
import { idIn } from "../query.server";
import { InvoiceLines } from "./invoice-lines";
import { Mails } from "./mails";
import { RedLetters } from "./red-letters";
import { invoiceInWords } from "./red-words.server";

export async function loader(args: LoaderFunctionArgs) {
  const [view, told] = await Promise.all([loadDetail(args), invoiceInWords(args.context, idIn(args.params))]);
  return { view, ...told };
}

export const action = (args: ActionFunctionArgs) => commandDetail(args);

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.view.heading ?? "" }];

export default function InvoicePage() {
  const { view, invoice, reds } = useLoaderData<typeof loader>();
  return (
    <DetailPage view={view} notice={useActionData<typeof action>()?.notice}>
      <section className="panel" aria-labelledby="invoice-lines">
        <h2 id="invoice-lines">{m.invoice_lines()}</h2>
        <InvoiceLines lines={invoice.lines} />
        <p>
          {invoice.orders.length > 0 && m.engine_colon({ label: m.invoice_orders() })}
          {invoice.orders.map(({ id, orderNo, offline, gross }) => (
            <span key={id}>
              <Link to={`/${offline ? "offline" : "network"}OrderDetail?id=${id}`}>{orderNo}</Link> ¥{formatYuan(
                gross,
              )}{" "}
            </span>
          ))}
          {invoice.topUps.length > 0 && m.engine_colon({ label: m.invoice_top_ups() })}
          {invoice.topUps.map(({ id, cardId, slipNo, number, gross }) => (
            <span key={id}>
              <Link to={`/smartCard/list/${cardId}`}>{number}</Link> {slipNo} ¥{formatYuan(gross)}{" "}
            </span>
          ))}
        </p>
      </section>
      <RedLetters reds={reds} />
      <Mails mails={invoice.mails} />
    </DetailPage>
  );
}
