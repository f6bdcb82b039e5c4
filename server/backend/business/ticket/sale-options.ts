/** Choices at the counter: its points of sale and payment types. */
import { sql } from "drizzle-orm";
import type { Option } from "~/contract/resource";
import type { Call } from "../../kernel/served";
import { firstOf } from "../order/rows";

export async function counterOptions(call: Call): Promise<{ posList: Option[]; paymentTypes: Option[] }> {
  const label = call.locale === "en" ? sql`label_en` : sql`label`;
  // Who has chosen a park sells there.
  const parkId = call.caller.park?.id ?? null;
  const row = await firstOf<{ posList: Option[]; paymentTypes: Option[] }>(
    call.db,
    sql`
      select
        coalesce((
          select json_agg(json_build_object('value', id::text, 'label', name) order by id)
          from pos
          where status = 'T' and (${parkId}::bigint is null or park_id = ${parkId}::bigint)
        ), '[]') as "posList",
        coalesce((
          select json_agg(json_build_object('value', value, 'label', ${label}) order by sort, value)
          from dict_item
          where dict_type = 'paymentType' and status = 'T'
        ), '[]') as "paymentTypes"
    `,
  );
  return row ?? { posList: [], paymentTypes: [] };
}
