/** Tenancy by the database: every table with a `corp_code` shows the tenant role the rows of its corp and no others. */
import { sql } from "drizzle-orm";
import { groupRole, scopedRole, type Transaction, tenantRole } from "./database";
import { groupStatements, groupViews } from "./group-policies";
import { applyScope } from "./scope-policies";

/** Tables whose `corp_code` is a mere attribute; only the owner reads them (sign-in, sessions). */
export const ownerOnly: readonly string[] = [
  "corp",
  "session",
  "check_code",
  "sign_in_device",
  "sign_in_proof",
  "factor_step",
  "account_totp",
  "passkey",
  "recovery_code",
];
/** Shared by all corps; the tenant role may read them. */
export const shared: readonly string[] = ["area", "fun", "button", "holiday"];
/**
 * Views that show a corp its own rows, and no other's; `tenant_use` shows head office sums of all, `platform_announcement`
 * every corp what head office says to all of them, `group_peer` the names of the corps of its group.
 */
export const ownViews: readonly string[] = [
  "announcement_addressed",
  "announcement_inbox",
  "announcement_reader",
  "group_peer",
  "own_corp",
  "named_park",
  "named_pos",
  "numbered_card",
  "online_session",
  "order_line_told",
  "order_admission",
  "order_standing",
  "order_told",
  "own_package",
  "payment_told",
  "stored_top_up_told",
  "platform_announcement",
  "own_package_right",
  "own_standing",
  "tenant_use",
  "ticket_standing",
  "trade_price_policy",
];
/** Rows are written once: the tenant role may neither change nor delete them. Names say so, but for three. */
export const isAppendOnly = (table: string): boolean =>
  /(^|_)(ledger|log|event)$/.test(table) || ["payment", "passage", "content_version"].includes(table);

export async function applyTenancy(tx: Transaction): Promise<void> {
  await tx.execute(sql.raw(createRole));
  const { rows } = await tx.execute<{ name: string; tenant: boolean }>(sql`
    select c.relname as name,
           exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'corp_code' and not a.attisdropped) as tenant
    from pg_class c
    where c.relnamespace = current_schema()::regnamespace
      and c.relkind in ('r', 'p')
  `);
  const tenantTables = rows.filter(({ name, tenant }) => tenant && !ownerOnly.includes(name)).map(({ name }) => name);
  for (const name of tenantTables) await tx.execute(sql.raw(tenantTable(`"${name}"`, isAppendOnly(name))));
  for (const { name } of rows.filter((row) => shared.includes(row.name)))
    await tx.execute(sql.raw(`grant select on "${name}" to ${roles}`));
  // Those that are there: a database may stand at a version before a view came.
  const { rows: views } = await tx.execute<{ name: string }>(sql`
    select c.relname as name from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'v'
  `);
  for (const { name } of views.filter((view) => ownViews.includes(view.name)))
    await tx.execute(sql.raw(`grant select on "${name}" to ${roles}`));
  await tx.execute(sql.raw(`grant usage on all sequences in schema public to ${roles}`));
  for (const { name } of views.filter((view) => groupViews.includes(view.name))) {
    await tx.execute(sql.raw(`grant select on "${name}" to ${groupRole}`));
    for (const table of tenantTables) await tx.execute(sql.raw(groupStatements(table)));
  }
  await applyScope(tx, tenantTables);
}

const roles = `${tenantRole}, ${scopedRole}`;

function tenantTable(table: string, append: boolean): string {
  return `
    alter table ${table} enable row level security;
    drop policy if exists tenant on ${table};
    create policy tenant on ${table} to ${roles}
      using (corp_code = current_setting('app.corp_code'))
      with check (corp_code = current_setting('app.corp_code'));
    revoke all on ${table} from ${roles};
    grant select, insert${append ? "" : ", update, delete"} on ${table} to ${roles};
  `;
}

/**
 * Roles belong to the whole cluster: several databases may make these at the same moment. An owner who may make none is
 * told what to have made.
 */
const createRole = [tenantRole, scopedRole, groupRole]
  .map(
    (role) => `
do $$
begin
  if not exists (select from pg_roles where rolname = '${role}') then
    create role ${role} nologin;
  end if;
exception
  when duplicate_object or unique_violation then null;
  when insufficient_privilege then
    raise exception 'The role ${role} is missing and % may not create it. Run as an administrator of the server: create role ${role} nologin; grant ${role} to %',
      current_user, current_user;
end $$;
do $$
begin
  execute format('grant ${role} to %I', current_user);
exception when others then
  if not pg_has_role(current_user, '${role}', 'member') then raise; end if;
end $$;
grant usage on schema public to ${role};
`,
  )
  .join("");
