/** Packages: their limits and rights, and what tenants lose by a smaller one. */
import { eq, sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import * as contract from "~/contract/tenant/package";
import { nothingChanged } from "../../../kernel/audit";
import { Invalid, NotFound, Refusal } from "../../../kernel/refusal";
import { serveResource } from "../../../kernel/resource";
import { lastEditor } from "../../../kernel/resource-changes";
import { rowsOf } from "../../../kernel/rows";
import { admitting, type Call, type Served, serve } from "../../../kernel/served";
import { catalogueOf, functionOf, rightOf } from "../rights";
import { admitHeadOffice } from "./head-office";
import { tenantPackageRight as rightsTable, tenantPackage as table } from "./schema";
import { takenBy } from "./taken";

export const packageReference = { table, name: table.name };

async function packageById({ db }: Call, id: number, lock = false) {
  const query = db.select().from(table).where(eq(table.id, id));
  const [found] = await (lock ? query.for("update") : query);
  if (!found) throw new NotFound();
  return found;
}

async function rightsOf({ db }: Call, id: number): Promise<Set<string>> {
  const rows = await db.select().from(rightsTable).where(eq(rightsTable.packageId, id));
  return new Set(rows.map(({ funCode, buttonCode }) => rightOf(funCode, buttonCode)));
}

/** What head office alone has is never a tenant's. */
async function offered(call: Call) {
  const catalogue = await catalogueOf(call.db, call.locale);
  const rows = await rowsOf<{ code: string }>(call.db, sql`select fun_code as code from fun where head_office`);
  const own = new Set(rows.map(({ code }) => code));
  const groups = catalogue.groups
    .map((group) => ({ ...group, functions: group.functions.filter(({ code }) => !own.has(code)) }))
    .filter(({ functions }) => functions.length > 0);
  return { groups, has: (right: string) => catalogue.has(right) && !own.has(functionOf(right)) };
}

const content = serve(contract.tenantPackageContent, async (call, { id }) => {
  const { name, rowVersion, maxAccounts, maxParks, maxOrders } = await packageById(call, id);
  const granted = await rightsOf(call, id);
  const { groups } = await offered(call);
  const [count] = await rowsOf<{ n: number }>(
    call.db,
    sql`select count(*)::int as n from tenant where package_id = ${id}`,
  );
  const leaf = (right: string, label: string) => ({ right, name: label, granted: granted.has(right) });
  return {
    ...{ id, name, rowVersion, limits: { maxAccounts, maxParks, maxOrders }, tenants: count?.n ?? 0 },
    groups: groups.map((group) => ({
      ...group,
      functions: group.functions.map((fun) => ({
        ...leaf(fun.code, fun.name),
        buttons: fun.buttons.map((button) => leaf(rightOf(fun.code, button.code), button.name)),
      })),
    })),
  };
});

const set = serve(contract.tenantPackageSet, async (call, { id, rowVersion, rights, taking, ...given }) => {
  const { db, now } = call;
  const found = await packageById(call, id, true);
  if (found.rowVersion !== rowVersion)
    throw new Refusal(m.ops_changed_by({ name: await lastEditor(call, contract.tenantPackage, id) }));
  const { has } = await offered(call);
  if (!rights.every(has)) throw new Invalid({ rights: [m.v_option()] });
  const before = await rightsOf(call, id);
  // What the menu does not show today stays: switched on again, it is where it was.
  const hidden = [...before].filter((right) => !has(right));
  const after = new Set([...rights.map(functionOf), ...rights, ...hidden]);
  const added = [...after].filter((right) => !before.has(right));
  const removed = [...before].filter((right) => !after.has(right));
  const { maxAccounts = null, maxParks = null, maxOrders = null } = given;
  const limits = { maxAccounts, maxParks, maxOrders };
  const was = { maxAccounts: found.maxAccounts, maxParks: found.maxParks, maxOrders: found.maxOrders };
  if (added.length + removed.length === 0 && JSON.stringify(was) === JSON.stringify(limits)) {
    call.audit(nothingChanged);
    return { saved: true, takes: [] };
  }
  const tenants = await rowsOf<{ code: string }>(db, sql`select code from tenant where package_id = ${id} order by id`);
  const codes = tenants.map(({ code }) => code);
  const takes = await takenBy(call, codes, { limits, rights: after, before: { limits: was, rights: before } });
  if (takes.length > 0 && !taking) {
    call.audit(nothingChanged);
    return { saved: false, takes };
  }
  const pairs = (list: readonly string[]) =>
    list.map((right) => {
      const [funCode = "", buttonCode = ""] = right.split("/");
      return { packageId: id, funCode, buttonCode };
    });
  for (const { funCode, buttonCode } of pairs(removed))
    await db
      .delete(rightsTable)
      .where(sql`package_id = ${id} and fun_code = ${funCode} and button_code = ${buttonCode}`);
  if (added.length > 0) await db.insert(rightsTable).values(pairs(added)).onConflictDoNothing();
  await db
    .update(table)
    .set({ ...limits, rowVersion: sql`row_version + 1`, updatedAt: now })
    .where(eq(table.id, id));
  call.audit({
    ...{ thing: "tenantPackage", thingId: id, label: found.name },
    before: { ...was, removed },
    after: { ...limits, added },
  });
  return { saved: true, takes };
});

export const packageServed: Served[] = [
  ...serveResource(contract.tenantPackage, { table, admit: admitHeadOffice }),
  ...admitting([content, set], admitHeadOffice),
];
