/** An account whose second factor is lost: taken away by an administrator, or by whoever owns the data. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import type { Transaction } from "../../../db/database";
import { asOwner } from "../../../kernel/as-owner";
import { notify } from "../../../kernel/notify";
import { Refusal } from "../../../kernel/refusal";
import type { Call } from "../../../kernel/served";
import { accountBelow } from "../standing";
import type { Owner } from "./owner";

/** Factors, recovery codes, remembered devices and what waits for a factor. Answers whether there was one. As the owner. */
export async function takeFactors(db: Transaction, { corpCode, id }: Owner): Promise<boolean> {
  for (const table of ["account_totp", "passkey", "recovery_code", "factor_step"])
    await db.execute(sql`delete from ${sql.identifier(table)} where corp_code = ${corpCode} and account_id = ${id}`);
  const { rows } = await db.execute<{ had: boolean }>(sql`
    with before as (select has_factor from account where corp_code = ${corpCode} and id = ${id} for update)
    update account a set has_factor = false, factor_version = factor_version + 1
    from before
    where a.corp_code = ${corpCode} and a.id = ${id}
    returning before.has_factor as had
  `);
  return rows[0]?.had ?? false;
}

/** Of an operator: whoever is signed in to the account is out, and the person is told. Never of oneself. */
export async function resetFactor(call: Call, id: number): Promise<void> {
  if (id === call.caller.userId) throw new Refusal(m.factor_reset_oneself());
  const { corpCode, accName } = await accountBelow(call, id);
  await asOwner(call, async () => {
    const had = await takeFactors(call.db, { corpCode, id });
    if (!had) throw new Refusal(m.factor_reset_none({ account: accName }));
    await endSessions(call, id);
  });
  await notify(call.db, call.now, {
    to: { accounts: [id] },
    kind: "notice",
    title: (options) => m.factor_told_reset({ by: call.caller.name }, options),
    body: (options) => m.factor_told_reset_body({}, options),
    link: "/userinfo/factor",
  });
}

/** As the owner. */
async function endSessions({ db, now, caller }: Call, id: number): Promise<void> {
  await db.execute(sql`
    update session set revoked_at = ${now.toISOString()}::timestamptz
    where corp_code = ${caller.corpCode} and account_id = ${id} and revoked_at is null
  `);
}

/** Signs an operator out everywhere. */
export async function signOutEverywhere(call: Call, id: number): Promise<void> {
  if (id === call.caller.userId) throw new Refusal(m.org_own_session());
  await accountBelow(call, id);
  await asOwner(call, () => endSessions(call, id));
}
