/** Tenants as head office sees them: sums, and no row of a tenant's but the names of its parks and ticket types. */
import { eq, sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import * as contract from "~/contract/tenant/tenant";
import { asOwner } from "../../../kernel/as-owner";
import { nothingChanged } from "../../../kernel/audit";
import { addDays, businessDay, stamp } from "../../../kernel/business-time";
import { dependsOn } from "../../../kernel/depends-on";
import { Invalid, NotFound, Refusal } from "../../../kernel/refusal";
import { serveResource } from "../../../kernel/resource";
import { lastEditor } from "../../../kernel/resource-changes";
import { firstOf, rowsOf } from "../../../kernel/rows";
import { admitting, type Call, type Served, serve } from "../../../kernel/served";
import { isClearing } from "./clear/clearing";
import { groupOfTenant } from "./group";
import { admitHeadOffice } from "./head-office";
import { packageReference } from "./package";
import { tenant as table, tenantPackage, tenantPackageRight } from "./schema";
import { type Content, takenBy, unbounded } from "./taken";

dependsOn("tenantPackage", { table, by: table.packageId, name: table.name, words: m.tenant_dep });

const ratio = (used: string, most: string) => sql.raw(`u.${used}::text || ' / ' || coalesce(u.${most}::text, '∞')`);

const engine = serveResource(contract.tenant, {
  table,
  query: {
    from: "tenant t",
    joins: sql`left join tenant_use u on u.code = t.code`,
    columns: {
      standing: sql`u.standing`,
      accountsUse: ratio("accounts", "max_accounts"),
      parksUse: ratio("parks", "max_parks"),
      ordersUse: ratio("orders", "max_orders"),
      takings: sql`u.takings`,
      lastSignIn: sql`u.last_sign_in`,
    },
  },
  indexed: true,
  references: { packageId: packageReference },
  commands: {
    shut: () => ({}),
    reopen: {
      mayNot: async ({ db }, rows) => {
        const busy = await isClearing(
          db,
          rows.map(({ code }) => code),
        );
        return rows.map(({ code }) => (busy.has(code) ? m.clearing_reopen_no() : null));
      },
      run: () => ({}),
    },
  },
  admit: admitHeadOffice,
});

async function tenantById({ db }: Call, id: number, lock = false) {
  const query = db.select().from(table).where(eq(table.id, id));
  const [found] = await (lock ? query.for("update") : query);
  if (!found) throw new NotFound();
  return found;
}

interface Figures {
  standing: string;
  readsFrom: string | null;
  shutsFrom: string | null;
  accounts: number;
  parks: number;
  orders: number;
  maxAccounts: number | null;
  maxParks: number | null;
  maxOrders: number | null;
  lastSignIn: string | null;
}

const detail = serve(contract.tenantDetail, async (call, { id }) => {
  const { db } = call;
  const { name, code, packageId, expiresOn, createdAt } = await tenantById(call, id);
  const [bundle] =
    packageId === null ? [] : await db.select().from(tenantPackage).where(eq(tenantPackage.id, packageId));
  const found = await asOwner(call, async () => ({
    figures: await firstOf<Figures>(
      db,
      sql`
        select u.standing, s.reads_from::text as "readsFrom", s.shuts_from::text as "shutsFrom",
               u.accounts::float8 as accounts, u.parks::float8 as parks, u.orders::float8 as orders,
               u.max_accounts::float8 as "maxAccounts", u.max_parks::float8 as "maxParks",
               u.max_orders::float8 as "maxOrders", u.last_sign_in as "lastSignIn"
        from tenant_use u
        join tenant_standing s on s.corp_code = u.code
        where u.code = ${code}
      `,
    ),
    months: await monthsOf(call, code),
    parks: await rowsOf<{ name: string }>(db, sql`select name from tenant_parks(${code}) limit 100`),
  }));
  const { figures, months, parks } = found;
  const group = await groupOfTenant(call, id);
  return {
    ...{ id, name, code, package: bundle?.name ?? "", expiresOn: expiresOn ?? "", months },
    standing: figures?.standing ?? "open",
    readsFrom: figures?.readsFrom ?? "",
    shutsFrom: figures?.shutsFrom ?? "",
    accounts: { used: figures?.accounts ?? 0, most: figures?.maxAccounts ?? null },
    parks: { used: figures?.parks ?? 0, most: figures?.maxParks ?? null },
    orders: { used: figures?.orders ?? 0, most: figures?.maxOrders ?? null },
    lastSignIn: figures?.lastSignIn ? stamp(figures.lastSignIn) : "",
    openedAt: stamp(createdAt),
    group: group ?? null,
    parkNames: parks.map((park) => park.name),
  };
});

/** The last twelve months of business, by the tenant's own time. */
const monthsOf = ({ db, now }: Call, code: string) =>
  rowsOf<{ month: string; orders: number; takings: number }>(
    db,
    sql`
      select month, orders::float8 as orders, takings::float8 as takings
      from tenant_months(${code}, ${businessDay(now)}::date)
    `,
  );

const ticketDays = 30;
const mostTickets = 200;

const tickets = serve(contract.tenantTickets, async (call, { id }) => {
  const { name, code } = await tenantById(call, id);
  const from = addDays(businessDay(call.now), 1 - ticketDays);
  const rows = await asOwner(call, () =>
    rowsOf<{ name: string; park: string; status: string; sold: number; takings: number }>(
      call.db,
      sql`
        select name, park, status, sold::float8 as sold, takings::float8 as takings
        from tenant_tickets(${code}, ${from}::date)
        limit ${mostTickets + 1}
      `,
    ),
  );
  return { name, from, rows: rows.slice(0, mostTickets), capped: rows.length > mostTickets };
});

export const packagesToGive = ({ db }: Call, current: number | null = null) =>
  rowsOf<{ id: number; name: string }>(
    db,
    sql`select id::int as id, name from tenant_package where status = 'T' or id = ${current} order by id limit 200`,
  );

const terms = serve(contract.tenantTerms, async (call, { id }) => {
  const { name, rowVersion, packageId, expiresOn } = await tenantById(call, id);
  return {
    id,
    name,
    rowVersion,
    packageId,
    expiresOn: expiresOn ?? "",
    packages: await packagesToGive(call, packageId),
  };
});

/** The package, locked against a change while it is given; null of none. */
export async function contentOf({ db }: Call, packageId: number | null): Promise<Content> {
  if (packageId === null) return unbounded;
  const [found] = await db.select().from(tenantPackage).where(eq(tenantPackage.id, packageId)).for("share");
  if (!found) throw new Invalid({ packageId: [m.v_option()] });
  const rows = await db.select().from(tenantPackageRight).where(eq(tenantPackageRight.packageId, packageId));
  const rights = rows.map(({ funCode, buttonCode }) => (buttonCode === "" ? funCode : `${funCode}/${buttonCode}`));
  const { maxAccounts, maxParks, maxOrders } = found;
  return { limits: { maxAccounts, maxParks, maxOrders }, rights: new Set(rights) };
}

const assign = serve(
  contract.tenantAssign,
  async (call, { id, rowVersion, packageId = null, expiresOn: lastDay, taking }) => {
    const expiresOn = lastDay || null;
    const { db, now } = call;
    const found = await tenantById(call, id, true);
    if (found.rowVersion !== rowVersion)
      throw new Refusal(m.ops_changed_by({ name: await lastEditor(call, contract.tenant, id) }));
    const choices = await packagesToGive(call, found.packageId);
    if (packageId !== null && !choices.some((choice) => choice.id === packageId))
      throw new Invalid({ packageId: [m.v_option()] });
    if ((await isClearing(db, [found.code])).size > 0) throw new Refusal(m.clearing_reopen_no());
    if (packageId === found.packageId && expiresOn === found.expiresOn) {
      call.audit(nothingChanged);
      return { saved: true, takes: [] };
    }
    const [before, after] = [await contentOf(call, found.packageId), await contentOf(call, packageId)];
    const takes = packageId === found.packageId ? [] : await takenBy(call, [found.code], { ...after, before });
    if (takes.length > 0 && !taking) {
      call.audit(nothingChanged);
      return { saved: false, takes };
    }
    await db
      .update(table)
      .set({ packageId, expiresOn, rowVersion: sql`row_version + 1`, updatedAt: now })
      .where(eq(table.id, id));
    call.audit({
      ...{ thing: "tenant", thingId: id, label: found.name },
      before: { packageId: found.packageId, expiresOn: found.expiresOn, rowVersion },
      after: { packageId, expiresOn, rowVersion: rowVersion + 1 },
    });
    return { saved: true, takes };
  },
);

export const tenantServed: Served[] = [...engine, ...admitting([detail, tickets, terms, assign], admitHeadOffice)];
