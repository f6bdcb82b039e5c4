/** Exceptions of credit: one order that goes beyond the limit or the days of an agency, allowed by a second person, used once and by a day. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { businessDay, stamp } from "../../kernel/business-time";
import { dependsOn } from "../../kernel/depends-on";
import { firstOf, rowsOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import { agencyException as table } from "./account-schema";
import { type Account, freeOf } from "./accounts";

dependsOn("agency", { table, by: table.agencyId, words: m.account_exceptions });

interface Allowed {
  agencyId: number;
  amount: number;
  untilDay: string;
  reason: string;
}

/** `caller` is who approved it. */
export async function allowOnce({ db, now, caller }: Call, allowed: Allowed): Promise<void> {
  const { agencyId, amount, untilDay, reason } = allowed;
  await db.execute(sql`
    insert into agency_exception (agency_id, amount, until_day, reason, granted_at, granted_by)
    values (${agencyId}, ${amount}, ${untilDay}::date, ${reason}, ${now.toISOString()}::timestamptz, ${caller.name})
  `);
}

/**
 * Uses the smallest one that bears what is missing, for an order that the account alone does not bear; false where there is
 * none. The agency is locked, and the condition is asked again where two want the same.
 */
export async function spendException(
  { db, now }: Call,
  account: Account,
  order: { orderNo: string; amount: number },
): Promise<boolean> {
  if (account.status !== "active" || account.settlement !== "credit") return false;
  const over = Math.max(0, order.amount - freeOf(account));
  const used = await firstOf(
    db,
    sql`
      update agency_exception
      set used_order_no = ${order.orderNo}, used_over = ${over}, used_at = ${now.toISOString()}::timestamptz
      where corp_code = current_setting('app.corp_code')
        and used_at is null
        and id = (
          select e.id from agency_exception e
          where e.corp_code = current_setting('app.corp_code') and e.agency_id = ${account.id}
            and e.used_at is null and e.until_day >= ${businessDay(now)}::date and e.amount >= ${over}
          order by e.amount, e.id
          limit 1
        )
      returning id
    `,
  );
  return used !== undefined;
}

/** Whether there is one that {@link spendException} would use for an order of this amount. */
export async function exceptionBears({ db, now }: Call, account: Account, amount: number): Promise<boolean> {
  if (account.status !== "active" || account.settlement !== "credit") return false;
  const one = await firstOf(
    db,
    sql`
      select 1 as one from agency_exception
      where corp_code = current_setting('app.corp_code') and agency_id = ${account.id} and used_at is null
        and until_day >= ${businessDay(now)}::date and amount >= ${Math.max(0, amount - freeOf(account))}
      limit 1
    `,
  );
  return one !== undefined;
}

/** Of an agency, the newest first. */
export async function exceptionsOf({ db, now }: Call, agencyId: number) {
  const rows = await rowsOf<{
    amount: number;
    until: string;
    reason: string;
    by: string;
    order: string | null;
    usedAt: string | null;
  }>(
    db,
    sql`
      select amount::float8 as amount, until_day::text as "until", reason, granted_by as by,
             used_order_no as "order", used_at as "usedAt"
      from agency_exception
      where corp_code = current_setting('app.corp_code') and agency_id = ${agencyId}
      order by id desc
      limit 20
    `,
  );
  const today = businessDay(now);
  return rows.map(({ order, usedAt, ...one }) => ({
    ...{ ...one, order: order ?? "", usedAt: usedAt ? stamp(usedAt) : "" },
    open: order === null && one.until >= today,
  }));
}
