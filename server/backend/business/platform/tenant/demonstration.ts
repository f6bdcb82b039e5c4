/** What head office of the demonstration offers to tenants, and who asked for it. */
import { sql } from "drizzle-orm";
import type { Transaction } from "../../../db/database";
import { stamp } from "../../../kernel/business-time";
import { firstOf } from "../../../kernel/rows";
import type { DemoPeople } from "../../manifest";
import { tenantApplication, tenantPackage } from "./schema";

/** Groups of the menu that a package leaves out. */
const packages = [
  {
    name: "标准版",
    english: "Standard",
    limits: { maxAccounts: 20, maxParks: 2, maxOrders: 20_000 },
    without: ["trade", "stock"],
  },
  { name: "旗舰版", english: "Premium", limits: { maxAccounts: 200, maxParks: 20, maxOrders: null }, without: [] },
];

const applications = [
  ["云岭山水文旅", "Yunling Scenic Tourism", "TADEMO2345", "91330185MA2CFRXK3T", "周敏", 3],
  ["白鹭湖旅游开发", "Egret Lake Tourism", "TADEMO6789", "91330127MA28UL7A5B", "沈立", 26],
] as const;

export async function seedTenants(tx: Transaction, { say }: DemoPeople, now: Date): Promise<void> {
  if (await firstOf(tx, sql`select from tenant_package limit 1`)) return;
  for (const { name, english, limits, without } of packages) {
    const [made] = await tx
      .insert(tenantPackage)
      .values({ name: say(name, english), ...limits })
      .returning({ id: tenantPackage.id });
    await tx.execute(sql`
      insert into tenant_package_right (package_id, fun_code, button_code)
      with offered as (
        select f.fun_code
        from fun f
        join fun g on g.id = split_part(f.parent_ids, ',', 2)::bigint
        where f.built and f.enabled and not f.head_office and f.fun_code <> ''
          and not g.key = any (${sql.param(without.map((key) => `group:${key}`))}::text[])
      )
      select ${made?.id}::bigint, fun_code, '' from offered
      union
      select ${made?.id}::bigint, o.fun_code, b.code from offered o join button b on b.fun_code = o.fun_code
    `);
  }
  for (const [name, english, number, licence, contact, hours] of applications) {
    await tx.insert(tenantApplication).values({
      ...{ name: say(name, english), number, licence, contact: say(contact), mobile: "13800138004" },
      wishes: say("两个景区，售票与年卡", "Two parks, tickets and season cards"),
      at: stamp(new Date(now.getTime() - hours * 3_600_000)),
    });
  }
}
