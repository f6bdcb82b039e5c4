/** Clearing of tenants as head office asks for it: what stands, why it may not go, and the work put in. */
import { and, eq, inArray, sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { resources } from "~/contract/registry";
import * as clearing from "~/contract/tenant/clearing";
import { type ClearingScope, clearingScopes, tenantClearing as contract } from "~/contract/tenant/clearing";
import { type CorpTable, corpTables, countsOf } from "../../../../db/corp-rows";
import type { Transaction } from "../../../../db/database";
import { asOwner } from "../../../../kernel/as-owner";
import { stamp } from "../../../../kernel/business-time";
import { enqueueFor } from "../../../../kernel/enqueue";
import { Invalid, NotFound, Refusal } from "../../../../kernel/refusal";
import { serveResource } from "../../../../kernel/resource";
import type { CommandsBackend } from "../../../../kernel/resource-backend";
import { nounOfTable } from "../../../../kernel/resource-table";
import { firstOf, rowsOf } from "../../../../kernel/rows";
import { admitting, type Call, type Served, serve } from "../../../../kernel/served";
import { admitHeadOffice } from "../head-office";
import { tenantClearing as table, tenant as tenantTable } from "../schema";
import { keptByLaw } from "./retention";
import { tablesIn } from "./scopes";

/** Rows beyond this many are not counted: "more than a million" says enough. */
const counted = 1_000_000;
const namedKinds = 6;
const underWay = ["archiving", "clearing", "restoring"] as const;

interface Tenant {
  id: number;
  name: string;
  code: string;
}

const form = serve(clearing.tenantClearingForm, async (call, { tenantId }) => {
  const { db } = call;
  const tenants = await rowsOf<Tenant>(db, sql`select id::int as id, name, code from tenant order by id limit 2000`);
  if (tenantId === undefined) return { tenants, chosen: null };
  const chosen = tenants.find(({ id }) => id === tenantId);
  if (!chosen) throw new NotFound();
  const refusal = await whyNot(call, chosen);
  const scopes = await asOwner(call, async () => {
    const all = await corpTables(db);
    const counts = await countsOf(db, all, chosen.code, counted + 1);
    const stand = [];
    for (const scope of clearingScopes) {
      const going = tablesIn(all, scope);
      const inGroup = await groupWhyNot(call, chosen, scope);
      const kept = await keptByLaw(db, chosen.code, all, going, call.now);
      const refusals = [...(inGroup ? [inGroup] : []), ...kept];
      stand.push({ scope, ...standing(going, counts), refusal: refusals.join(m.tenant_semicolon()) });
    }
    return stand;
  });
  return { tenants, chosen: { ...chosen, refusal, scopes } };
});

function standing(tables: readonly CorpTable[], counts: ReadonlyMap<string, number>) {
  const found = tables.flatMap(({ name }) => {
    const rows = Math.min(counts.get(name) ?? 0, counted);
    return rows > 0 ? [{ name, rows }] : [];
  });
  const kinds = found
    .flatMap(({ name, rows }) => {
      const noun = nounOfTable(name);
      const resource = noun === undefined ? undefined : resources.find((one) => one.noun === noun);
      return resource ? [{ name: (resource.listTitle ?? resource.title)(), rows }] : [];
    })
    .toSorted((a, b) => b.rows - a.rows)
    .slice(0, namedKinds);
  return {
    rows: found.reduce((sum, { rows }) => sum + rows, 0),
    capped: tables.some(({ name }) => (counts.get(name) ?? 0) > counted),
    kinds,
  };
}

/** Why nothing of a tenant may be cleared now; "": it may. */
async function whyNot(call: Call, { name, code }: Tenant): Promise<string> {
  const { db } = call;
  const busy = await firstOf(
    db,
    sql`select from tenant_clearing where tenant_code = ${code} and status = any (${sql.param([...underWay])}::text[])`,
  );
  if (busy) return m.clearing_under_way({ name });
  const state = await asOwner(call, () =>
    firstOf<{ standing: string; jobs: boolean }>(
      db,
      sql`
        select s.standing, exists (select from job where corp_code = ${code} and state = 'running') as jobs
        from tenant_standing s where s.corp_code = ${code}
      `,
    ),
  );
  if (state?.standing !== "shut") return m.clearing_open({ name });
  return state.jobs ? m.clearing_jobs({ name }) : "";
}

/** A group names its members, and some of what they share stands in the others' rows: who goes whole has left it before. */
async function groupWhyNot({ db }: Call, { id, name }: Tenant, scope: ClearingScope): Promise<string> {
  if (scope !== "whole") return "";
  const group = await firstOf<{ name: string }>(
    db,
    sql`
      select g.name
      from corp_group g
      where g.leader_id = ${id}
        or exists (
          select from corp_group_member gm
          where gm.corp_code = g.corp_code and gm.corp_group_id = g.id and gm.tenant_id = ${id}
        )
      limit 1
    `,
  );
  return group ? m.clearing_in_group({ name, group: group.name }) : "";
}

/** Whether a tenant's rows are on their way: it stays shut until that has ended. */
export async function isClearing(db: Transaction, codes: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ code: table.tenantCode })
    .from(table)
    .where(and(inArray(table.tenantCode, [...codes]), inArray(table.status, [...underWay])));
  return new Set(rows.map(({ code }) => code));
}

const clear = serve(clearing.tenantClear, async (call, { tenantId, scope, code }) => {
  const { db, now, caller } = call;
  // Locked against a second press and against being opened again.
  const [tenant] = await db.select().from(tenantTable).where(eq(tenantTable.id, tenantId)).for("update");
  if (!tenant) throw new NotFound();
  if (code !== tenant.code) throw new Invalid({ code: [m.clearing_code_differs({ code: tenant.code })] });
  const refusal =
    (await whyNot(call, tenant)) ||
    (await groupWhyNot(call, tenant, scope)) ||
    (await heldBack(call, tenant.code, scope));
  if (refusal) throw new Refusal(refusal);
  const [made] = await db
    .insert(table)
    .values({
      ...{ tenantName: tenant.name, tenantCode: tenant.code, scope, byName: caller.name, at: stamp(now) },
      updatedAt: now,
    })
    .returning({ id: table.id });
  if (!made) throw new Error("an insert answers its row");
  await putIn(call, "clearTenant", made.id);
  call.audit({
    ...{ thing: "tenantClearing", thingId: made.id, label: tenant.name },
    after: { tenantName: tenant.name, tenantCode: tenant.code, scope },
  });
  return { id: made.id };
});

const heldBack = (call: Call, corpCode: string, scope: ClearingScope): Promise<string> =>
  asOwner(call, async () => {
    const all = await corpTables(call.db);
    const kept = await keptByLaw(call.db, corpCode, all, tablesIn(all, scope), call.now);
    return kept.join(m.tenant_semicolon());
  });

async function putIn(call: Call, kind: string, clearingId: number): Promise<void> {
  const jobId = await enqueueFor(call, { kind, payload: { clearingId } });
  await call.db.update(table).set({ jobId }).where(eq(table.id, clearingId));
}

const commands: CommandsBackend<typeof contract> = {
  resume: {
    mayNot: async ({ db }, rows) => {
      const busy = await rowsOf<{ id: number }>(
        db,
        sql`
          select c.id::int as id from tenant_clearing c
          join job j on j.corp_code = c.corp_code and j.id = c.job_id and j.state in ('waiting', 'running')
          where c.id = any (${sql.param(rows.map(({ id }) => id))}::bigint[])
        `,
      );
      return rows.map(({ id }) => (busy.some((one) => one.id === id) ? m.clearing_running() : null));
    },
    async run(call, { id, status }) {
      await putIn(call, status === "restoring" ? "restoreTenant" : "clearTenant", id);
      return { notice: m.clearing_running() };
    },
  },
  putBack: {
    mayNot: async (call, rows) => {
      const reasons: (string | null)[] = [];
      for (const row of rows) reasons.push((await whyNotBack(call, row)) || null);
      return reasons;
    },
    async run(call, { id, tenantCode }, { code }) {
      if (code !== tenantCode) throw new Invalid({ code: [m.clearing_code_differs({ code: tenantCode })] });
      await putIn(call, "restoreTenant", id);
      return { notice: m.clearing_running() };
    },
  },
  async destroy(call, { id, tenantCode }, { code }) {
    if (code !== tenantCode) throw new Invalid({ code: [m.clearing_code_differs({ code: tenantCode })] });
    await putIn(call, "destroyTenantArchive", id);
    return {};
  },
};

/** What came since stands in the way; so does a tenant that works again. */
async function whyNotBack(
  call: Call,
  { tenantCode, tenantName, scope }: Pick<typeof table.$inferSelect, "tenantCode" | "tenantName" | "scope">,
): Promise<string> {
  const { db } = call;
  const [tenant] = await db.select().from(tenantTable).where(eq(tenantTable.code, tenantCode));
  if (scope === "whole") return tenant ? m.clearing_code_taken({ code: tenantCode }) : "";
  if (!tenant) return m.clearing_clash();
  return whyNot(call, { ...tenant, name: tenantName });
}

export const clearingServed: Served[] = [
  ...serveResource(contract, { table, commands, admit: admitHeadOffice }),
  ...admitting([form, clear], admitHeadOffice),
];
