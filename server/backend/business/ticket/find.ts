/** Tickets by number, or by the document of whoever holds them. */
import { sql } from "drizzle-orm";
import { documentIn } from "~/contract/document-numbers";
import { isIdentityNumber } from "~/contract/identity-number";
import { m } from "~/contract/messages";
import { numberFits } from "../../kernel/finder";
import { finderOf } from "../../kernel/record-finder";

export const findsTickets = finderOf({
  title: m.find_tickets,
  funs: ["issuedList", "buyTktLog", "tktChevkPage"],
  thing: "ticket",
  match(sought) {
    const resident = isIdentityNumber(sought.text.toUpperCase());
    const byNumber = resident ? null : numberFits(sql`t.ticket_no`, "TK", sought);
    if (byNumber) return byNumber;
    const { identity } = documentIn(sought.text) ?? {};
    return identity ? sql`(t.holder_identity = ${identity} and t.holder_identity <> '')` : null;
  },
  from: sql`ticket t`,
  letter: "t",
  name: sql`t.ticket_no`,
  hints: [sql`t.ticket_type_name`, { value: sql`t.state`, dictionary: "ticketState" }, sql`t.visit_day`],
  order: sql`t.ticket_no desc`,
  to: ({ name }) => `/ticketLogDetail?ticketNo=${encodeURIComponent(name)}`,
});
