/** What happened to tickets, for the time lines of a ticket and of its order: sale, prints, passages, refunds. */
import { type SQL, sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { yuan } from "../../kernel/money";
import { firstOf, rowsOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import { type Moment, type Moments, tellMoments } from "../../kernel/time-line";
import { changesOfPiece, soldAndRefunded } from "../order/query-parts";

interface Passed {
  kind: "pass" | "reversal";
  at: string;
  by: string;
  ticketNo: string;
  gate: string;
  admitted: boolean;
  message: string;
  note: string;
  people: number;
  /** Of a ticket that chooses among points: its verdicts say what is left. */
  chooses: boolean;
}

/** `where` picks passages, with the alias `p`. */
async function passagesOf({ db }: Call, where: SQL, most: number, told: (facts: Facts) => Told): Promise<Moment[]> {
  const rows = await rowsOf<Passed>(
    db,
    sql`
      select p.kind, p.at, p.account_name as "by", t.ticket_no as "ticketNo", g.name as gate, p.admitted, p.message,
             p.note, p.people, t.rules ? 'points' as chooses
      from passage p
      join ticket t on t.corp_code = p.corp_code and t.id = p.ticket_id
      join gate g on g.corp_code = p.corp_code and g.id = p.gate_id
      where ${where}
      order by p.at desc, p.id desc
      limit ${most}
    `,
  );
  return rows.map(({ kind, at, by, ticketNo, gate, admitted, message, note, people, chooses }) => {
    const words = told({ by: by || m.timeline_system(), ticketNo, gate, people });
    const moment = { at: new Date(at), by };
    if (kind === "reversal") return { ...moment, title: words.reversed(), detail: note, tone: "bad" };
    if (!admitted) return { ...moment, title: words.refused(), detail: message, tone: "bad" };
    // A forced pass has a note, and its message says that it was forced.
    const detail = note === "" ? (chooses ? message : "") : `${message} · ${note}`;
    return { ...moment, title: words.passed(), detail, tone: "good" };
  });
}

interface Facts {
  by: string;
  ticketNo: string;
  gate: string;
  people: number;
}
type Told = Record<"passed" | "refused" | "reversed", () => string>;

interface Printed {
  at: string;
  by: string;
  count: number;
}

interface Traded {
  kind: keyof typeof trades;
  at: string;
  by: string;
  place: string;
  orderNo: string;
  refundNo: string;
  amount: number;
}

const trades = {
  sold: { title: m.log_ticket_sold, tone: "good" },
  refundRequested: { title: m.log_ticket_refund_requested, tone: "calm" },
  refunded: { title: m.log_ticket_refunded, tone: "bad" },
  refundRejected: { title: m.log_ticket_refund_rejected, tone: "calm" },
  refundWithdrawn: { title: m.log_ticket_refund_withdrawn, tone: "calm" },
  refundExpired: { title: m.log_ticket_refund_expired, tone: "bad" },
} as const;

const passagesOfOrder: Moments = (call, orderId, most) =>
  passagesOf(call, sql`p.order_id = ${orderId} and (p.admitted or p.kind = 'reversal')`, most, (facts) => ({
    passed: () => m.log_order_passed(facts),
    refused: () => m.log_ticket_refused(facts),
    reversed: () => m.log_order_reversed(facts),
  }));

const passagesOfTicket: Moments = (call, ticketId, most) =>
  passagesOf(call, sql`p.ticket_id = ${ticketId}`, most, (facts) => ({
    passed: () => m.log_ticket_passed(facts),
    refused: () => m.log_ticket_refused(facts),
    reversed: () => m.log_ticket_reversed(facts),
  }));

const printsOfOrder: Moments = async ({ db }, orderId, most) => {
  const rows = await rowsOf<Printed>(
    db,
    sql`
      select at, account_name as "by", count(*)::int as count
      from print_log
      where order_id = ${orderId}
      group by at, account_name
      order by at desc
      limit ${most}
    `,
  );
  return rows.map(({ at, by, count }) => ({
    at: new Date(at),
    by,
    title: m.log_order_printed({ by, quantity: count }),
  }));
};

const printsOfTicket: Moments = async ({ db }, ticketId, most) => {
  const rows = await rowsOf<Printed & { serial: string }>(
    db,
    sql`
      select at, account_name as "by", serial, row_number() over (order by id)::int as count
      from print_log
      where ticket_id = ${ticketId}
      order by id desc
      limit ${most}
    `,
  );
  return rows.map(({ at, by, count, serial }) => ({
    ...{ at: new Date(at), by, title: m.log_ticket_printed({ by, count }) },
    detail: serial ? m.print_serial_printed({ serial }) : "",
  }));
};

const tradesOfTicket: Moments = async ({ db }, ticketId, most) => {
  const ticket = await firstOf<{ orderId: number; lineId: number; price: number }>(
    db,
    sql`select order_id as "orderId", line_id as "lineId", price from ticket where id = ${ticketId}`,
  );
  if (!ticket) return [];
  const piece = { ...ticket, lineId: sql`${ticket.lineId}`, pieceId: ticketId };
  const rows = await rowsOf<Traded>(db, sql`${soldAndRefunded(piece)} order by at desc limit ${most}`);
  return rows.map(({ kind, at, by, place, amount, ...numbers }) => {
    const { title, tone } = trades[kind];
    const facts = { ...numbers, by: by || m.timeline_system(), amount: yuan(amount) };
    return { at: new Date(at), by, title: title(facts), detail: place, tone };
  });
};

const changesOfTicket: Moments = async ({ db }, ticketId, most) => {
  const piece = { lineId: sql`(select line_id from ticket where id = ${ticketId})`, pieceId: ticketId };
  const rows = await rowsOf<{
    kind: keyof typeof exchanged;
    at: string;
    by: string;
    ticketNo: string;
    from: string | null;
    to: string | null;
  }>(
    db,
    sql`
      select c.kind, c.at, c."by", t.ticket_no as "ticketNo", c.detail ->> 'fromType' as "from", c.detail ->> 'toType' as "to"
      from (${changesOfPiece(piece)}) c
      join ticket t on t.id = c.other
      order by c.at desc
      limit ${most}
    `,
  );
  return rows.map(({ kind, at, by: who, ticketNo, from, to }) => {
    const by = who || m.timeline_system();
    // What became another type kept its number: the other one's has been seen by nobody.
    const title = from && to ? m.log_ticket_supplemented({ by, from, to }) : exchanged[kind]({ by, ticketNo });
    return { at: new Date(at), by, title, tone: "calm" };
  });
};

const exchanged = { changedAway: m.log_ticket_changed_away, changedFrom: m.log_ticket_changed_from } as const;

/** Called once, at the start. Entries of the audit trail about a print or a reversal are among these. */
export function tellTickets(): void {
  tellMoments("order", "passages", passagesOfOrder);
  tellMoments("order", "prints", printsOfOrder, ["printed"]);
  tellMoments("ticket", "passages", passagesOfTicket, ["reversed"]);
  tellMoments("ticket", "prints", printsOfTicket);
  tellMoments("ticket", "order", tradesOfTicket);
  tellMoments("ticket", "changes", changesOfTicket);
}
