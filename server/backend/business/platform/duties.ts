/** Administration in three that exclude each other: turned on by a parameter of the corp, off by whoever owns the data alone. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { type Duty, duties, dutyOf, neededOf } from "~/contract/platform/duties";
import { headOffice } from "~/contract/wire";
import type { Database } from "../../db/database";
import { administrator } from "../../kernel/access";
import { Invalid, Refusal } from "../../kernel/refusal";
import { firstOf, rowsOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import { fromAnywhere } from "./from-anywhere";
import { catalogueOf, rightOf } from "./rights";

type Caller = Pick<Call, "db" | "caller">;

export const divisionCode = "dividedAdministration";

/** Whether the corp of the transaction has divided its administration; for statements of others. */
export const isDivided = sql`is_divided(current_setting('app.corp_code'))`;

export async function corpIsDivided({ db }: Pick<Call, "db">): Promise<boolean> {
  return (await firstOf<{ yes: boolean }>(db, sql`select ${isDivided} as yes`))?.yes ?? false;
}

const names = (): Record<Duty, string> => ({
  system: m.duty_system(),
  security: m.duty_security(),
  audit: m.duty_audit(),
});

interface Holder {
  name: string;
  active: boolean;
  /** No rule of addresses may shut it out. */
  anywhere: boolean;
  rights: Set<string>;
}

/** Accounts with their rights. The lock is that of the triggers: nobody gets another duty before this is committed. */
async function holders({ db, caller }: Caller, without = 0): Promise<Holder[]> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtext('duties ' || ${caller.corpCode}::text))`);
  const rows = await rowsOf<Omit<Holder, "rights"> & { rights: [string, string][] }>(
    db,
    sql`
      select a.name, a.status = 'T' as active, ${fromAnywhere("a")} as anywhere,
             json_agg(distinct jsonb_build_array(g.fun_code, g.button_code)) as rights
      from account a
      join account_role ar on ar.corp_code = a.corp_code and ar.account_id = a.id
      join role_grant g on g.corp_code = ar.corp_code and g.role_id = ar.role_id
      where a.corp_code = ${caller.corpCode}
        and a.id <> ${without}
      group by a.corp_code, a.id, a.name, a.status, a.addresses
      order by a.id
    `,
  );
  return rows.map(({ rights, ...row }) => ({
    ...row,
    rights: new Set(rights.map(([fun, button]) => rightOf(fun, button))),
  }));
}

/** A duty that none of these has all of; undefined where each has somebody. */
const missingOf = (all: readonly Holder[]) =>
  duties.find(
    (duty) => !all.some(({ active, rights }) => active && neededOf[duty].every((right) => rights.has(right))),
  );

const reachable = (all: readonly Holder[]) => all.filter(({ anywhere }) => anywhere);

function dutiesIn(rights: ReadonlySet<string>): Duty[] {
  const found = new Set([...rights].map(dutyOf));
  return duties.filter((duty) => found.has(duty));
}

/** What setting the parameter brings: nobody has all rights any more. Refused until there are three, apart from each other. */
export async function divide(call: Call, value: string, before: unknown): Promise<void> {
  if (before === "T" && value !== "T") throw new Refusal(m.duty_stays());
  if (before === "T" || value !== "T") return;
  // Whatever of roles and accounts is under way is done before it is looked at; what comes later is asked by the triggers.
  await call.db.execute(sql`select pg_advisory_xact_lock(hashtext('division ' || ${call.caller.corpCode}::text))`);
  const all = await holders(call);
  const both = all.find(({ rights }) => dutiesIn(rights).length > 1);
  if (both) {
    const [one, other] = dutiesIn(both.rights).map((duty) => names()[duty]);
    throw new Invalid({ paramOption: [m.duty_both({ name: both.name, one: one ?? "", other: other ?? "" })] });
  }
  const missing = missingOf(all);
  if (missing) throw new Invalid({ paramOption: [await nobodyHas(call, missing)] });
  const bound = missingOf(reachable(all));
  if (bound) throw new Invalid({ paramOption: [m.duty_bound({ duty: names()[bound] })] });
  await call.db.execute(sql`
    update account
    set acc_type = '1', row_version = row_version + 1, updated_at = ${call.now.toISOString()}
    where corp_code = ${call.caller.corpCode} and acc_type = ${administrator}
  `);
}

async function nobodyHas({ db, locale }: Call, duty: Duty): Promise<string> {
  const { nameOf } = await catalogueOf(db, locale);
  return m.duty_nobody({ duty: names()[duty], rights: neededOf[duty].map(nameOf).join(m.words_comma()) });
}

/** Each duty has somebody still, where administration is divided: after rights were changed, or without an account. */
export async function keepEachDuty(call: Caller, without = 0): Promise<void> {
  if (!(await corpIsDivided(call))) return;
  const all = await holders(call, without);
  const missing = missingOf(all);
  if (missing) throw new Refusal(m.duty_last({ duty: names()[missing] }));
  const bound = missingOf(reachable(all));
  if (bound) throw new Refusal(m.duty_bound({ duty: names()[bound] }));
}

/** After rules of addresses were changed: whatever becomes of a network, each duty has somebody who can sign in. */
export async function keepDutiesReachable(call: Caller): Promise<void> {
  if (!(await corpIsDivided(call))) return;
  const bound = missingOf(reachable(await holders(call)));
  if (bound) throw new Refusal(m.duty_bound({ duty: names()[bound] }));
}

/** Functions without which a duty is nobody's. */
export const neededFunctions: ReadonlySet<string> = new Set(
  Object.values(neededOf)
    .flat()
    .map((right) => right.split("/")[0] ?? ""),
);

/**
 * Takes the division of a corp back, for whoever owns the data: of head office account 1 is an administrator again, elsewhere
 * the first active account that may grant. Answers its account name; null where nothing is divided.
 */
export async function undivide(database: Database, corpCode: string): Promise<{ accName: string } | null> {
  return database.system(async (tx) => {
    await tx.execute(sql`select set_config('app.corp_code', ${corpCode}, true)`);
    const [divided] = await rowsOf(
      tx,
      sql`
        update sys_param set param_option = 'F', row_version = row_version + 1, updated_at = now()
        where corp_code = ${corpCode} and param_code = ${divisionCode} and param_option = 'T'
        returning id
      `,
    );
    if (!divided) return null;
    const [found] = await rowsOf<{ id: number; acc_name: string; name: string }>(
      tx,
      sql`
        update account set acc_type = ${administrator}, row_version = row_version + 1, updated_at = now()
        where corp_code = ${corpCode} and id = (
          select a.id from account a
          where a.corp_code = ${corpCode} and (
            (${corpCode === headOffice} and a.id = 1) or (${corpCode !== headOffice} and a.status = 'T' and exists (
              select from account_role ar
              join role_grant g on g.corp_code = ar.corp_code and g.role_id = ar.role_id
              where ar.corp_code = a.corp_code and ar.account_id = a.id and g.button_code = 'operator:grant'
            ))
          )
          order by a.id
          limit 1
        )
        returning id::float8 as id, acc_name, name
      `,
    );
    if (!found) throw new Error(`corp ${corpCode} has nobody who may grant`);
    await tx.execute(sql`
      insert into audit_log (corp_code, account_id, account_name, method, thing, thing_id, label, after, request_id)
      values (${corpCode}, 0, 'admin:undivide', 'adminUndivide', 'operator', ${found.id}, ${found.name},
              ${JSON.stringify({ accType: administrator })}::jsonb, '')
    `);
    return { accName: found.acc_name };
  });
}
