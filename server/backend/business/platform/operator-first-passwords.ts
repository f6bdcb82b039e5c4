/** First passwords of accounts that were made without one: told once, to be handed out and changed at the first sign-in. */
import { and, eq, sql } from "drizzle-orm";
import type { ParsedPayloadOf } from "~/contract/method";
import { firstPasswordsAtOnce, operatorFirstPasswords, operatorsWithoutPassword } from "~/contract/platform/operator";
import { rowsOf } from "../../kernel/rows";
import { type Before, type Call, type Served, serve, serveAfter } from "../../kernel/served";
import { account } from "./account-schema";
import { hashPassword, randomPassword } from "./password";
import { accountBelow, accountsAbove } from "./standing";

interface Waiting {
  id: number;
  accName: string;
  name: string;
  roles: string;
  department: string;
}

/** Those that the caller may touch: nobody hands out the key to more than they hold. */
async function waitingFor(call: Call): Promise<Waiting[]> {
  const comma = call.locale === "en" ? ", " : "、";
  const rows = await rowsOf<Waiting>(
    call.db,
    sql`
      select a.id::float8 as id, a.acc_name as "accName", a.name, a.dept_name as department,
             coalesce((
               select string_agg(r.name, ${comma} order by r.id)
               from account_role ar
               join role r on r.corp_code = ar.corp_code and r.id = ar.role_id
               where ar.corp_code = a.corp_code and ar.account_id = a.id
             ), '') as roles
      from account a
      where a.corp_code = current_setting('app.corp_code')
        and not a.password_told
        and a.status = 'T'
        and a.id <> ${call.caller.userId}
      order by a.id
      limit 1000
    `,
  );
  const above = await accountsAbove(
    call,
    rows.map(({ id }) => id),
  );
  return rows.filter(({ id }) => !above.has(id));
}

const waiting = serve(operatorsWithoutPassword, async (call) => {
  const all = await waitingFor(call);
  return { count: all.length, accounts: all.slice(0, firstPasswordsAtOnce) };
});

interface Made {
  password: string;
  hash: string;
}

/** Hashed before the transaction begins: it takes its time by intent. */
async function prepare(_: Before, { ids }: ParsedPayloadOf<typeof operatorFirstPasswords>): Promise<Made[]> {
  const made: Made[] = [];
  for (const _id of ids) {
    const password = randomPassword();
    made.push({ password, hash: await hashPassword(password) });
  }
  return made;
}

const make = serveAfter(operatorFirstPasswords, prepare, async (call, { ids }, prepared) => {
  const wanted = new Map((await waitingFor(call)).map((one) => [one.id, one]));
  const made: { accName: string; name: string; roles: string; password: string }[] = [];
  for (const [place, id] of ids.entries()) {
    const [one, ready] = [wanted.get(id), prepared[place]];
    if (!one || !ready) continue;
    await accountBelow(call, id);
    const [set] = await call.db
      .update(account)
      .set({ passwordHash: ready.hash, initpwd: "F", mustChangePassword: true, updatedAt: call.now })
      // Whoever waited for another press finds it told.
      .where(and(eq(account.id, id), eq(account.passwordTold, false)))
      .returning({ id: account.id });
    if (!set) continue;
    const { accName, name, roles } = one;
    call.audit({ thing: "operator", thingId: id, label: name, after: { password: "reset" } });
    made.push({ accName, name, roles, password: ready.password });
  }
  return { made };
});

export const firstPasswordsServed: Served[] = [waiting, make];
