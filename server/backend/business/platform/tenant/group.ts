/** Groups of tenants as head office keeps them. What a group reads over its members is `kernel/as-group.ts`. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { corpGroup as resource } from "~/contract/tenant/group";
import { dependsOn } from "../../../kernel/depends-on";
import { Invalid } from "../../../kernel/refusal";
import { serveResource } from "../../../kernel/resource";
import { isRows, type Values } from "../../../kernel/resource-backend";
import { firstOf } from "../../../kernel/rows";
import type { Call } from "../../../kernel/served";
import { corpGroupMember, corpGroup as table } from "./group-schema";
import { admitHeadOffice } from "./head-office";
import { tenant } from "./schema";

// A member hangs on its group; who leads is a member as well.
dependsOn("tenant", {
  table,
  by: (id) => sql`${table.id} in (select corp_group_id from corp_group_member where tenant_id = ${id})`,
  name: table.name,
  words: m.corp_group_dep,
});

const tenants = { table: tenant, name: tenant.name };

export const groupServed = serveResource(resource, {
  table,
  lines: { members: corpGroupMember },
  references: { leaderId: tenants, "members.tenantId": tenants },
  check: inNoOtherGroup,
  admit: admitHeadOffice,
});

/** Said beside the field; the unique index holds it where two save at once. */
async function inNoOtherGroup({ db }: Call, { members }: Values, before: Values | null): Promise<void> {
  if (!isRows(members)) return;
  const wanted = `{${members.map(({ tenantId }) => Number(tenantId)).join(",")}}`;
  const elsewhere = await firstOf<{ tenant: string; group: string }>(
    db,
    sql`
      select t.name as tenant, g.name as "group"
      from corp_group_member gm
      join corp_group g on g.corp_code = gm.corp_code and g.id = gm.corp_group_id
      join tenant t on t.corp_code = gm.corp_code and t.id = gm.tenant_id
      where gm.tenant_id = any (${wanted}::bigint[]) and gm.corp_group_id <> ${Number(before?.id ?? 0)}
      order by gm.id
      limit 1
    `,
  );
  if (elsewhere) throw new Invalid({ members: [m.corp_group_elsewhere(elsewhere)] });
}

/** The group that a tenant is in, and whether it leads it; null: none. */
export const groupOfTenant = ({ db }: Call, id: number) =>
  firstOf<{ id: number; name: string; leads: boolean; status: string }>(
    db,
    sql`
      select g.id::float8 as id, g.name, g.leader_id = gm.tenant_id as leads, g.status
      from corp_group_member gm
      join corp_group g on g.corp_code = gm.corp_code and g.id = gm.corp_group_id
      where gm.tenant_id = ${id}
    `,
  );
