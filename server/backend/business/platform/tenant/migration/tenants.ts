/** Between whom configuration is copied: head office and its tenants. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { headOffice } from "~/contract/wire";
import { asOwner } from "../../../../kernel/as-owner";
import { Invalid, NotFound, Refusal } from "../../../../kernel/refusal";
import { rowsOf } from "../../../../kernel/rows";
import type { Call } from "../../../../kernel/served";

export interface Party {
  /** 0 of head office. */
  id: number;
  code: string;
  name: string;
  /** It is in service: something may be written. */
  open: boolean;
}

export function tenantsOf(call: Call): Promise<Party[]> {
  return asOwner(call, () =>
    rowsOf<Party>(
      call.db,
      sql`
        select t.id::int as id, t.code, t.name, s.standing in ('open', 'warned') as open
        from tenant t
        join tenant_standing s on s.corp_code = t.code
        where t.corp_code = ${headOffice}
        order by t.id
        limit 1000
      `,
    ),
  );
}

const office = (): Party => ({ id: 0, code: headOffice, name: m.migration_head_office(), open: true });

/** Throws where one of them is none of the tenants. */
export function partiesOf(tenants: readonly Party[], sourceId: number | undefined, targetId: number) {
  const byId = (id: number) => {
    const found = tenants.find((one) => one.id === id);
    if (!found) throw new NotFound();
    return found;
  };
  return { source: sourceId === undefined ? office() : byId(sourceId), target: byId(targetId) };
}

/** Into another tenant, and into one that is in service. */
export function refuseParties({ source, target }: { source: Party; target: Party }): void {
  if (source.code === target.code) throw new Invalid({ targetId: [m.migration_same_tenant()] });
  if (!target.open) throw new Refusal(m.migration_target_closed({ name: target.name }));
}
