/** What pays a statement, oldest first: never more than came in and stayed, never more than is open. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import type { ResourceRow } from "~/contract/resource";
import type { agencyStatement as resource } from "~/contract/travel/statement";
import { yuan } from "../../kernel/money";
import { Invalid, Refusal } from "../../kernel/refusal";
import type { Outcome } from "../../kernel/resource-backend";
import { firstOf, rowsOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";

/**
 * Fen that may still pay statements: receipts, rebates and rewards, less what went back and what has paid some already. What
 * went back of a refund was allocated before, so the sum counts and no single receipt; it may be below nothing until the
 * refund stands in a statement.
 */
export async function allocatable({ db }: Call, ids: readonly number[]): Promise<Map<number, number>> {
  const rows = await rowsOf<{ id: number; free: number }>(
    db,
    sql`
      select agency_id::float8 as id,
             (
               coalesce(sum(amount) filter (where kind in ('topUp', 'rebate', 'reward')), 0)
               - coalesce(sum(amount) filter (where kind in ('withdraw', 'rebateBack', 'rewardBack')), 0)
               - sum(allocated)
             )::float8 as free
      from agency_receipt
      where corp_code = current_setting('app.corp_code') and agency_id = any (${`{${ids.join(",")}}`}::bigint[])
      group by agency_id
    `,
  );
  return new Map(rows.map(({ id, free }) => [id, Math.max(0, free)]));
}

/** Money of the agency moves while it is locked: what is given back at this moment pays nothing. */
export const lockAgency = ({ db }: Call, id: number) =>
  db.execute(sql`select id from travel_agency where id = ${id} for no key update`);

/** The statement is locked. The agency is locked too, so two statements that want the same wait for each other. */
export async function allocate(
  call: Call,
  { id, agencyId, total, paid }: ResourceRow<typeof resource>,
  { amount }: { amount: number | null },
): Promise<Outcome> {
  await lockAgency(call, agencyId);
  const receipts = await rowsOf<{ id: number; free: number }>(
    call.db,
    sql`
      select id::float8 as id, (amount - allocated)::float8 as free
      from agency_receipt
      where corp_code = current_setting('app.corp_code')
        and agency_id = ${agencyId} and kind in ('topUp', 'rebate', 'reward') and allocated < amount
      order by id
      limit 500
      for update
    `,
  );
  const listed = receipts.reduce((sum, one) => sum + one.free, 0);
  const free = Math.min(listed, (await allocatable(call, [agencyId])).get(agencyId) ?? 0);
  const open = total - paid;
  if (free === 0) throw new Refusal(m.bill_no_receipt());
  const wanted = amount ?? Math.min(open, free);
  if (wanted <= 0) throw new Invalid({ amount: [m.account_nothing()] });
  if (wanted > Math.min(open, free))
    throw new Invalid({ amount: [m.bill_too_much({ open: yuan(open), free: yuan(free), amount: yuan(wanted) })] });
  let left = wanted;
  for (const receipt of receipts) {
    const part = Math.min(left, receipt.free);
    if (part === 0) break;
    await takeOf(call, id, receipt.id, part);
    left -= part;
  }
  return {
    set: { paid: paid + wanted },
    to: wanted === open ? "paid" : "partlyPaid",
    notice: m.bill_allocated({ amount: yuan(wanted), open: yuan(open - wanted) }),
  };
}

/** One statement decides: what the receipt does not have any more is not taken. */
export async function takeOf({ db, now, caller }: Call, id: number, receiptId: number, amount: number): Promise<void> {
  const taken = await firstOf(
    db,
    sql`
      with taken as (
        update agency_receipt set allocated = allocated + ${amount}, updated_at = ${now.toISOString()}::timestamptz
        where corp_code = current_setting('app.corp_code')
          and id = ${receiptId} and allocated + ${amount} <= agency_receipt.amount
        returning id
      )
      insert into agency_statement_receipt (statement_id, receipt_id, amount, at, account_name)
      select ${id}, id, ${amount}, ${now.toISOString()}::timestamptz, ${caller.name} from taken
      returning id
    `,
  );
  if (!taken) throw new Refusal(m.refused_same_moment());
}
