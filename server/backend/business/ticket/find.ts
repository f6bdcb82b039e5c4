/** Tickets by number, or by the identity number of whoever holds them. */
import { sql } from "drizzle-orm";
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
    const identity = /^[1-9]\d{16}[\dX]$/i.test(sought.text) ? sought.text.toUpperCase() : null;
    return identity === null ? numberFits(sql`t.ticket_no`, "TK", sought) : sql`t.holder_identity = ${identity}`;
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
