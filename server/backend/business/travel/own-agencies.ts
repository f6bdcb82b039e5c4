/** What a salesman who sees their own agencies alone may write of them. The database keeps to it; here it is said beside the field. */

import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { Invalid } from "../../kernel/refusal";
import type { Values } from "../../kernel/resource-backend";
import { firstOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";

/** A new agency is their own unless they say another's whom they see; none is given away out of their sight. */
export async function checkSalesman({ db, caller }: Call, values: Values, before: Values | null): Promise<void> {
  const salesmen = caller.scope?.salesmen;
  if (!salesmen) return;
  if (!before && !values.salesmanId) {
    const own = await firstOf<{ id: number }>(
      db,
      sql`select id::float8 as id from salesman where account_id = ${caller.userId}`,
    );
    values.salesmanId = own?.id ?? null;
  }
  if (before && !("salesmanId" in values)) return;
  if (!salesmen.includes(Number(values.salesmanId ?? 0))) throw new Invalid({ salesmanId: [m.trade_own_agencies()] });
}
