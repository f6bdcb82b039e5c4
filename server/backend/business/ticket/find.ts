/** Tickets by number, or by the document of whoever holds them. */
import { sql } from "drizzle-orm";
import { documentIn } from "~/contract/document-numbers";
import { isIdentityNumber } from "~/contract/identity-number";
import { m } from "~/contract/messages";
import { dictionariesOf } from "../../kernel/dictionaries";
import { type Finder, numberFits } from "../../kernel/finder";
import { rowsOf } from "../../kernel/rows";

interface Row {
  id: number;
  ticketNo: string;
  type: string;
  state: string;
  visitDay: string;
}

export const findsTickets: Finder = {
  title: m.find_tickets,
  funs: ["issuedList", "buyTktLog", "tktChevkPage"],
  thing: "ticket",
  id: sql`t.id`,
  match(sought) {
    const resident = isIdentityNumber(sought.text.toUpperCase());
    const byNumber = resident ? null : numberFits(sql`t.ticket_no`, "TK", sought);
    if (byNumber) return byNumber;
    const { identity } = documentIn(sought.text) ?? {};
    return identity ? sql`(t.holder_identity = ${identity} and t.holder_identity <> '')` : null;
  },
  async read(call, fitting, most) {
    const rows = await rowsOf<Row>(
      call.db,
      sql`
        select t.id::float8 as id, t.ticket_no as "ticketNo", t.ticket_type_name as type, t.state,
               t.visit_day::text as "visitDay"
        from ticket t
        where t.corp_code = current_setting('app.corp_code')
          and ${fitting}
        order by t.ticket_no desc
        limit ${most}
      `,
    );
    if (rows.length === 0) return [];
    const { ticketState = [] } = await dictionariesOf(call.db, ["ticketState"], call.locale);
    const stateOf = (state: string) => ticketState.find(({ value }) => value === state)?.label ?? "";
    return rows.map(({ id, ticketNo, type, state, visitDay }) => ({
      id,
      name: ticketNo,
      hint: [type, stateOf(state), visitDay].filter(Boolean).join(" · "),
      to: `/ticketLogDetail?ticketNo=${encodeURIComponent(ticketNo)}`,
    }));
  },
};
