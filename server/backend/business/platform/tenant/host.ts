/** Host names of tenants: one stands once on the whole platform, and never in the place of the console's own. */
import { eq, sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { tenantOfHost } from "~/contract/platform/host";
import { hostOf } from "~/contract/platform/host-name";
import { tenantHost, tenantHostSave } from "~/contract/tenant/host";
import { tenant as declared } from "~/contract/tenant/tenant";
import { headOffice } from "~/contract/wire";
import { nothingChanged } from "../../../kernel/audit";
import { isConsoleHost } from "../../../kernel/console-hosts";
import { Invalid, NotFound, Refusal } from "../../../kernel/refusal";
import { lastEditor } from "../../../kernel/resource-changes";
import { rowsOf } from "../../../kernel/rows";
import { admitting, type Call, type Served, serve } from "../../../kernel/served";
import { admitHeadOffice } from "./head-office";
import { tenant as table } from "./schema";

const serveHost = serve(tenantHost, async ({ db }, { id }) => {
  const [found] = await db.select().from(table).where(eq(table.id, id));
  if (!found) throw new NotFound();
  const { name, code, rowVersion, host } = found;
  return { id, name, code, rowVersion, host: host ?? "" };
});

const serveSave = serve(tenantHostSave, async (call, { id, rowVersion, host: typed }) => {
  const { db, now } = call;
  // Two at once are looked at one after the other: the second is told whose it is by then.
  await db.execute(sql`select pg_advisory_xact_lock(hashtext('host names of tenants'))`);
  const [found] = await db.select().from(table).where(eq(table.id, id)).for("update");
  if (!found) throw new NotFound();
  const host = await checked(call, id, typed);
  const was = found.host ?? "";
  // Asked again with nothing else: it stands already, whoever else changed the row.
  if (host === was) {
    call.audit(nothingChanged);
    return { host, was };
  }
  if (found.rowVersion !== rowVersion)
    throw new Refusal(m.ops_changed_by({ name: await lastEditor(call, declared, id) }));
  await db
    .update(table)
    .set({ host: host === "" ? null : host, rowVersion: sql`row_version + 1`, updatedAt: now })
    .where(eq(table.id, id));
  call.audit({
    ...{ thing: "tenant", thingId: id, label: found.name },
    before: { host: was, rowVersion },
    after: { host, rowVersion: rowVersion + 1 },
  });
  return { host, was };
});

async function checked({ db }: Call, id: number, typed: string): Promise<string> {
  const host = hostOf(typed);
  if (host === null) throw new Invalid({ host: [m.tenant_host_form()] });
  if (host === "") return "";
  if (isConsoleHost(host)) throw new Invalid({ host: [m.tenant_host_console()] });
  const [other] = await rowsOf<{ name: string }>(
    db,
    sql`select name from tenant where lower(host) = ${host} and id <> ${id} limit 1`,
  );
  if (other) throw new Invalid({ host: [m.tenant_host_taken({ name: other.name })] });
  return host;
}

/** Nobody has signed in: the row is head office's, whoever asks. One that is shut is known too, so that it can be said. */
const serveOf = serve(
  tenantOfHost,
  async ({ db }, { host: typed }) => {
    const host = hostOf(typed);
    if (!host) return null;
    const [found] = await rowsOf<{ corpCode: string; name: string }>(
      db,
      sql`
        select t.code as "corpCode", coalesce(nullif(c.sys_name, ''), c.name) as name
        from tenant t
        join corp c on c.corp_code = t.code
        where t.corp_code = ${headOffice}
          and lower(t.host) = ${host}
      `,
    );
    return found ?? null;
  },
  { asOwner: true },
);

export const hostServed: Served[] = [...admitting([serveHost, serveSave], admitHeadOffice), serveOf];
