/** Reports of refunds, and of payments by their types. */
import { sql } from "drizzle-orm";
import { refundsReport, takingsReport } from "~/contract/order/money-reports";
import { serveReport } from "../../kernel/report";
import type { Served } from "../../kernel/served";
import { whose } from "./cash-up";
import { refundFacts } from "./sale-facts";

const refunds = serveReport(refundsReport, {
  facts: (window) => sql`
    select f.*, o.order_no, o.channel, r.reason, r.requested_by_id, r.requested_by, r.needs_approval, r.decided_by_id,
           r.decided_by, l.business, l.subject_id, l.name as product
    from (${refundFacts(window)}) f
    join refund r on r.corp_code = current_setting('app.corp_code') and r.id = f.refund_id
    join orders o on o.corp_code = r.corp_code and o.id = f.order_id
    join sub_order l on l.corp_code = r.corp_code and l.id = f.line_id
  `,
  groups: {
    product: { key: sql`business || '-' || subject_id`, name: sql`product` },
    channel: { key: sql`channel` },
    reason: { key: sql`left(reason, 60)`, name: sql`left(reason, 60)` },
    asker: { key: sql`nullif(requested_by_id, 0)`, name: sql`requested_by` },
    decider: {
      key: sql`case when needs_approval then decided_by_id end`,
      name: sql`case when needs_approval then decided_by end`,
    },
    order: { key: sql`order_id`, name: sql`order_no` },
  },
  measures: {
    refunds: sql`count(distinct refund_id)`,
    pieces: sql`sum(returned)`,
    price: sql`sum(refunded + fee)`,
    fee: sql`sum(fee)`,
    refunded: sql`sum(refunded)`,
  },
});

/** Who sees not what others took has their own, as in the cash-up. Of an order that spans parks a payment is one: who works in one of them sees it whole, as they see the order. */
const takings = serveReport(takingsReport, {
  parkless: true,
  facts: async ({ since, before }, call) => sql`
    select p.at, p.kind, p.payment_type, p.amount, p.account_id, p.account_name, p.order_id, o.order_no, o.channel
    from payment p
    join orders o on o.corp_code = p.corp_code and o.id = p.order_id
    where p.corp_code = current_setting('app.corp_code') and p.at >= ${since} and p.at < ${before}
      ${await whose(call)}
  `,
  groups: {
    type: { key: sql`payment_type` },
    channel: { key: sql`channel` },
    person: { key: sql`nullif(account_id, 0)`, name: sql`account_name` },
    order: { key: sql`order_id`, name: sql`order_no` },
  },
  measures: {
    payments: sql`count(*) filter (where kind = 'payment')`,
    taken: sql`sum(amount) filter (where kind = 'payment')`,
    givenBack: sql`-sum(amount) filter (where kind = 'refund')`,
    corrected: sql`sum(amount) filter (where kind = 'correction')`,
    net: sql`sum(amount)`,
  },
});

export const moneyReportsServed: Served[] = [...refunds, ...takings];
