/** What a printed ticket says, by the fields that a template may name. */
import { maskIdentity } from "~/contract/mask-identity";
import { m } from "~/contract/messages";
import type { AnswerOf } from "~/contract/method";
import { formatYuan } from "~/contract/money";
import type { printTickets } from "~/contract/ticket/issued";
import { holderWords } from "~/screens/holder-words.server";
import type { PrintValues } from "~/screens/print-template/template-sheet";
import { code128 } from "~/widgets/print/bar-code.server";
import { qrPath } from "~/widgets/qr.server";

type Job = AnswerOf<typeof printTickets>;

/** A number of a document is never whole on paper, whoever prints. */
export function ticketValues(job: Job, ticket: Job["tickets"][number], payments: readonly string[]): PrintValues {
  const { validFrom, validTo, price, off, serial } = ticket;
  const before = { before: formatYuan(price + off), off: formatYuan(off) };
  return {
    fields: {
      ticketTypeName: ticket.ticketTypeName,
      parkName: ticket.parkName,
      corpName: job.corpName,
      visitDay: ticket.visitDay,
      slot: ticket.slot,
      valid:
        validFrom === validTo
          ? m.sale_valid_day({ day: validFrom })
          : m.sale_valid_range({ from: validFrom, to: validTo }),
      price: `¥${formatYuan(price)}`,
      reduction: off > 0 ? `${m.sale_off(before)} ${ticket.offFor}`.trim() : "",
      holder: holderWords({ ...ticket, holderIdentity: masked(ticket.holderIdentity) }),
      admissions: ticket.choice === "" ? m.sale_entries({ n: ticket.admissions }) : "",
      choice: ticket.choice,
      concession: ticket.concession,
      ticketNo: ticket.ticketNo,
      orderNo: job.orderNo,
      seller: job.sellerName,
      soldAt: job.soldAt,
      payment: payments.join(" "),
      serial,
    },
    qr: qrPath(ticket.qrText),
    bars: {
      ticketNo: code128(ticket.ticketNo),
      orderNo: code128(job.orderNo),
      ...(serial && { serial: code128(serial) }),
    },
    again: ticket.prints > 1 ? m.print_again_mark({ n: ticket.prints - 1 }) : "",
  };
}

const masked = (identity: string) => (identity.includes("*") ? identity : maskIdentity(identity));
