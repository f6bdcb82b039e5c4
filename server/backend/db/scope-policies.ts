/**
 * The scope of an account, kept by the database: what the tenant's policy shows of a corp, the policies here narrow for
 * the scoped role. Computed from the catalogue, so that a new table with a park, or one that hangs on such a table, has
 * its policy without being named. The rule in full: `docs/decisions/073-scope-of-an-account.md`.
 *
 * Settings of the transaction: `app.parks` the ids of the parks as an array, with 0 for "of no park"; `app.bound` F where
 * every park is open; `app.makers` the ids of the accounts whose orders are seen, or `*`; `app.salesmen` the ids of the
 * salesmen whose agencies are seen, or `*`; `app.account` who calls.
 */
import { sql } from "drizzle-orm";
import { scopedRole, type Transaction } from "./database";

/** Tables with a park that no scope narrows, each with its reason. */
export const unscoped: Readonly<Record<string, string>> = {
  account_park: "it says who is bound to what: who stands above whom is asked of all of it",
  stored_charge: "a card is spent in every park of its corp, and its free part of a day is one",
  stored_spend:
    "a card is spent in every park of its corp: its daily limit, and what goes back to it, count all of them",
  parking_config: "what a corp decides for its car parks holds in all of them",
  stored_rule_place: "a rule whose places are hidden would hold everywhere",
};

/** Documents of several parks, with the column of who made them: who covers one of the parks sees the whole. */
const documents: Readonly<Record<string, string>> = { orders: "seller_id" };

/** The one table that says where a row belongs, where it hangs on several that could. */
const parents: Readonly<Record<string, string>> = {
  sub_order: "orders",
  ticket: "orders",
  payment: "orders",
  pay_type_log: "orders",
  refund_item: "refund",
  order_change: "orders",
  order_change_item: "order_change",
  print_log: "ticket",
  sub_order_quota: "sub_order",
  closure_order: "closure",
  closure: "park",
  sub_ticket_part: "sub_ticket",
  sub_ticket_share: "orders",
  theatre_ticket: "theatre_session",
};

/** Entries of the audit trail are about a thing; of these the table is called otherwise. */
const tablesOfThings: Readonly<Record<string, string>> = {
  orders: "order",
  stored_card: "smartCard",
  travel_agency: "agency",
  travel_agreement: "agencyAgreement",
  travel_review: "agencyReview",
  agency_statement_dispute: "statementDispute",
};

/** Things of the trail that have a scope of their own, the one they ran with: their entries name whatever was asked for. */
const asked = ["export", "import", "job"];

/** Conditions by what is done; a row that is changed fulfils `write` before and after. */
interface Policies {
  read: string;
  write: string;
  insert: string;
}

interface Reference {
  to: string;
  column: string;
  required: boolean;
}

interface Table {
  name: string;
  columns: string[];
  references: Reference[];
}

const parks = "(current_setting('app.parks'))::bigint[]";
const everyPark = "(select current_setting('app.bound') = 'F')";
const everybody = "(select current_setting('app.makers') = '*')";
const makers = "(nullif(current_setting('app.makers'), '*'))::bigint[]";

const everyAgency = "(select current_setting('app.salesmen') = '*')";
const salesmen = "(nullif(current_setting('app.salesmen'), '*'))::bigint[]";

const always = (condition: string): Policies => ({ read: condition, write: condition, insert: condition });

/** Of the tables that the tenant may see. The policies of a version before are replaced. */
export async function applyScope(tx: Transaction, tenantTables: readonly string[]): Promise<void> {
  await tx.execute(sql.raw(rowInScope));
  const policies = await scopePolicies(tx, tenantTables);
  for (const table of tenantTables) await tx.execute(sql.raw(statements(table, policies.get(table))));
}

/** By table; what hangs on a table that has one has one. */
export async function scopePolicies(tx: Transaction, tenantTables: readonly string[]): Promise<Map<string, Policies>> {
  const tables = (await tablesOf(tx)).filter(({ name }) => tenantTables.includes(name) && !(name in unscoped));
  // Anew in each round, until none is found any more: by then each table knows all that it hangs on.
  let known = new Map<string, Policies>();
  for (let before = -1; before < known.size; ) {
    before = known.size;
    const found = tables.map((table) => [table.name, policiesOf(table, known)] as const);
    known = new Map(found.flatMap(([name, policies]) => (policies ? [[name, policies] as const] : [])));
  }
  for (const [name, own] of ofAgencies(await tablesOf(tx), tenantTables)) {
    const before = known.get(name);
    known.set(name, before ? both(before, own) : own);
  }
  const withId = tables.filter(({ name, columns }) => known.has(name) && columns.includes("id"));
  const things = withId.map(({ name }) => name);
  if (tenantTables.includes("audit_log"))
    known.set("audit_log", { ...always("true"), read: seenByThing("audit_log", things) });
  for (const of of ["approval", "record_note"])
    if (tenantTables.includes(of)) known.set(of, always(seenByThing(of, things)));
  return known;
}

/**
 * Agencies by who looks after them, beside whatever else narrows a table: what hangs on an agency is seen with it. Callers
 * whom nothing narrows there pay for one look at a setting.
 */
function ofAgencies(all: readonly Table[], tenantTables: readonly string[]): Map<string, Policies> {
  const tables = all.filter(({ name }) => tenantTables.includes(name));
  const found = new Map<string, Policies>([
    ["travel_agency", always(`${everyAgency} or salesman_id = any (${salesmen})`)],
  ]);
  for (let before = -1; before < found.size; ) {
    before = found.size;
    for (const { name, references } of tables) {
      const above = references.filter(({ to }) => found.has(to));
      if (name === "travel_agency" || above.length === 0) continue;
      const visible = above.map((one) => orNone(name, one, parentVisible(name, one))).join(" and ");
      const added = above.map((one) => orNone(name, one, `row_in_scope('${one.to}', "${name}".${one.column})`));
      const seen = `(${everyAgency} or ${visible})`;
      found.set(name, { read: seen, write: seen, insert: `(${everyAgency} or ${added.join(" and ")})` });
    }
  }
  return found;
}

const both = (one: Policies, other: Policies): Policies => ({
  read: `(${one.read}) and ${other.read}`,
  write: `(${one.write}) and ${other.write}`,
  insert: `(${one.insert}) and ${other.insert}`,
});

function policiesOf({ name, columns, references }: Table, known: ReadonlyMap<string, Policies>): Policies | null {
  if (name === "park") return always(`id = any (${parks}) or ${everyPark}`);
  const maker = documents[name];
  if (maker) return always(`parks && ${parks} and (${everybody} or ${maker} = any (${makers}))`);
  if (columns.includes("parks")) {
    return { read: `parks && ${parks}`, write: `parks <@ ${parks}`, insert: `parks <@ ${parks}` };
  }
  const own = columns.includes("park_id") ? `(park_id is null or park_id = any (${parks}))` : null;
  const declared = parents[name];
  if (own && !declared) return always(own);
  const above = references.filter(({ to }) => (declared ? to === declared : known.has(to)));
  if (above.length === 0 || !above.every(({ to }) => known.has(to))) return null;
  const visible = above.map((one) => orNone(name, one, parentVisible(name, one))).join(" and ");
  // What is of one's own park is seen without a look at its document, unless that may be somebody else's.
  if (own) return { read: `${own} and ${everybody} or ${visible}`, write: own, insert: own };
  const insert = above.map((one) => orNone(name, one, `row_in_scope('${one.to}', "${name}".${one.column})`));
  return { read: visible, write: visible, insert: insert.join(" and ") };
}

function orNone(table: string, { column, required }: Reference, condition: string): string {
  return required ? condition : `("${table}".${column} is null or ${condition})`;
}

/** As a value, not as `exists`: the planner would read the whole table above at once, where a list wants twenty rows. */
function parentVisible(table: string, { to, column }: Reference): string {
  return `(
    select true from "${to}" above
    where above.corp_code = current_setting('app.corp_code') and above.id = "${table}".${column}
  )`;
}

/**
 * An entry of the trail, and a request, is seen by who sees its thing; of what is gone, by nobody with a scope; of work in
 * the background, by who asked for it.
 */
function seenByThing(of: string, tables: readonly string[]): string {
  const cases = tables.map((table) => {
    const thing = tablesOfThings[table] ?? table.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
    return `when '${thing}' then ${parentVisible(of, { to: table, column: "thing_id", required: true })}`;
  });
  const own = (of === "audit_log" ? asked : []).map(
    (thing) => `when '${thing}' then account_id = current_setting('app.account')::bigint`,
  );
  return `case thing ${[...cases, ...own].join("\n")} else true end`;
}

/**
 * Whether a row lies in scope, in a snapshot of its own: what the same statement inserted before is seen by it, as an
 * order is when its payment is written in one statement with it.
 */
const rowInScope = `
  create or replace function row_in_scope(parent text, row_id bigint) returns boolean
  language plpgsql volatile as $$
  declare
    visible boolean;
  begin
    execute format('select true from %I where corp_code = current_setting(''app.corp_code'') and id = $1', parent)
      into visible using row_id;
    return coalesce(visible, false);
  end $$;
`;

function statements(name: string, policies: Policies | undefined): string {
  const kinds = ["read", "insert", "update", "delete"];
  const dropped = kinds.map((kind) => `drop policy if exists scope_${kind} on "${name}";`).join("\n");
  if (!policies) return dropped;
  const { read, write, insert } = policies;
  const policy = (kind: string, command: string, conditions: string) =>
    `create policy scope_${kind} on "${name}" as restrictive for ${command} to ${scopedRole} ${conditions};`;
  return [
    dropped,
    policy("read", "select", `using (${read})`),
    policy("insert", "insert", `with check (${insert})`),
    policy("update", "update", `using (${write}) with check (${write})`),
    policy("delete", "delete", `using (${write})`),
  ].join("\n");
}

/** Tables with their columns, and the foreign keys that go from corp and a column to corp and id. */
async function tablesOf(tx: Transaction): Promise<Table[]> {
  const { rows } = await tx.execute<{ name: string; columns: string[]; references: Reference[] }>(sql`
    select c.relname as name,
           (
             select json_agg(a.attname)
             from pg_attribute a
             where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
           ) as columns,
           coalesce((
             select json_agg(json_build_object('to', above.relname, 'column', a.attname, 'required', a.attnotnull))
             from pg_constraint k
             join pg_class above on above.oid = k.confrelid
             join pg_attribute a on a.attrelid = c.oid and a.attnum = any (k.conkey) and a.attname <> 'corp_code'
             where k.conrelid = c.oid and k.contype = 'f' and cardinality(k.conkey) = 2 and k.confrelid <> c.oid
           ), '[]') as "references"
    from pg_class c
    where c.relnamespace = current_schema()::regnamespace
      and c.relkind in ('r', 'p')
    order by c.relname
  `);
  return rows;
}
