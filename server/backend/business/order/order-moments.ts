/** What happened to an order's money, for its time line: the sale with how it was paid, and what became of refunds. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { dictionariesOf } from "../../kernel/dictionaries";
import { yuan } from "../../kernel/money";
import { rowsOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import { type Moment, tellMoments } from "../../kernel/time-line";
import { refundEnd, refundEnder } from "./query-parts";

interface Row {
  kind: keyof typeof told;
  at: string;
  by: string;
  refundNo: string;
  quantity: number;
  /** Fen, as the fee. */
  amount: number;
  fee: number;
  ways: { paymentType: string; amount: number }[];
  remark: string;
}

async function ordersMoments({ db, locale }: Call, orderId: number, most: number): Promise<Moment[]> {
  const rows = await rowsOf<Row>(
    db,
    sql`
      select 'sold' as kind, o.created_at as at, o.seller_name as "by", '' as "refundNo", o.quantity,
             o.payable - coalesce((
               select sum(c.new_price) from order_change c where c.corp_code = o.corp_code and c.order_id = o.id
             ), 0)::bigint as amount, 0::bigint as fee, '' as remark,
             (
               select coalesce(
                 jsonb_agg(jsonb_build_object('paymentType', p.payment_type, 'amount', p.amount) order by p.id), '[]'
               )
               from payment p
               where p.corp_code = o.corp_code and p.order_id = o.id and p.kind = 'payment' and p.change_id is null
             ) as ways
      from orders o
      where o.id = ${orderId}
      union all
      select 'refundRequested', requested_at, requested_by, refund_no, quantity, amount, fee, reason, '[]'
      from refund
      where order_id = ${orderId}
        and needs_approval
      union all
      select ${refundEnd}, coalesce(r.decided_at, r.requested_at), ${refundEnder}, r.refund_no, r.quantity, r.amount,
             r.fee, case when r.needs_approval then r.decision_remark else r.reason end,
             case r.state when 'done' then r.ways else '[]' end
      from refund r
      where r.order_id = ${orderId}
        and r.state not in ('waiting', 'held')
      order by at desc
      limit ${most}
    `,
  );
  const paid = rows.some(({ ways }) => ways.length > 0) ? await dictionariesOf(db, ["paymentType"], locale) : {};
  const nameOf = (type: string) => paid.paymentType?.find(({ value }) => value === type)?.label ?? type;
  return rows.map((row) => {
    const { tone, title } = told[row.kind];
    const ways = row.ways.map(({ paymentType, amount }) => `${nameOf(paymentType)} ¥${yuan(amount)}`);
    return {
      at: new Date(row.at),
      by: row.by,
      title: title({ ...row, by: row.by || m.timeline_system(), amount: yuan(row.amount), fee: yuan(row.fee) }),
      detail: [...ways, row.remark].filter(Boolean).join(" · "),
      tone,
    };
  });
}

const told = {
  sold: { title: m.log_order_sold, tone: "good" },
  refundRequested: { title: m.log_order_refund_requested, tone: "calm" },
  refunded: { title: m.log_order_refunded, tone: "bad" },
  refundRejected: { title: m.log_order_refund_rejected, tone: "calm" },
  refundWithdrawn: { title: m.log_order_refund_withdrawn, tone: "calm" },
  refundExpired: { title: m.log_order_refund_expired, tone: "bad" },
} as const;

/** A sale's entry in the audit trail has its payments, those about refunds have the refund's number. */
export const tellOrders = () => tellMoments("order", "order", ordersMoments, ["payments", "refundNo"]);
