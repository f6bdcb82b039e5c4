/** The second step of a sign-in whose account has a second factor: nobody is signed in before it is proved. */
import { and, eq, isNotNull, sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { factorRules } from "~/contract/platform/factor-rules";
import { factorStepChallenge, factorStepState, factorStepVerify } from "~/contract/platform/second-factor";
import type { SignedIn } from "~/contract/platform/session";
import { Invalid, Refusal, RefusedButKept } from "../../../kernel/refusal";
import { type Call, type Served, serve } from "../../../kernel/served";
import { account } from "../account-schema";
import { corp } from "../corp-schema";
import { openSession } from "../open-session";
import { printable } from "../printable";
import { hashOrNull } from "../session-hash";
import { signInDevice } from "../session-schema";
import { countFailure, inARow, lockedUntil, type SignIn, sourceOf } from "../sign-in-failures";
import { isFactor, waysOf } from "./check";
import { rememberedDays } from "./owner";
import { authenticationOptions } from "./passkeys";
import { factorStep } from "./schema";

const { stepMinutes, tries } = factorRules;

type Account = typeof account.$inferSelect;

/** The password was right; the second factor is asked for. Runs as the owner. */
export async function askForFactor(call: Call, asked: SignIn, mine: Account, weak: boolean): Promise<SignedIn> {
  const { sessionHash } = asked;
  if (!sessionHash) throw new Invalid({ "session-id": [m.v_required()] });
  const row = {
    corpCode: mine.corpCode,
    accountId: mine.id,
    tries: 0,
    expiresAt: new Date(call.now.getTime() + stepMinutes * 60_000),
    weakPassword: weak,
    challenge: null,
  };
  await call.db
    .insert(factorStep)
    .values({ sessionHash, ...row })
    .onConflictDoUpdate({ target: factorStep.sessionHash, set: row });
  await call.db.execute(sql`
    delete from factor_step where session_hash in (
      select session_hash from factor_step where expires_at < ${call.now.toISOString()}::timestamptz limit 20
    )
  `);
  return { tokenInfo: { token: "", thirdToken: "" }, userId: 0, corpCode: mine.corpCode, step: "factor", parks: 0 };
}

const ofDevice = (mine: Account, deviceHash: Buffer) =>
  and(
    eq(signInDevice.corpCode, mine.corpCode),
    eq(signInDevice.accountId, mine.id),
    eq(signInDevice.deviceHash, deviceHash),
  );

/**
 * Whether this device was remembered, for as long as the parameter says now. It is bound to the factors of then, and goes
 * with the password: see `end_sessions_of_account`.
 */
export async function isRemembered(call: Call, asked: SignIn, mine: Account): Promise<boolean> {
  const { deviceHash } = asked;
  const days = await rememberedDays(call, mine.corpCode);
  if (!deviceHash || days === 0) return false;
  const since = new Date(call.now.getTime() - days * 86_400_000);
  const [found] = await call.db
    .select({ at: signInDevice.trustedAt })
    .from(signInDevice)
    .where(
      and(
        ofDevice(mine, deviceHash),
        isNotNull(signInDevice.trustedAt),
        eq(signInDevice.trustedVersion, mine.factorVersion),
      ),
    );
  return found?.at !== undefined && found.at !== null && found.at > since;
}

async function remember(call: Call, asked: SignIn, mine: Account): Promise<void> {
  const { deviceHash } = asked;
  if (!deviceHash || (await rememberedDays(call, mine.corpCode)) === 0) return;
  await call.db
    .update(signInDevice)
    .set({ trustedAt: call.now, trustedVersion: mine.factorVersion })
    .where(ofDevice(mine, deviceHash));
}

/** What this browser session waits for; `lock` against a second press. */
async function waiting({ db, now, sessionId }: Call, lock: boolean) {
  const hash = hashOrNull(sessionId);
  if (!hash) return null;
  const query = db
    .select({ step: factorStep, account, corpStatus: corp.status })
    .from(factorStep)
    .innerJoin(account, and(eq(account.corpCode, factorStep.corpCode), eq(account.id, factorStep.accountId)))
    .innerJoin(corp, eq(corp.corpCode, factorStep.corpCode))
    .where(eq(factorStep.sessionHash, hash));
  const [found] = await (lock ? query.for("update", { of: factorStep }) : query);
  return found && found.step.expiresAt > now ? found : null;
}

const nothing = { totp: false, passkey: false, recovery: false };

const serveState = serve(
  factorStepState,
  async (call) => {
    const found = await waiting(call, false);
    if (!found) return { waiting: false, ways: nothing, rememberDays: 0 };
    const { account: mine } = found;
    return {
      waiting: true,
      ways: await waysOf(call, mine),
      rememberDays: await rememberedDays(call, mine.corpCode),
    };
  },
  { asOwner: true },
);

const serveChallenge = serve(
  factorStepChallenge,
  async (call, { origin }) => {
    const found = await waiting(call, true);
    if (!found) throw new Refusal(m.factor_step_over());
    const options = await authenticationOptions(call, found.account, origin);
    await call.db
      .update(factorStep)
      .set({ challenge: options.challenge })
      .where(eq(factorStep.sessionHash, found.step.sessionHash));
    return { options: { ...options } };
  },
  { asOwner: true },
);

const serveVerify = serve(
  factorStepVerify,
  async (call, { remember: remembers, clientAddress, userAgent, device, ...given }) => {
    const { db, now } = call;
    const known = await waiting(call, false);
    if (!known) throw new Refusal(m.factor_step_over());
    const asked: SignIn = {
      accName: known.account.accName,
      corpCode: known.account.corpCode,
      ip: printable(clientAddress),
      userAgent: printable(userAgent),
      sessionHash: hashOrNull(call.sessionId),
      deviceHash: hashOrNull(device),
    };
    // In the order in which a sign-in locks: the name, then rows.
    await inARow(db, asked);
    const found = await waiting(call, true);
    if (!found) throw new Refusal(m.factor_step_over());
    const { step, account: mine } = found;
    const here = eq(factorStep.sessionHash, step.sessionHash);
    const source = await sourceOf(db, now, asked);
    const locked = (await lockedUntil(db, now, asked, source)) !== null;
    if (locked || mine.status !== "T" || found.corpStatus !== "T" || !mine.hasFactor) {
      await db.delete(factorStep).where(here);
      return new RefusedButKept(new Refusal(m.factor_step_over()));
    }
    if (await isFactor(call, mine, given, step.challenge)) {
      await db.delete(factorStep).where(here);
      const answer = await openSession(call, asked, mine, step.weakPassword, { proved: true });
      if (remembers) await remember(call, asked, mine);
      return answer;
    }
    await countFailure(call, asked, mine, "code", source);
    const left = tries - step.tries - 1;
    if (left > 0) {
      // A challenge is answered once, whatever came of it.
      await db
        .update(factorStep)
        .set({ tries: step.tries + 1, challenge: null })
        .where(here);
      const words = given.passkey !== "" ? m.factor_passkey_wrong() : m.factor_code_wrong({ n: left });
      return new RefusedButKept(new Invalid({ [given.passkey !== "" ? "passkey" : "code"]: [words] }));
    }
    await db.delete(factorStep).where(here);
    return new RefusedButKept(new Refusal(m.factor_step_over()));
  },
  { asOwner: true },
);

export const factorStepServed: Served[] = [serveState, serveChallenge, serveVerify];
