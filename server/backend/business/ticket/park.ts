/** Parks: the scenic areas that everything else hangs under; one may be part of another. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { park as resource } from "~/contract/ticket/park";
import { Invalid, Refusal } from "../../kernel/refusal";
import { serveResource } from "../../kernel/resource";
import type { Values } from "../../kernel/resource-backend";
import type { Call } from "../../kernel/served";
import { checkPricing } from "./concession";
import { park } from "./schema";

/** For whatever belongs to a park, of any business. */
export const parkReference = { table: park, name: park.name, status: park.status };

export const served = serveResource(resource, {
  table: park,
  references: { parentId: { table: park, name: park.name, status: park.status, parent: park.parentId } },
  async check(call, values, before) {
    await checkPricing(call, values, before);
    await checkParent(call, values, before);
  },
});

/** A tree stays one: two people who each move one park below the other's would close a ring, so they go one by one. */
async function checkParent(call: Call, { parentId }: Values, before: Values | null): Promise<void> {
  if (!before && call.caller.scope?.parks) throw new Refusal(m.admin_new_park_bound());
  if (!before || parentId === null || parentId === undefined || parentId === before.parentId) return;
  await call.db.execute(sql`select pg_advisory_xact_lock(hashtext('park tree' || current_setting('app.corp_code')))`);
  const { rows } = await call.db.execute<{ loops: boolean }>(sql`
    with recursive above (id, parent_id) as (
      select id, parent_id from park where id = ${parentId}
      union
      select p.id, p.parent_id from park p join above a on p.id = a.parent_id
    )
    select exists (select from above where id = ${before.id}) as loops
  `);
  if (rows[0]?.loops) throw new Invalid({ parentId: [m.forms_parent_park_loop()] });
}
