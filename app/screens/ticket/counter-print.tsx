/** The printed tickets (`/inside/buyTktList/print`): a bare document sized for a receipt printer or for A4. */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { attempt } from "~/form/submission.server";
import { sheetRule } from "~/screens/print-template/sheet-rule";
import { TemplateSheet } from "~/screens/print-template/template-sheet";
import { useDocument } from "~/shell/document";
import printStyle from "~/styles/print-tickets.css?inline";
import { PrintForm } from "~/widgets/print-form";
import { QrCode } from "~/widgets/qr-code";
import { PrintAsk } from "./print-ask";
import { blanksOf, idText, printJob } from "./print-job.server";
import { PrintedTicket } from "./printed-ticket";

export const handle = { standalone: true };
export const meta: MetaFunction = () => [{ title: m.sale_print_title() }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const orderId = new URL(request.url).searchParams.get("orderId") ?? "";
  if (!idText.test(orderId)) return { orderId: null, blanks: null };
  return { orderId: Number(orderId), blanks: await blanksOf(context, Number(orderId)) };
}

/** Records the print and answers with the document itself: nothing is kept, a reload asks before it prints again. */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const text = (name: string) => String(form.get(name) ?? "");
  const orderId = text("orderId");
  if (!idText.test(orderId)) throw new Response(null, { status: 404 });
  const asked = { orderId: Number(orderId), paper: text("paper"), serial: text("serial") };
  const printed = await attempt(context, () => printJob(context, asked), m.error_print_title());
  if (printed.ok) return { job: printed.value, refused: null };
  const { errors, notice, status } = printed.refusal;
  const refused = {
    serial: asked.serial,
    // Who has not been asked yet has made no mistake.
    error: asked.serial === "" && !form.has("serial") ? "" : (errors.serial?.[0] ?? ""),
    notice: errors.serial ? "" : (notice?.message ?? ""),
    blanks: errors.serial ? await blanksOf(context, asked.orderId) : null,
    orderId: asked.orderId,
  };
  return data({ job: null, refused }, errors.serial && refused.error === "" ? 200 : status);
}

export default function CounterPrint() {
  const asked = useLoaderData<typeof loader>();
  const answered = useActionData<typeof action>();
  const { nonce, lite } = useDocument();
  const job = answered?.job;
  if (!job) {
    return (
      <main className="print-ask">
        <PrintStyle css={printStyle} nonce={nonce} />
        <h1>{m.sale_print_title()}</h1>
        <PrintAsk {...asked} {...answered?.refused} />
        <a className="button" href="/inside/buyTktLog">
          {m.sale_back()}
        </a>
      </main>
    );
  }
  return (
    <main className={`print-job paper-${job.paper}`}>
      <PrintStyle css={printStyle + pageRule(job.paper) + job.templates.map(sheetRule).join("")} nonce={nonce} />
      <nav className="print-bar">
        <a className="button button-primary" href="/inside/buyTktList">
          {m.sale_next()}
        </a>
        <a className="button" href={`/inside/buyTktList/result?orderId=${job.orderId}`}>
          {m.sale_back()}
        </a>
        {job.paper === "a4" || job.templates.length > 0 ? (
          <PrintForm orderId={job.orderId} label={m.sale_print_receipt()} paper="receipt80" />
        ) : null}
        {job.paper !== "a4" && <PrintForm orderId={job.orderId} label={m.sale_print_a4()} paper="a4" />}
      </nav>
      {job.tickets.map((ticket) =>
        ticket.sheet ? (
          <article key={ticket.no} className={`ticket-page ticket-page-${ticket.sheet.layout.id}`}>
            <TemplateSheet {...ticket.sheet} label={ticket.no} />
          </article>
        ) : (
          <PrintedTicket key={ticket.no} ticket={ticket} job={job} />
        ),
      )}
      {job.links.map(({ label, qr }) => (
        <aside key={label} className="ticket">
          <h2>{label}</h2>
          <QrCode code={qr} label={label} />
          <p>
            {m.sale_order_no()} {job.orderNo}
          </p>
        </aside>
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
