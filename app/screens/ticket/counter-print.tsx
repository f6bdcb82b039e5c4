/** The printed tickets (`/inside/buyTktList/print`): a bare document sized for a receipt printer or for A4. */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { formatYuan } from "~/contract/money";
import { printTickets } from "~/contract/ticket/issued";
import { holderWords } from "~/screens/holder-words.server";
import { loadLabels } from "~/screens/labels.server";
import { cashOf, paidWords } from "~/screens/paid-words.server";
import { useDocument } from "~/shell/document";
import { loadProduct } from "~/shell/product.server";
import printStyle from "~/styles/print-tickets.css?inline";
import { PrintForm } from "~/widgets/print-form";
import { qrPath } from "~/widgets/qr.server";
import { PrintedTicket } from "./printed-ticket";

export const handle = { standalone: true };
export const meta: MetaFunction = () => [{ title: m.sale_print_title() }];

export async function loader({ request }: LoaderFunctionArgs) {
  const orderId = new URL(request.url).searchParams.get("orderId") ?? "";
  return { orderId: /^[1-9]\d{0,14}$/.test(orderId) ? Number(orderId) : null };
}

const papers = ["receipt80", "receipt58", "a4"] as const;

/** Records the print and answers with the document itself: nothing is kept, a reload asks before it prints again. */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const orderId = String(form.get("orderId") ?? "");
  if (!/^[1-9]\d{0,14}$/.test(orderId)) throw new Response(null, { status: 404 });
  const [job, labels, { logo }] = await Promise.all([
    context.dispatch.call(printTickets, { orderId: Number(orderId) }),
    loadLabels(context, "paymentType"),
    loadProduct(context),
  ]);
  return {
    orderId: Number(orderId),
    paper: papers.find((paper) => paper === (form.get("paper") || job.printer)) ?? "receipt80",
    orderNo: job.orderNo,
    corpName: job.corpName,
    logo,
    seller: job.sellerName,
    soldAt: job.soldAt,
    payments: paidWords(job.payments, labels),
    cash: cashOf(job.payments),
    tickets: job.tickets.map((ticket) => ({
      no: ticket.ticketNo,
      name: ticket.ticketTypeName,
      park: ticket.parkName,
      slot: ticket.slot,
      price: formatYuan(ticket.price),
      off:
        ticket.off > 0
          ? m.sale_off({ before: formatYuan(ticket.price + ticket.off), off: formatYuan(ticket.off) })
          : "",
      offFor: ticket.offFor,
      validFrom: ticket.validFrom,
      validTo: ticket.validTo,
      admissions: ticket.admissions,
      choice: ticket.choice,
      concession: ticket.concession,
      holder: holderWords(ticket),
      prints: ticket.prints,
      qr: qrPath(ticket.qrText),
    })),
  };
}

export default function CounterPrint() {
  const asked = useLoaderData<typeof loader>();
  const job = useActionData<typeof action>();
  const { nonce, lite } = useDocument();
  if (!job) {
    return (
      <main className="print-ask">
        <PrintStyle css={printStyle} nonce={nonce} />
        <h1>{m.sale_print_title()}</h1>
        <p>{m.sale_print_ask()}</p>
        {asked.orderId !== null && <PrintForm orderId={asked.orderId} label={m.sale_print_start()} primary autoFocus />}
        <a className="button" href="/inside/buyTktLog">
          {m.sale_back()}
        </a>
      </main>
    );
  }
  return (
    <main className={`print-job paper-${job.paper}`}>
      <PrintStyle css={printStyle + pageRule(job.paper)} nonce={nonce} />
      <nav className="print-bar">
        <a className="button button-primary" href="/inside/buyTktList">
          {m.sale_next()}
        </a>
        <a className="button" href={`/inside/buyTktList/result?orderId=${job.orderId}`}>
          {m.sale_back()}
        </a>
        {job.paper === "a4" ? (
          <PrintForm orderId={job.orderId} label={m.sale_print_receipt()} paper="receipt80" />
        ) : (
          <PrintForm orderId={job.orderId} label={m.sale_print_a4()} paper="a4" />
        )}
      </nav>
      {job.tickets.map((ticket) => (
        <PrintedTicket key={ticket.no} ticket={ticket} job={job} />
      ))}
      {!lite && (
        // The one script of this page: it opens the print dialog and leaves the focus on "next customer".
        <script
          nonce={nonce}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant
          dangerouslySetInnerHTML={{
            __html: "addEventListener('load',()=>{print();document.querySelector('.print-bar a').focus()})",
          }}
        />
      )}
    </main>
  );
}

function PrintStyle({ css, nonce }: { css: string; nonce: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own style sheet, from the build
  return <style nonce={nonce} dangerouslySetInnerHTML={{ __html: css }} />;
}

function pageRule(paper: string): string {
  if (paper === "a4") return "@page{size:A4;margin:10mm}";
  return `@page{size:${paper === "receipt58" ? "58mm 110mm" : "80mm 130mm"};margin:2mm}`;
}
