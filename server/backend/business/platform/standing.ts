/**
 * Who stands above whom. Nobody gives what they do not have, and nobody changes an account that holds more than they do:
 * more rights, more parks, or account 1's own. Runs as the tenant, or as the owner with the corp named.
 */

import { type SQL, sql } from "drizzle-orm";
import { dutiesOf } from "~/contract/duty-pairs";
import { m } from "~/contract/messages";
import { administrator } from "../../kernel/access";
import { NotFound, Refusal } from "../../kernel/refusal";
import { dataScopes } from "../../kernel/scope";
import type { Call } from "../../kernel/served";
import { account } from "./account-schema";
import { isDivided, keepDutiesReachable } from "./duties";
import { fromAnywhere } from "./from-anywhere";

type Caller = Pick<Call, "db" | "caller">;

/** The first account of head office: it alone may initialise the system, so nobody else touches it. */
export const firstAccount = 1;

/** Rights that the caller holds, as a set `held(fun_code, button_code)`; of an administrator none need to be asked for. */
const held = ({ caller }: Caller) => sql`
  select distinct g.fun_code, g.button_code
  from account_role ar
  join role_grant g on g.corp_code = ar.corp_code and g.role_id = ar.role_id
  where ar.account_id = ${caller.userId}
`;

const isAdministrator = ({ caller }: Caller) =>
  sql`exists (select from account me where me.id = ${caller.userId} and me.acc_type = ${administrator})`;

/** Of the widest data scope among an account's roles: the less, the wider. */
const widest = (accountId: SQL) => sql`
  coalesce((
    select min(${placeOf(sql`r.data_scope`)})
    from account_role ar
    join role r on r.corp_code = ar.corp_code and r.id = ar.role_id
    where ar.account_id = ${accountId}
  ), ${dataScopes.length})
`;
const placeOf = (dataScope: SQL) => sql`array_position(${sql.param([...dataScopes])}::text[], ${dataScope}::text)`;
const callersPlace = ({ caller }: Caller) => widest(sql`${caller.userId}`);

/** Whether the caller's own data scope is at least as wide. */
export async function seesAsMuchAs(call: Caller, dataScope: string): Promise<boolean> {
  const { rows } = await call.db.execute<{ may: boolean }>(
    sql`select ${isAdministrator(call)} or ${isDivided} or ${callersPlace(call)} <= ${placeOf(sql`${dataScope}`)} as may`,
  );
  return rows[0]?.may ?? false;
}

const own = ({ caller }: Caller) => sql`select park_id from account_park where account_id = ${caller.userId}`;

/** Those of these accounts that hold more than the caller. */
export async function accountsAbove(call: Caller, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const { rows } = await call.db.execute<{ id: number }>(sql`
    with held as (${held(call)}),
    own_park as (${own(call)})
    select a.id
    from account a
    where a.id = any (${sql.param([...ids])}::bigint[])
      and a.id <> ${call.caller.userId}
      and (
        a.id = ${firstAccount}
        or (not ${isAdministrator(call)} and (
          a.acc_type = ${administrator}
          or exists (
            select from account_role ar
            join role_grant g on g.corp_code = ar.corp_code and g.role_id = ar.role_id
            where ar.account_id = a.id
              and not exists (select from held h where h.fun_code = g.fun_code and h.button_code = g.button_code)
              -- Of three administrators none has rights of the house's work: what the others' duties are stands above.
              and (not ${isDivided} or duty_of(g.fun_code, g.button_code) is not null)
          )
          or (not ${isDivided} and ${widest(sql`a.id`)} < ${callersPlace(call)})
        ))
        or (exists (select from own_park) and (
          not exists (select from account_park p where p.account_id = a.id)
          or exists (
            select from account_park p
            where p.account_id = a.id and p.park_id not in (select park_id from own_park)
          )
        ))
      )
  `);
  return new Set(rows.map((row) => Number(row.id)));
}

export interface Choice {
  id: number;
  name: string;
  /** The caller may give it. */
  mine: boolean;
  has: boolean;
}

/** The corp's roles: those that the caller may give, and those that an account has. */
export async function rolesFor(call: Caller, accountId: number): Promise<(Choice & { duties: string[] })[]> {
  const { rows } = await call.db.execute<{
    id: number;
    name: string;
    mine: boolean;
    has: boolean;
    granted: string[];
  }>(sql`
    with held as (${held(call)})
    select r.id, r.name,
           ${isAdministrator(call)} or ${isDivided} or (
             ${callersPlace(call)} <= ${placeOf(sql`r.data_scope`)}
             and not exists (
               select from role_grant g
               where g.role_id = r.id
                 and not exists (select from held h where h.fun_code = g.fun_code and h.button_code = g.button_code)
             )
           ) as mine,
           exists (select from account_role ar where ar.role_id = r.id and ar.account_id = ${accountId}) as has,
           array(select distinct g.button_code from role_grant g where g.role_id = r.id and g.button_code <> '') as granted
    from role r
    order by r.id
    limit 500
  `);
  return rows.map(({ granted, ...row }) => ({ ...row, id: Number(row.id), duties: dutiesOf(granted) }));
}

/** The corp's parks, in the same way. */
export async function parksFor(call: Caller, accountId: number): Promise<Choice[]> {
  const { rows } = await call.db.execute<{ id: number; name: string; mine: boolean; has: boolean }>(sql`
    with own_park as (${own(call)})
    select p.id, p.name,
           not exists (select from own_park) or p.id in (select park_id from own_park) as mine,
           exists (select from account_park ap where ap.park_id = p.id and ap.account_id = ${accountId}) as has
    from named_park p
    order by p.id
    limit 1000
  `);
  return rows.map((row) => ({ ...row, id: Number(row.id) }));
}

/** Whether the caller works in some parks only. */
export async function isBound(call: Caller): Promise<boolean> {
  const { rows } = await call.db.execute<{ bound: boolean }>(sql`select exists (${own(call)}) as bound`);
  return rows[0]?.bound ?? false;
}

export async function holdsEverything(call: Caller): Promise<boolean> {
  const { rows } = await call.db.execute<{ all: boolean }>(sql`select ${isAdministrator(call)} as all`);
  return rows[0]?.all ?? false;
}

type Account = typeof account.$inferSelect;

/** The account, locked until the transaction ends; refused where it holds more than the caller. */
export async function accountBelow(call: Call, id: number): Promise<Account> {
  const { rows } = await call.db.execute(sql`select from account where id = ${id} for update`);
  const [found] = rows.length === 0 ? [] : await call.db.select().from(account).where(sql`${account.id} = ${id}`);
  if (!found || found.corpCode !== call.caller.corpCode) throw new NotFound();
  await refuseAbove(call, found);
  return found;
}

export async function refuseAbove(call: Caller, { id, name }: { id: number; name: string }): Promise<void> {
  if (!(await accountsAbove(call, [id])).has(id)) return;
  throw new Refusal(aboveWords({ id, name }));
}

export function aboveWords({ id, name }: { id: number; name: string }): string {
  return id === firstAccount ? m.org_first_account({ name }) : m.org_holds_more({ name });
}

const inTurn = ({ caller }: Caller) =>
  sql`select pg_advisory_xact_lock(hashtext('administrators ' || ${caller.corpCode}))`;

/**
 * After rules of addresses were changed: of the active administrators, where there are any, one comes from anywhere, so
 * that whatever becomes of a network somebody can mend the rules. Two who change them at once wait for one another.
 */
export async function keepOneFromAnywhere(call: Caller): Promise<void> {
  await call.db.execute(inTurn(call));
  const { rows } = await call.db.execute<{ shut: boolean }>(sql`
    select bool_and(not ${fromAnywhere("a")}) as shut
    from account a
    where a.acc_type = ${administrator} and a.status = 'T'
  `);
  if (rows[0]?.shut) throw new Refusal(m.factor_address_last());
  await keepDutiesReachable(call);
}

/**
 * Refuses to take away an active administrator that is the last one. Two who take each other's away at once wait for one
 * another here, so that one of them stays.
 */
export async function keepAnAdministrator({ db, caller }: Caller, id: number): Promise<void> {
  await db.execute(inTurn({ db, caller }));
  const { rows } = await db.execute<{ last: boolean }>(sql`
    select acc_type = ${administrator} and status = 'T' and not exists (
      select from account other
      where other.corp_code = a.corp_code and other.acc_type = ${administrator} and other.status = 'T'
        and other.id <> a.id
        -- One that comes from anywhere is not followed by one that may be shut out.
        and (${fromAnywhere("other")} or not ${fromAnywhere("a")})
    ) as last
    from account a
    where a.id = ${id}
  `);
  if (rows[0]?.last) throw new Refusal(m.org_last_administrator());
}
