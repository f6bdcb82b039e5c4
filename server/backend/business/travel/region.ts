/** Sales regions: a tree that stays one. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { salesRegion as resource } from "~/contract/travel/region";
import { dependsOn } from "../../kernel/depends-on";
import { Invalid } from "../../kernel/refusal";
import { serveResource } from "../../kernel/resource";
import type { Values } from "../../kernel/resource-backend";
import { firstOf } from "../../kernel/rows";
import type { Call, Served } from "../../kernel/served";
import { regionReference } from "./references";
import { salesman, salesRegion as table } from "./sales-schema";
import { travelAgency } from "./schema";

dependsOn("salesRegion", { table, by: table.parentId, name: table.name, words: m.trade_region_has_regions });
dependsOn("salesRegion", {
  table: salesman,
  by: salesman.regionId,
  name: salesman.name,
  words: m.trade_region_has_salesmen,
});
dependsOn("salesRegion", {
  table: travelAgency,
  by: travelAgency.regionId,
  name: travelAgency.name,
  words: m.trade_region_has_agencies,
});

export const regionServed: Served[] = serveResource(resource, {
  table,
  references: { parentId: regionReference },
  check: refuseRing,
});

/** Two people who each move one region below the other's would close a ring, so they go one by one. */
async function refuseRing({ db }: Call, { parentId }: Values, before: Values | null): Promise<void> {
  if (!before || !parentId || parentId === before.parentId) return;
  await db.execute(sql`select pg_advisory_xact_lock(hashtext('sales regions' || current_setting('app.corp_code')))`);
  const above = await firstOf<{ loops: boolean }>(
    db,
    sql`
      with recursive above (id, parent_id) as (
        select id, parent_id from sales_region where id = ${parentId}
        union
        select r.id, r.parent_id from sales_region r join above a on r.id = a.parent_id
      )
      select exists (select from above where id = ${before.id}) as loops
    `,
  );
  if (above?.loops) throw new Invalid({ parentId: [m.trade_region_loop()] });
}
