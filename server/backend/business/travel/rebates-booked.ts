/** Rebates of an agency as its invoices have to show them. */
import { sql } from "drizzle-orm";
import { firstOf } from "../../kernel/rows";
import { ofEveryAgency } from "../../kernel/scope";
import type { Call } from "../../kernel/served";

/** Fen that were booked and not taken back. The agency is locked, so that two invoices at once do not show one rebate twice. */
export async function lockRebatesBooked(call: Call, agencyId: number): Promise<number> {
  return ofEveryAgency(call, async () => {
    await call.db.execute(sql`select id from travel_agency where id = ${agencyId} for no key update`);
    return rebatesBooked(call, agencyId);
  });
}

/** The same without the lock. */
export async function rebatesBooked(call: Call, agencyId: number): Promise<number> {
  const row = await ofEveryAgency(call, () =>
    firstOf<{ sum: number }>(
      call.db,
      sql`
        select coalesce(sum(amount - coalesce(taken_back, 0)), 0)::float8 as sum
        from agreed_quantity
        where corp_code = current_setting('app.corp_code') and agency_id = ${agencyId} and status = 'booked'
      `,
    ),
  );
  return row?.sum ?? 0;
}
