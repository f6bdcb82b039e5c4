/** What hangs under an order, in one statement: lines, tickets, ledger, refunds, and the events of its log. */
import { type SQL, sql } from "drizzle-orm";
import type { OrderView } from "~/contract/order/order";
import type { Transaction } from "../../db/database";
import { firstOf } from "./rows";

export interface OrderEvent {
  kind: "printed" | "passed" | "reversed" | "refundRequested" | "refunded" | "refundRejected";
  at: string;
  by: string;
  ticketNo: string;
  gate: string;
  refundNo: string;
  quantity: number;
  amount: number;
  fee: number;
}

export interface OrderParts extends Pick<OrderView, "lines" | "tickets" | "payments" | "refunds"> {
  events: OrderEvent[];
}

export async function partsOf(db: Transaction, orderId: number): Promise<OrderParts> {
  const parts = await firstOf<OrderParts>(
    db,
    sql`
      select ${listed(lines(orderId))} as lines,
             ${listed(tickets(orderId))} as tickets,
             ${listed(payments(orderId))} as payments,
             ${listed(refunds(orderId))} as refunds,
             ${listed(events(orderId))} as events
    `,
  );
  return parts ?? { lines: [], tickets: [], payments: [], refunds: [], events: [] };
}

/** Rows of a statement as one JSON array, in the statement's order. */
export function listed(statement: SQL): SQL {
  return sql`(select coalesce(jsonb_agg(to_jsonb(part)), '[]'::jsonb) from (${statement}) part)`;
}

const lines = (orderId: number) => sql`
  select id, ticket_type_id as "ticketTypeId", ticket_type_name as "ticketTypeName", slot, quantity,
         unit_price as "unitPrice", amount, discount, policy_name as "policyName", used, refunding, refunded,
         refund_rule as "refundRule"
  from sub_order
  where order_id = ${orderId}
  order by line_no
`;

const tickets = (orderId: number) => sql`
  select id, ticket_no as "ticketNo", ticket_type_name as "ticketTypeName", state, used, admissions,
         holder_name as "holderName", holder_identity as "holderIdentity"
  from ticket
  where order_id = ${orderId}
  order by id
`;

/** The ledger, and after it the money that waits for a decision, which is no ledger row yet. */
const payments = (orderId: number) => sql`
  select id, kind, payment_type as "paymentType", amount, 'done' as state, at, account_name as "by"
  from payment
  where order_id = ${orderId}
  union all
  select r.id, 'refund', coalesce(nullif(r.payment_type, ''), (
           select p.payment_type
           from payment p
           where p.corp_code = r.corp_code and p.order_id = r.order_id and p.kind = 'payment'
           order by p.id
           limit 1
         ), ''),
         -r.amount, case r.state when 'waiting' then 'underWay' else 'withdrawn' end, r.requested_at, r.requested_by
  from refund r
  where r.order_id = ${orderId}
    and r.state <> 'done'
  order by at, id
`;

export const refundColumns = sql`
  r.id, r.refund_no as "refundNo", r.state, r.amount, r.fee, r.quantity, r.reason,
  r.requested_by as "requestedBy", r.requested_by_id as "requestedById", r.requested_at as "requestedAt",
  r.decided_by as "decidedBy", r.decided_at as "decidedAt"
`;

const refunds = (orderId: number) => sql`
  select ${refundColumns}
  from refund r
  where r.order_id = ${orderId}
  order by r.id
`;

const events = (orderId: number) => sql`
  select 'printed' as kind, at, account_name as "by", '' as "ticketNo", '' as gate, '' as "refundNo",
         count(*)::int as quantity, 0::bigint as amount, 0::bigint as fee
  from print_log
  where order_id = ${orderId}
  group by at, account_name
  union all
  select case p.kind when 'reversal' then 'reversed' else 'passed' end, p.at, p.account_name, t.ticket_no, g.name, '',
         p.people, 0, 0
  from passage p
  join ticket t on t.corp_code = p.corp_code and t.id = p.ticket_id
  join gate g on g.corp_code = p.corp_code and g.id = p.gate_id
  where p.order_id = ${orderId}
    and (p.admitted or p.kind = 'reversal')
  union all
  select 'refundRequested', requested_at, requested_by, '', '', refund_no, quantity, amount, fee
  from refund
  where order_id = ${orderId}
    and needs_approval
  union all
  select case state when 'done' then 'refunded' else 'refundRejected' end, coalesce(decided_at, requested_at),
         coalesce(nullif(decided_by, ''), requested_by), '', '', refund_no, quantity, amount, fee
  from refund
  where order_id = ${orderId}
    and state <> 'waiting'
  order by at
`;
