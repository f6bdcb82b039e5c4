/** Locking a session and unlocking it: nothing but these is answered in between, whatever page asks. */
import { and, eq } from "drizzle-orm";
import md5 from "md5";
import { m } from "~/contract/messages";
import { lockSession, lockState, unlockSession } from "~/contract/platform/lock";
import { Invalid, Refusal, RefusedButKept, SignedOut } from "../../kernel/refusal";
import { type Served, serve, serveAfter } from "../../kernel/served";
import { account } from "./account-schema";
import { hashDigest, verifyDigest } from "./password";
import { session } from "./session-schema";
import { askedBySession, countFailure, inARow, lockedUntil, lockMinutes, sourceOf } from "./sign-in-failures";

const maxWrong = 5;

const serveLock = serveAfter(
  lockSession,
  (_, { lockPasswd }) => hashDigest(md5(lockPasswd)),
  async ({ db, caller }, _, lockHash) => {
    await db.update(session).set({ lockHash, wrongUnlocks: 0 }).where(eq(session.id, caller.sessionRowId));
    return {};
  },
  { asOwner: true },
);

const serveState = serve(
  lockState,
  async ({ db, caller }) => {
    const [mine] = await db
      .select({ wrong: session.wrongUnlocks })
      .from(session)
      .where(eq(session.id, caller.sessionRowId));
    return {
      isLock: caller.hold === "locked",
      mustChangePassword: caller.hold === "weakPassword",
      name: caller.name,
      triesLeft: maxWrong - (mine?.wrong ?? 0),
    };
  },
  { asOwner: true },
);

const serveUnlock = serveAfter(
  unlockSession,
  async ({ database, caller }, { lockPasswd }) => {
    const mine = eq(session.id, caller.sessionRowId);
    const [found] = await database.system((tx) => tx.select({ hash: session.lockHash }).from(session).where(mine), {
      readOnly: true,
    });
    const hash = found?.hash ?? null;
    return { hash, matches: hash !== null && (await verifyDigest(hash, md5(lockPasswd))) };
  },
  async (call, _, verified) => {
    const { db, caller, now } = call;
    const asked = await askedBySession(call);
    await inARow(db, asked);
    const ofCaller = and(eq(account.corpCode, caller.corpCode), eq(account.id, caller.userId));
    // Before the session, in the order of a change of password.
    const [owner] = await db.select().from(account).where(ofCaller).for("update");
    const source = await sourceOf(db, now, asked);
    if (await lockedUntil(db, now, asked, source)) throw new Refusal(m.ops_login_locked({ minutes: lockMinutes }));
    const mine = eq(session.id, caller.sessionRowId);
    const [found] = await db.select().from(session).where(mine).for("update");
    // Another tab was quicker.
    if (!found?.lockHash) return {};
    // Locked anew since the password was compared.
    if (found.lockHash !== verified.hash) throw new Refusal(m.ops_busy());
    if (verified.matches) {
      await db.update(session).set({ lockHash: null, wrongUnlocks: 0 }).where(mine);
      return {};
    }
    const wrongUnlocks = found.wrongUnlocks + 1;
    const over = wrongUnlocks >= maxWrong;
    await db
      .update(session)
      .set({ wrongUnlocks, ...(over && { revokedAt: now }) })
      .where(mine);
    await countFailure(call, asked, owner ?? null, "password", source);
    if (over) return new RefusedButKept(new SignedOut(m.auth_lock_over()));
    return new RefusedButKept(new Invalid({ lockPasswd: [m.auth_lock_wrong({ n: maxWrong - wrongUnlocks })] }));
  },
  { asOwner: true },
);

export const lockServed: Served[] = [serveLock, serveState, serveUnlock];
