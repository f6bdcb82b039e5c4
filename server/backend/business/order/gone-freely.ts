/** What went back of an order with nobody's approval: the limit is the order's, or it would be passed in small parts. */
import { sql } from "drizzle-orm";
import type { Transaction } from "../../db/database";
import { parameterOf } from "../../kernel/parameters";
import { firstOf } from "../../kernel/rows";

/** Fen: `limit` of an order without approval, and what of it is used up by refunds and by differences of changes. */
export async function freeRefunds(db: Transaction, orderId: number): Promise<{ limit: number; gone: number }> {
  const limit = Number(await parameterOf(db, "refundApprovalLimit"));
  const row = await firstOf<{ gone: number }>(
    db,
    sql`
      select (
        coalesce((
          select sum(r.amount) from refund r
          where r.corp_code = current_setting('app.corp_code') and r.order_id = ${orderId}
            and r.state in ('held', 'done') and not r.needs_approval
        ), 0)
        + coalesce((
          select sum(c.back) from order_change c
          where c.corp_code = current_setting('app.corp_code') and c.order_id = ${orderId}
        ), 0)
      )::float8 as gone
    `,
  );
  return { limit: Number.isFinite(limit) ? limit : 0, gone: row?.gone ?? 0 };
}
