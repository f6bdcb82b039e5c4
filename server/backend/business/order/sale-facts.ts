/**
 * What was sold, given back and changed in a period, line by line and to the fen of the payments: the sum of `sold` is what
 * payments took for orders, `refunded` what refunds gave back, `changed` what changes of tickets brought (below zero where
 * more went back). A sale counts when it was paid, a refund when its money went back. A seam for reports of other
 * businesses: they join it by `line_id` or `order_id`.
 */
import { type SQL, sql } from "drizzle-orm";
import type { ReportWindow } from "../../kernel/report-look";

type Window = Pick<ReportWindow, "since" | "before">;

/**
 * Columns: at, what (`sale`, `refund`, `change`), order_id, line_id, refund_id, park_id, pieces, returned, discount, sold,
 * refunded, changed, fee. Of a change the old pieces are returned and the new ones sold; what the old were worth beyond the
 * fee is credited against what the new ones cost.
 */
export function saleFacts(window: Window): SQL {
  return sql`
    select s.at, 'sale' as what, l.order_id, l.id as line_id, null::bigint as refund_id, l.park_id,
           l.quantity as pieces, 0 as returned, l.discount, l.amount - l.discount as sold, 0::bigint as refunded,
           0::bigint as changed, 0::bigint as fee
    from (${salesIn(window)}) s
    join sub_order l on l.corp_code = current_setting('app.corp_code') and l.order_id = s.order_id
    where not exists (
      select from order_change_item c where c.corp_code = l.corp_code and c.new_line_id = l.id
    )
    union all
    ${refundFacts(window)}
    union all
    select h.at, 'change', l.order_id, l.id, null, l.park_id,
           c.came, c.went, 0, 0, 0, c.value, c.fee
    from order_change h
    cross join lateral (
      select line_id, sum(came)::int as came, sum(went)::int as went, sum(value)::bigint as value, sum(fee)::bigint as fee
      from (
        select new_line_id as line_id, 1 as came, 0 as went, new_price as value, 0::bigint as fee
        from order_change_item where corp_code = h.corp_code and change_id = h.id
        union all
        select line_id, 0, 1, fee - price, fee
        from order_change_item where corp_code = h.corp_code and change_id = h.id
      ) piece
      group by line_id
    ) c
    join sub_order l on l.corp_code = h.corp_code and l.id = c.line_id
    where ${within(sql`h.at`, window)}
  `;
}

/** {@link saleFacts} with what the order and its line are called; a line keeps the name that it was sold as. */
export const namedSaleFacts = (window: Window): SQL => sql`
  select f.*, o.order_no, o.channel, o.pos_id, o.pos_name, o.seller_id, o.seller_name, l.business, l.subject_id,
         l.name as product
  from (${saleFacts(window)}) f
  join orders o on o.corp_code = current_setting('app.corp_code') and o.id = f.order_id
  join sub_order l on l.corp_code = o.corp_code and l.id = f.line_id
`;

/** Of {@link saleFacts}, what refunds gave back. */
export function refundFacts(window: Window): SQL {
  return sql`
    select r.at, 'refund' as what, l.order_id, l.id as line_id, r.refund_id, l.park_id,
           0 as pieces, count(*)::int as returned, 0::bigint as discount, 0::bigint as sold,
           sum(i.price - i.fee)::bigint as refunded, 0::bigint as changed, sum(i.fee)::bigint as fee
    from (${refundsIn(window)}) r
    join refund_item i on i.corp_code = current_setting('app.corp_code') and i.refund_id = r.refund_id
    join sub_order l on l.corp_code = i.corp_code and l.id = i.line_id
    group by r.at, r.refund_id, l.order_id, l.id, l.park_id
  `;
}

/** A moment in the window: where the planner begins, with an index on time. */
const within = (at: SQL, { since, before }: Window): SQL => sql`${at} >= ${since} and ${at} < ${before}`;

/** Orders paid; and those that cost nothing, of which there need be no payment. */
function salesIn(window: Window): SQL {
  return sql`
    select order_id, min(at) as at
    from payment
    where kind = 'payment' and change_id is null and ${within(sql`at`, window)}
    group by order_id
    union all
    select o.id, o.created_at
    from orders o
    where o.payable = 0
      and ${within(sql`o.created_at`, window)}
      and o.state not in ('pending', 'cancelled', 'expired')
      and not exists (select from payment p where p.corp_code = o.corp_code and p.order_id = o.id and p.change_id is null)
  `;
}

/** Refunds whose money went back; and those that gave back nothing, the fee being all of it. */
function refundsIn(window: Window): SQL {
  return sql`
    select refund_id, min(at) as at
    from payment
    where kind = 'refund' and refund_id is not null and ${within(sql`at`, window)}
    group by refund_id
    union all
    select id, coalesce(decided_at, requested_at)
    from refund
    where amount = 0 and state = 'done' and ${within(sql`coalesce(decided_at, requested_at)`, window)}
  `;
}
