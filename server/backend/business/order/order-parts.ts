/** What hangs under an order, in one statement: lines, pieces, ledger, refunds. */
import { type SQL, sql } from "drizzle-orm";
import type { OrderView } from "~/contract/order/order";
import type { Transaction } from "../../db/database";
import { firstOf } from "../../kernel/rows";
import type { ChangeDetail } from "./change-moments";
import { changesOfOrder } from "./query-parts";
import type { Sellable } from "./sellable";

export type OrderParts = Pick<OrderView, "lines" | "tickets" | "payments" | "refunds"> & {
  changes: (Omit<OrderView["changes"][number], "what"> & { detail: ChangeDetail })[];
};

export async function partsOf(db: Transaction, sellables: readonly Sellable[], orderId: number): Promise<OrderParts> {
  const parts = await firstOf<OrderParts>(
    db,
    sql`
      select ${listed(lines(orderId))} as lines,
             ${listed(pieces(sellables, orderId))} as tickets,
             ${listed(payments(orderId))} as payments,
             ${listed(refunds(orderId))} as refunds,
             ${listed(sql`${changesOfOrder(orderId)} order by id`)} as changes
    `,
  );
  return parts ?? { lines: [], tickets: [], payments: [], refunds: [], changes: [] };
}

/** Rows of a statement as one JSON array, in the statement's order. */
export function listed(statement: SQL): SQL {
  return sql`(select coalesce(jsonb_agg(to_jsonb(part)), '[]'::jsonb) from (${statement}) part)`;
}

const term = (name: string) => sql`terms ->> ${sql.raw(`'${name}'`)}`;

/** A line of another business has no slot, no policy and no rule of a ticket: what its terms do not say is empty. */
const lines = (orderId: number) => sql`
  select id, business, kind, subject_id as "subjectId", subject_id as "ticketTypeId", name, name as "ticketTypeName",
         coalesce(${term("visitDay")}, '') as "visitDay", coalesce(${term("slot")}, '') as slot, quantity, unit_price as "unitPrice", amount, discount,
         coalesce(${term("policyName")}, '') as "policyName", used, refunding, refunded, changed,
         coalesce(${term("refundRule")}, '') as "refundRule", coalesce(terms -> 'reductions', '[]') as reductions
  from sub_order
  where order_id = ${orderId}
  order by line_no
`;

/** Of all businesses; none of them may be registered, as in a test of the core alone. */
function pieces(sellables: readonly Sellable[], orderId: number): SQL {
  const shown = sellables.flatMap((one) =>
    one.shown ? [sql`select * from (${one.shown.pieces(orderId)}) piece`] : [],
  );
  if (shown.length === 0) return sql`select from orders where false`;
  return sql`${sql.join(shown, sql` union all `)} order by "lineId", id`;
}

/** The ledger, with what a company has yet to send back, and after it the money that waits for a decision. */
const payments = (orderId: number) => sql`
  select p.id, p.kind, p.payment_type as "paymentType", p.amount, p.received,
         case b.state when 'started' then 'underWay' when 'pending' then 'underWay' when 'failed' then 'failed' else 'done' end
           as state,
         p.at, p.account_name as "by"
  from payment p
  left join pay_refund b on b.corp_code = p.corp_code and b.payment_id = p.id
  where p.order_id = ${orderId}
  union all
  select r.id, 'refund', way."paymentType", -way.amount, null,
         case when r.state in ('waiting', 'held') then 'underWay' else 'withdrawn' end, r.requested_at, r.requested_by
  from refund r
  cross join jsonb_to_recordset(r.ways) as way ("paymentType" text, amount bigint)
  where r.order_id = ${orderId}
    and r.state <> 'done'
  order by at, id
`;

export const refundColumns = sql`
  r.id, r.refund_no as "refundNo", r.state, r.amount, r.fee, r.quantity, r.reason,
  r.requested_by as "requestedBy", r.requested_by_id as "requestedById", r.requested_at as "requestedAt",
  r.needs_approval as "needsApproval", r.decided_by as "decidedBy", r.decided_at as "decidedAt",
  coalesce(r.held_for, '') as "heldFor"
`;

const refunds = (orderId: number) => sql`
  select ${refundColumns}
  from refund r
  where r.order_id = ${orderId}
  order by r.id
`;
