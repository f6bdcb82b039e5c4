/**
 * What part of a corp an account works in: the parks it is bound to, and by the data scope of its roles whose orders.
 * It is told to the database with the role of the transaction, so that no statement can forget it; the policies stand in
 * `db/scope-policies.ts`, the rule in `docs/decisions/073-scope-of-an-account.md`.
 */
import { sql } from "drizzle-orm";
import { scopedRole, type Transaction, tenantRole } from "../db/database";
import { markScoped, prepared } from "./prepared";

/** Widest first. `park`: the parks that the account is bound to, none where it is bound to none. */
export const dataScopes = ["all", "park", "department", "own"] as const;
export type DataScope = (typeof dataScopes)[number];

/** The account type that holds every right of its corp, in all of its parks. */
export const administrator = "11";

/** What narrows a caller; null: nothing does. */
export interface Scope {
  /** Ids of the parks; null: all. */
  parks: number[] | null;
  /** Ids of the accounts whose orders it sees; null: everybody's. */
  makers: number[] | null;
  /** Ids of the salesmen whose agencies it sees; null: every agency. Of accounts that are a salesman's alone. */
  salesmen: number[] | null;
}

/** As the database answers it: see {@link scopeOf}. */
export interface ScopeRow {
  scoped: boolean;
  parks: number[] | null;
  makers: number[] | null;
  salesmen: number[] | null;
}

/** The driver reads ids of an array as texts: compared with a number they would be nobody's. */
export const scopeFrom = ({ scoped, parks, makers, salesmen }: ScopeRow): Scope | null =>
  scoped
    ? {
        parks: parks?.map(Number) ?? null,
        makers: makers?.map(Number) ?? null,
        salesmen: salesmen?.map(Number) ?? null,
      }
    : null;

/**
 * A lateral table `scope` of one row about the account `a`: `scoped`, `parks`, `makers` and `salesmen` (null: no limit). Rows are read
 * as the owner. The fence keeps the planner from asking for the same array at every place where it is used; what few
 * accounts need is in functions, which cost the others nothing.
 */
export const scopeOf = `
  lateral (
    select wide.*,
           case when wide.makers is not null then salesmen_of_accounts(a.corp_code, a.id, wide.makers) end as salesmen
    from (
    select width.bound <> '{}' or width.place > 1 as scoped,
           case when width.bound <> '{}' or width.place = 2 then width.bound end as parks,
           case
             when width.place = 3 then accounts_of_department(a.corp_code, a.id, a.department_id)
             when width.place >= 4 then array[a.id]
           end as makers
    from (
      select case when a.acc_type = '${administrator}' then '{}' else array(
               select ap.park_id from account_park ap
               where ap.corp_code = a.corp_code and ap.account_id = a.id
               order by ap.park_id
             ) end as bound,
             case when a.acc_type = '${administrator}' then 1 else coalesce((
               select min(array_position(array['${dataScopes.join("', '")}'], r.data_scope))
               from account_role ar
               join role r on r.corp_code = ar.corp_code and r.id = ar.role_id
               where ar.corp_code = a.corp_code and ar.account_id = a.id
             ), 4) end as place
      offset 0
    ) width
    offset 0
    ) wide
    offset 0
  ) scope
`;

/** Settings of the transaction, in a select list beside {@link scopeOf}; `$role` is the tenant's, or `none` for the owner. */
export const settingsOf = (role: string): string => `
  set_config('app.bound', case when scope.parks is null then 'F' else 'T' end, true),
  -- 0 stands for rows of no park, which are everybody's.
  set_config('app.parks', case
    when not scope.scoped then '{}'
    else array_prepend(0::bigint, coalesce(
      scope.parks,
      parks_of_corp(a.corp_code)
    ))::text
  end, true),
  set_config('app.makers', coalesce(scope.makers::text, '*'), true),
  set_config('app.salesmen', coalesce(scope.salesmen::text, '*'), true),
  set_config('app.account', a.id::text, true),
  set_config('role', case when scope.scoped and ${role} = '${tenantRole}' then '${scopedRole}' else ${role} end, true)
`;

const enter = `
  select scope.scoped, scope.parks, scope.makers, scope.salesmen,
         set_config('app.corp_code', a.corp_code, true),
         ${settingsOf(`'${tenantRole}'`)}
  from account a
  cross join ${scopeOf}
  where a.corp_code = $1 and a.id = $2
`;

/** From here on the transaction is the tenant's, with the scope of an account; of an account that is gone it sees nothing. */
export async function enterAs(tx: Transaction, corpCode: string, accountId: number): Promise<void> {
  const [row] = await prepared<ScopeRow>(tx, enter, [corpCode, accountId]);
  if (row) {
    markScoped(tx, row.scoped);
    entered.set(tx, scopeFrom(row));
    return;
  }
  await tx.execute(sql`
    select set_config('app.corp_code', ${corpCode}, true), set_config('app.bound', 'T', true),
           set_config('app.parks', '{0}', true), set_config('app.makers', '{}', true),
           set_config('app.salesmen', '{}', true), set_config('app.account', '0', true),
           set_config('role', ${scopedRole}, true)
  `);
  markScoped(tx, true);
  entered.set(tx, { parks: [], makers: [], salesmen: [] });
}

const entered = new WeakMap<Transaction, Scope | null>();

/** The scope that {@link enterAs} gave a transaction. */
export const scopeIn = (tx: Transaction): Scope | null => entered.get(tx) ?? null;

/** As the system: every park and everybody's orders of the corp. Of schedules, which nobody asked for. */
export async function enterTenant(tx: Transaction, corpCode: string): Promise<void> {
  await tx.execute(sql`select set_config('app.corp_code', ${corpCode}, true), set_config('role', ${tenantRole}, true)`);
  markScoped(tx, false);
}

/** The role of a call: whoever left it for the owner's comes back to this one. */
export const roleOf = (scope: Scope | null): string => (scope ? scopedRole : tenantRole);

/**
 * Work over everybody's orders in the caller's parks, for what asks not who sold: a gate, a person's limit of the day. Costs
 * nothing where the caller sees everybody's anyway.
 */
export async function ofEverybody<T>(
  { db, caller }: { db: Transaction; caller: { scope: Scope | null } },
  work: () => Promise<T>,
): Promise<T> {
  const makers = caller.scope?.makers;
  if (!makers) return work();
  await db.execute(sql`select set_config('app.makers', '*', true)`);
  const done = await work();
  await db.execute(sql`select set_config('app.makers', ${`{${makers.join(",")}}`}, true)`);
  return done;
}

/** As {@link ofEverybody}, over everybody's agencies: money goes back to an agency whoever looks after it by now. */
export async function ofEveryAgency<T>(
  { db, caller }: { db: Transaction; caller: { scope: Scope | null } },
  work: () => Promise<T>,
): Promise<T> {
  const salesmen = caller.scope?.salesmen;
  if (!salesmen) return work();
  await db.execute(sql`select set_config('app.salesmen', '*', true)`);
  const done = await work();
  await db.execute(sql`select set_config('app.salesmen', ${`{${salesmen.join(",")}}`}, true)`);
  return done;
}

/**
 * As {@link ofEverybody}, over the orders of every park too: what an account owes, waits for or has had shown on invoices is the
 * whole corp's business, whichever park somebody works in. Whose agencies are seen stays as it was.
 */
export async function ofEveryPark<T>(
  { db, caller }: { db: Transaction; caller: { scope: Scope | null } },
  work: () => Promise<T>,
): Promise<T> {
  if (!caller.scope) return work();
  const { rows } = await db.execute<{ bound: string; parks: string; makers: string }>(sql`
    select current_setting('app.bound') as bound, current_setting('app.parks') as parks,
           current_setting('app.makers') as makers
  `);
  // Which parks there are is seen once none is left out.
  await db.execute(sql`select set_config('app.bound', 'F', true), set_config('app.makers', '*', true)`);
  await db.execute(sql`
    select set_config('app.parks', array_prepend(0::bigint, parks_of_corp(current_setting('app.corp_code')))::text, true)
  `);
  const done = await work();
  const { bound = "T", parks = "{0}", makers = "{}" } = rows[0] ?? {};
  await db.execute(sql`
    select set_config('app.bound', ${bound}, true), set_config('app.parks', ${parks}, true),
           set_config('app.makers', ${makers}, true)
  `);
  return done;
}
