/** Everything that ever happened to one ticket, oldest first, and its trajectory through the gates. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import type { AnswerOf } from "~/contract/method";
import type { IssuedTicket, ticketDetail } from "~/contract/ticket/issued";
import type { Transaction } from "../../db/database";
import { stamp } from "../../kernel/business-time";
import { yuan } from "../../kernel/money";
import { rowsOf } from "../../kernel/rows";
import { soldAndRefunded } from "../order/query-parts";

type Detail = AnswerOf<typeof ticketDetail>;
type Event = Detail["events"][number];

interface Passage {
  at: string;
  kind: "pass" | "reversal";
  gate: string;
  park: string;
  direction: string;
  admitted: boolean;
  reason: string;
  message: string;
  note: string;
  people: number;
  by: string;
}

interface Other {
  kind: "sold" | "printed" | "refundRequested" | "refunded" | "refundRejected" | "refundWithdrawn" | "refundExpired";
  at: string;
  by: string;
  place: string;
  orderNo: string;
  refundNo: string;
  amount: number;
}

export async function historyOf(db: Transaction, ticket: IssuedTicket): Promise<Omit<Detail, "ticket">> {
  const passages = await rowsOf<Passage>(
    db,
    sql`
      select p.at, p.kind, g.name as gate, k.name as park, p.direction, p.admitted, p.reason, p.message, p.note,
             p.people, p.account_name as "by"
      from passage p
      join gate g on g.corp_code = p.corp_code and g.id = p.gate_id
      join park k on k.corp_code = p.corp_code and k.id = p.park_id
      where p.ticket_id = ${ticket.id}
      order by p.at, p.id
      limit 1000
    `,
  );
  const others = await rowsOf<Other>(
    db,
    sql`
      select 'printed' as kind, at, account_name as "by", '' as place, '' as "orderNo", '' as "refundNo",
             0::bigint as amount
      from print_log
      where ticket_id = ${ticket.id}
      union all
      ${soldAndRefunded({
        orderId: ticket.orderId,
        lineId: sql`(select line_id from ticket where id = ${ticket.id})`,
        pieceId: ticket.id,
        price: ticket.price,
      })}
      order by at
    `,
  );
  let prints = 0;
  const told = others.map((other) => {
    if (other.kind === "printed") prints += 1;
    return { moment: Date.parse(other.at), event: eventOf(other, prints) };
  });
  const walked = passages.map((passage) => ({ moment: Date.parse(passage.at), event: passageEvent(passage) }));
  return {
    events: [...told, ...walked].sort((a, b) => a.moment - b.moment).map(({ event }) => event),
    passages: passages.map((passage) => ({
      at: stamp(passage.at),
      gate: passage.gate,
      park: passage.park,
      direction: passage.direction,
      verdict: passage.kind === "reversal" ? "reversed" : passage.admitted ? "admitted" : "refused",
      reason: passage.reason,
      by: passage.by,
    })),
  };
}

function eventOf({ kind, at, by, place, orderNo, refundNo, amount }: Other, count: number): Event {
  const text = {
    sold: () => m.log_ticket_sold({ orderNo, amount: yuan(amount) }),
    printed: () => m.log_ticket_printed({ count }),
    refundRequested: () => m.log_ticket_refund_requested({ refundNo }),
    refunded: () => m.log_ticket_refunded({ refundNo, amount: yuan(amount) }),
    refundRejected: () => m.log_ticket_refund_rejected({ refundNo }),
    refundWithdrawn: () => m.log_ticket_refund_withdrawn({ refundNo }),
    refundExpired: () => m.log_ticket_refund_expired({ refundNo }),
  }[kind]();
  return { at: stamp(at), kind, by, place, text };
}

function passageEvent({ at, kind, by, gate, admitted, message, note, people }: Passage): Event {
  const said = { at: stamp(at), by, place: gate };
  const remark = note === "" ? "" : ` · ${note}`;
  if (kind === "reversal") return { ...said, kind: "reversed", text: m.log_ticket_reversed({ people }) + remark };
  if (!admitted) return { ...said, kind: "refused", text: message };
  return { ...said, kind: "passed", text: (note === "" ? m.log_ticket_passed({ people }) : message) + remark };
}
