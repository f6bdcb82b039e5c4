/** Orders that the trade brought: whose they are, and with whom they were earned. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { dependsOn } from "../../kernel/depends-on";
import { firstOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import { travelOrder as table } from "./sales-schema";

type Id = unknown;

dependsOn("agency", { table, by: table.agencyId, words: m.trade_has_orders });
dependsOn("guide", { table, by: table.guideId, words: m.trade_has_orders });
dependsOn("salesman", { table, by: table.salesmanId, words: m.trade_has_orders });
dependsOn("salesRegion", { table, by: table.regionId, words: m.trade_has_orders });

/** What the chosen agency and guide are called; "" for none. */
export async function namesOfTrade(
  { db }: Call,
  agencyId: Id,
  guideId: Id,
): Promise<{ agency: string; guide: string }> {
  const named = await firstOf<{ agency: string | null; guide: string | null }>(
    db,
    sql`
      select (select name from travel_agency where id = ${agencyId ?? null}::bigint) as agency,
             (select name from guide where id = ${guideId ?? null}::bigint) as guide
    `,
  );
  return { agency: named?.agency ?? "", guide: named?.guide ?? "" };
}

/** The salesman and region are those of the agency now (where it has no region, its salesman's): moved later, it leaves what was earned where it was earned. */
export async function keepTradeOrder(
  { db }: Call,
  order: { orderId: number; visitDay: string; agencyId: number | null; guideId: number | null },
): Promise<void> {
  const { orderId, visitDay, agencyId, guideId } = order;
  if (agencyId === null && guideId === null) return;
  await db.execute(sql`
    insert into travel_order (order_id, agency_id, guide_id, visit_day, salesman_id, region_id)
    select ${orderId}::bigint, ${agencyId}::bigint, ${guideId}::bigint, ${visitDay}::date, a.salesman_id,
           coalesce(a.region_id, s.region_id)
    from (select 1) one
    left join travel_agency a on a.id = ${agencyId}::bigint
    left join salesman s on s.corp_code = a.corp_code and s.id = a.salesman_id
  `);
}
