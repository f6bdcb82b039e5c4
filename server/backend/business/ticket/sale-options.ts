/** Choices at the counter: its points of sale, payment types and reasons for a discount. */
import { sql } from "drizzle-orm";
import type { Option } from "~/contract/resource";
import { optionsOf } from "../../kernel/dictionaries";
import { firstOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";

interface Options {
  posList: Option[];
  paymentTypes: Option[];
  discountReasons: Option[];
}

export async function counterOptions(call: Call): Promise<Options> {
  // Who has chosen a park sells there.
  const parkId = call.caller.park?.id ?? null;
  const row = await firstOf<Options>(
    call.db,
    sql`
      select
        coalesce((
          select json_agg(json_build_object('value', id::text, 'label', name) order by id)
          from pos
          where status = 'T' and (${parkId}::bigint is null or park_id = ${parkId}::bigint)
        ), '[]') as "posList",
        ${optionsOf("paymentType", call.locale)} as "paymentTypes",
        ${optionsOf("discountReason", call.locale)} as "discountReasons"
    `,
  );
  return row ?? { posList: [], paymentTypes: [], discountReasons: [] };
}
