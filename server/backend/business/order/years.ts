/** What of orders and their money belongs to a business year, and what must have come to an end before one is closed. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import type { YearsOf } from "../../kernel/closed-years";

export const orderYears: YearsOf = {
  parts: [
    // State, money and contact go on changing: sealed is that it was made, and when.
    {
      table: "orders",
      title: m.system_thing_order,
      moment: "created_at",
      keeps: ["order_no", "channel", "created_at"],
    },
    { table: "payment", title: m.order_payments, moment: "at", amount: "amount" },
    {
      ...{ table: "refund", title: m.order_refunds, moment: "requested_at", amount: "amount" },
      keeps: ["refund_no", "order_id", "quantity", "fee", "amount", "requested_at", "requested_by_id"],
    },
    { table: "order_change", title: m.year_kind_changes, moment: "at", amount: "due" },
    { table: "pay_type_log", title: m.fun_pay_type_modify, moment: "at", amount: "amount" },
  ],
  open: [
    {
      count: ({ at }) => sql`
        select count(*)::int as n from shift
        where corp_code = current_setting('app.corp_code') and status = 'open' and opened_at < ${at}::timestamptz
      `,
      told: m.year_open_shifts,
    },
    {
      count: ({ at }) => sql`
        select count(*)::int as n from orders
        where corp_code = current_setting('app.corp_code') and state = 'pending' and created_at < ${at}::timestamptz
      `,
      told: m.year_open_orders,
    },
    {
      count: ({ at }) => sql`
        select count(*)::int as n from refund
        where corp_code = current_setting('app.corp_code') and state in ('waiting', 'held')
          and requested_at < ${at}::timestamptz
      `,
      told: m.year_open_refunds,
    },
    {
      count: ({ day }) => sql`
        select count(*)::int as n from payment_statement
        where corp_code = current_setting('app.corp_code') and state = 'waiting' and day < ${day}::date
      `,
      told: m.year_open_reconciliation,
    },
  ],
};
