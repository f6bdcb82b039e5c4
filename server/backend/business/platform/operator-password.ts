/** Passwords that an administrator sets, and the lock of failed sign-ins. */
import { eq } from "drizzle-orm";
import { m } from "~/contract/messages";
import { operatorReset } from "~/contract/platform/operator";
import { Invalid, Refusal } from "../../kernel/refusal";
import { type Call, serve } from "../../kernel/served";
import { hashDigest, hashPassword, randomPassword, readWirePassword } from "./password";
import { account } from "./schema";
import { clearFailures } from "./sign-in-failures";
import { accountBelow } from "./standing";

/** Of the password on the wire, which must tell its strength; without one, of a password that nobody knows. */
export async function firstPasswordHash(accName: string, wire: string | undefined): Promise<string> {
  if (wire === undefined || wire === "") return hashPassword(randomPassword());
  const read = readWirePassword(wire, accName);
  if (read?.strong !== true) throw new Invalid({ password: [m.v_password_strength()] });
  return hashDigest(read.digest);
}

/** Whoever was signed in with the old one is out, by a trigger. */
export const passwordReset = serve(operatorReset, async (call, { id, password }) => {
  if (id === call.caller.userId) throw new Refusal(m.org_reset_oneself());
  const { accName, name } = await accountBelow(call, id);
  const made = password ? null : randomPassword();
  const passwordHash = made ? await hashPassword(made) : await firstPasswordHash(accName, password);
  await call.db
    .update(account)
    .set({ passwordHash, initpwd: "F", mustChangePassword: true, updatedAt: call.now })
    .where(eq(account.id, id));
  call.audit({ thing: "operator", thingId: id, label: name, after: { password: "reset" } });
  return { accName, name, password: made };
});

/** Ends the lock of ten failed sign-ins before its time; the puzzle is still asked for until somebody gets in. */
export async function unlock(call: Call, id: number): Promise<void> {
  await clearFailures(call, await accountBelow(call, id));
}
