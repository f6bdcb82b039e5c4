/** Signing in: one answer whatever was wrong, in the same time; the log knows which it was. */
import { and, eq, sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import type { ParsedPayloadOf } from "~/contract/method";
import { login, type SignedIn } from "~/contract/platform/session";
import { Refusal, RefusedButKept, StepNeeded } from "../../kernel/refusal";
import { type Before, type Call, type Served, serveAfter } from "../../kernel/served";
import { holdsPass, sessionHash, takePass } from "./captcha";
import { needsCheckCode, sendCheckCode } from "./check-code";
import { openSession } from "./open-session";
import { readWirePassword, verifyDigest } from "./password";
import { printable } from "./printable";
import { account, corp } from "./schema";
import {
  addressIsBlocked,
  captchaNeeded,
  countFailure,
  lockMinutes,
  note,
  type Outcome,
  type SignIn,
  unknownLockedUntil,
} from "./sign-in-failures";

type Done = { ok: true; answer: SignedIn } | { ok: false; refusal: Error };

/** The hash that the password was compared with, and whether it matched. */
interface Verified {
  hash: string | null;
  matches: boolean;
  /** The wire form carries the password itself, and it breaks the rule. */
  weak: boolean;
}

const ofName = (corpCode: string, accName: string) =>
  and(eq(account.corpCode, corpCode), eq(sql`lower(${account.accName})`, accName.toLowerCase()));

const serveLogin = serveAfter(
  login,
  verifyAhead,
  async (call, payload, verified) => {
    const asked: SignIn = {
      accName: payload.accName,
      password: payload.password,
      corpCode: payload.corpCode ?? call.caller.corpCode,
      ip: printable(payload.clientAddress),
      userAgent: printable(payload.userAgent),
      sessionHash: call.sessionId ? sessionHash(call.sessionId) : null,
    };
    const done = await signIn(call, asked, { ...verified, weak: verified.weak || payload.weak === true });
    return done.ok ? done.answer : new RefusedButKept(done.refusal);
  },
  { asOwner: true },
);

/**
 * Argon2 takes its time by intent: it must not hold a transaction. An unknown account takes as long. No hash for who is
 * refused anyway: from a closed address, or without the puzzle.
 */
async function verifyAhead(before: Before, payload: ParsedPayloadOf<typeof login>): Promise<Verified> {
  const corpCode = payload.corpCode ?? before.corpCode;
  const { now, sessionId } = before;
  const { refused, found } = await before.database.system(
    async (db) => {
      const blocked = await addressIsBlocked({ db, now }, printable(payload.clientAddress));
      const hash = sessionId ? sessionHash(sessionId) : null;
      const name = { corpCode, accName: payload.accName };
      const puzzle = !blocked && (await captchaNeeded(db, now, hash, name)) && !(await holdsPass(db, sessionId, now));
      return {
        refused: blocked || puzzle,
        found: (await db.select().from(account).where(ofName(corpCode, payload.accName)))[0],
      };
    },
    { readOnly: true },
  );
  if (refused) return { hash: null, matches: false, weak: false };
  const wire = readWirePassword(payload.password, found?.accName ?? payload.accName);
  const matches = await verifyDigest(found?.passwordHash, wire?.digest ?? "");
  return { hash: found?.passwordHash ?? null, matches, weak: wire?.strong === false };
}

async function signIn(call: Call, asked: SignIn, verified: Verified): Promise<Done> {
  const { db, now } = call;
  if (await addressIsBlocked(call, asked.ip))
    return refuse(call, asked, null, "address", new Refusal(m.ops_login_locked({ minutes: lockMinutes })));
  const [found] = await db
    .select({ account, corpStatus: corp.status })
    .from(account)
    .innerJoin(corp, eq(corp.corpCode, account.corpCode))
    .where(ofName(asked.corpCode, asked.accName))
    .for("update", { of: account });
  const mine = found?.account ?? null;
  const unknownUntil = await unknownLockedUntil(call, asked);
  const until = mine ? mine.lockedUntil : unknownUntil;
  if (until && until > now) {
    const minutes = Math.ceil((until.getTime() - now.getTime()) / 60_000);
    return refuse(call, asked, mine?.id ?? null, "locked", new Refusal(m.ops_login_locked({ minutes })));
  }
  if ((await captchaNeeded(db, now, asked.sessionHash, asked)) && !(await takePass(call)))
    return refuse(call, asked, mine?.id ?? null, "captcha", new StepNeeded(m.auth_captcha_needed()));
  const wrong = wrongness(mine, found?.corpStatus, verified);
  if (wrong || !mine) {
    await countFailure(call, mine);
    return refuse(call, asked, mine?.id ?? null, wrong ?? "unknown", new Refusal(m.ops_login_failed()));
  }
  const step = (await needsCheckCode(call, mine.corpCode)) ? sendCheckCode : openSession;
  return { ok: true, answer: await step(call, asked, mine, verified.weak) };
}

function wrongness(
  mine: typeof account.$inferSelect | null,
  corpStatus: string | undefined,
  { matches, hash }: Verified,
): Outcome | null {
  if (!mine) return "unknown";
  // Compared with another hash: the password was changed in between.
  if (!matches || hash !== mine.passwordHash) return "password";
  return mine.status === "T" && corpStatus === "T" ? null : "disabled";
}

async function refuse(call: Call, asked: SignIn, id: number | null, outcome: Outcome, refusal: Error): Promise<Done> {
  await note(call, asked, id, outcome);
  return { ok: false, refusal };
}

export const signInServed: Served[] = [serveLogin];
