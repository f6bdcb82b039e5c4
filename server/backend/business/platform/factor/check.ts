/** Whether what somebody gave is the second factor of an account. Each code, and each signature, is good once. */
import { and, eq, isNotNull, lt } from "drizzle-orm";
import type { FactorWays } from "~/contract/platform/second-factor";
import { readSecret } from "../../../kernel/secret-columns";
import type { Call } from "../../../kernel/served";
import type { Owner } from "./owner";
import { passkeysOf, signedBy } from "./passkeys";
import { recoveryLeft, takeRecoveryCode } from "./recovery";
import { accountTotp } from "./schema";
import { stepOf } from "./totp";

export interface Given {
  code: string;
  passkey: string;
  origin?: string | undefined;
}

export const totpOf = ({ corpCode, id }: Owner) =>
  and(eq(accountTotp.corpCode, corpCode), eq(accountTotp.accountId, id));

/** `challenge` is what this session's passkey was to sign, used up already; null: none waits. Runs as the owner. */
export async function isFactor(call: Call, owner: Owner, given: Given, challenge: string | null): Promise<boolean> {
  const { passkey: text, origin } = given;
  if (text !== "")
    return challenge !== null && origin !== undefined && signedBy(call, owner, { text, challenge, origin });
  return (await takeTotp(call, owner, given.code)) || takeRecoveryCode(call, owner, given.code);
}

/** One statement says whether a later step was taken before: of two at once, with one code, one gets in. */
async function takeTotp(call: Call, owner: Owner, typed: string): Promise<boolean> {
  const { db, now, secrets } = call;
  const code = typed.replace(/\s/g, "");
  const mine = totpOf(owner);
  const [found] = await db
    .select({ secret: accountTotp.secret })
    .from(accountTotp)
    .where(and(mine, isNotNull(accountTotp.confirmedAt)));
  if (!found?.secret) return false;
  const secret = readSecret({ secrets, caller: owner }, accountTotp.secret, found.secret);
  const step = stepOf(secret, code, now);
  if (step === null) return false;
  const taken = await db
    .update(accountTotp)
    .set({ lastStep: step })
    .where(and(mine, lt(accountTotp.lastStep, step)))
    .returning({ id: accountTotp.id });
  return taken.length > 0;
}

/** By what an account may prove itself. */
export async function waysOf(call: Pick<Call, "db">, owner: Owner): Promise<FactorWays> {
  const totp = await call.db.$count(accountTotp, and(totpOf(owner), isNotNull(accountTotp.confirmedAt)));
  return {
    totp: totp > 0,
    passkey: (await passkeysOf(call, owner)).length > 0,
    recovery: (await recoveryLeft(call, owner)) > 0,
  };
}
