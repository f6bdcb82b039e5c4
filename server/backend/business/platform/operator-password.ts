/** Passwords that an administrator sets, and the lock of failed sign-ins. */
import { eq } from "drizzle-orm";
import { m } from "~/contract/messages";
import type { ParsedPayloadOf } from "~/contract/method";
import { operatorReset } from "~/contract/platform/operator";
import { Invalid, Refusal } from "../../kernel/refusal";
import { type Before, type Call, serveAfter } from "../../kernel/served";
import { account } from "./account-schema";
import { isCommonDigest } from "./common-passwords";
import { hashDigest, hashPassword, randomPassword, readWirePassword } from "./password";
import { unlockName } from "./sign-in-failures";
import { accountBelow } from "./standing";

/**
 * Of the password on the wire, which must tell its strength; without one, of a password that nobody knows. Null where it
 * is too weak, or a common one, or not this account's.
 */
export async function firstPasswordHash(accName: string, wire: string | undefined): Promise<string | null> {
  if (wire === undefined || wire === "") return hashPassword(randomPassword());
  const read = readWirePassword(wire, accName);
  return read?.strong === true && !isCommonDigest(read.digest) ? hashDigest(read.digest) : null;
}

/** Why a first password was refused, in a sentence. */
export function refusedPassword(accName: string, wire: string | undefined): string {
  const read = readWirePassword(wire ?? "", accName);
  return read && isCommonDigest(read.digest) ? m.v_password_common() : m.v_password_strength();
}

interface Prepared {
  /** Told once; null where the administrator typed one. */
  made: string | null;
  /** Null where the one that was typed is too weak. */
  passwordHash: string | null;
}

/** Hashed before the transaction begins: it takes its time by intent. */
async function prepare({ database, corpCode }: Before, id: number, password: string | undefined): Promise<Prepared> {
  if (!password) {
    const made = randomPassword();
    return { made, passwordHash: await hashPassword(made) };
  }
  const [found] = await database.tenant(
    corpCode,
    (tx) => tx.select({ accName: account.accName }).from(account).where(eq(account.id, id)),
    { readOnly: true },
  );
  return { made: null, passwordHash: found ? await firstPasswordHash(found.accName, password) : null };
}

const prepareReset = (before: Before, { id, password }: ParsedPayloadOf<typeof operatorReset>) =>
  prepare(before, id, password);

/** Whoever was signed in with the old one is out, by a trigger. */
export const passwordReset = serveAfter(
  operatorReset,
  prepareReset,
  async (call, { id, password }, { made, passwordHash }) => {
    if (id === call.caller.userId) throw new Refusal(m.org_reset_oneself());
    const { accName, name } = await accountBelow(call, id);
    if (passwordHash === null) throw new Invalid({ password: [refusedPassword(accName, password)] });
    await call.db
      .update(account)
      .set({ passwordHash, initpwd: "F", mustChangePassword: true, updatedAt: call.now })
      .where(eq(account.id, id));
    call.audit({ thing: "operator", thingId: id, label: name, after: { password: "reset" } });
    return { accName, name, password: made };
  },
);

/** Ends the lock of failed sign-ins before its time, from wherever they came. */
export async function unlock(call: Call, id: number): Promise<void> {
  await unlockName(call, await accountBelow(call, id));
}
