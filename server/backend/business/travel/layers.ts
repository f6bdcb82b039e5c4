/** Whose prices an agency has, above those of everybody: of its type, its price group, and itself. */
import { sql } from "drizzle-orm";
import { firstOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";

/** As the view of trade prices writes them (`trade_price_policy`). */
export const layerCode = {
  type: (type: string) => `type:${type}`,
  group: (id: number) => `group:${id}`,
  agency: (id: number) => `agency:${id}`,
};

/** The weakest first; of nobody none. A price group that is out of use gives no prices. */
export async function layersOf({ db }: Call, agencyId: number | null | undefined): Promise<string[]> {
  if (!agencyId) return [];
  const agency = await firstOf<{ type: string; priceGroupId: number | null }>(
    db,
    sql`
      select a.type, g.id as "priceGroupId"
      from travel_agency a
      left join travel_price_group g on g.corp_code = a.corp_code and g.id = a.price_group_id and g.status = 'T'
      where a.id = ${agencyId}
    `,
  );
  if (!agency) return [];
  const { type, priceGroupId } = agency;
  return [
    layerCode.type(type),
    ...(priceGroupId === null ? [] : [layerCode.group(priceGroupId)]),
    layerCode.agency(agencyId),
  ];
}
