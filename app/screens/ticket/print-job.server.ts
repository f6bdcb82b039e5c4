/** One print of an order: its tickets by their templates, or in the product's own layout. */
import type { AppLoadContext } from "@remix-run/node";
import { m } from "~/contract/messages";
import { formatYuan } from "~/contract/money";
import { nextSerial, printTickets } from "~/contract/ticket/issued";
import { holderWords } from "~/screens/holder-words.server";
import { loadLabels } from "~/screens/labels.server";
import { cashOf, paidWords } from "~/screens/paid-words.server";
import { loadProduct } from "~/shell/product.server";
import { qrPath } from "~/widgets/qr.server";
import { ticketValues } from "./print-template/ticket-values.server";

export const idText = /^[1-9]\d{0,14}$/;

const papers = ["receipt80", "receipt58", "a4"] as const;

interface Asked {
  orderId: number;
  /** "": by the templates, and else what the POS prints on. */
  paper: string;
  serial: string;
}

export async function printJob(context: AppLoadContext, { orderId, paper, serial }: Asked) {
  const [job, labels, { logo }] = await Promise.all([
    context.dispatch.call(printTickets, { orderId, plain: paper !== "", serial }),
    loadLabels(context, "paymentType"),
    loadProduct(context),
  ]);
  const payments = paidWords(job.payments, labels);
  const layouts = new Map(job.templates.map((layout) => [layout.id, layout]));
  return {
    orderId,
    paper: papers.find((one) => one === (paper || job.printer)) ?? "receipt80",
    templates: job.templates.map(({ id, width, height }) => ({ id, width, height })),
    orderNo: job.orderNo,
    corpName: job.corpName,
    logo,
    seller: job.sellerName,
    soldAt: job.soldAt,
    payments,
    cash: cashOf(job.payments),
    // An API of before has none.
    links: (job.links ?? []).map(({ label, path }) => ({ label, qr: qrPath(`${context.origin}${path}`) })),
    tickets: job.tickets.map((ticket) => {
      const layout = layouts.get(ticket.templateId ?? 0);
      return {
        no: ticket.ticketNo,
        sheet: layout ? { layout, values: ticketValues(job, ticket, payments) } : null,
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
      };
    }),
  };
}

/** How many blanks with numbers the order takes and which comes next; null for none, or where nobody may know. */
export async function blanksOf(context: AppLoadContext, orderId: number) {
  const blanks = await context.dispatch.call(nextSerial, { orderId }, { silent: true });
  // An API of before has no rolls.
  return blanks && (blanks.count > 0 || (blanks.rolls ?? []).length > 0) ? blanks : null;
}
