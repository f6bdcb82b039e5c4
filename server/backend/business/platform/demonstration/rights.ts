/** Rights that a business gives to a role of the demonstration, besides what every first start grants. */
import { sql } from "drizzle-orm";
import { headOffice } from "~/contract/wire";
import type { Transaction } from "../../../db/database";

/** `granted`: by function its buttons. */
export async function grantInDemo(
  tx: Transaction,
  role: string,
  granted: Readonly<Record<string, readonly string[]>>,
): Promise<void> {
  const rows = Object.entries(granted).flatMap(([fun, buttons]) => ["", ...buttons].map((button) => ({ fun, button })));
  await tx.execute(sql`
    insert into role_grant (corp_code, role_id, fun_code, button_code)
    select r.corp_code, r.id, g.fun, g.button
    from role r
    cross join json_to_recordset(${JSON.stringify(rows)}::json) as g (fun text, button text)
    where r.corp_code = ${headOffice} and r.code = ${role}
    on conflict do nothing
  `);
}
