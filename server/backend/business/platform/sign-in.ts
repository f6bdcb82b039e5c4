/** Signing in: one answer whatever was wrong, in the same time; the log knows which it was. */
import { and, eq, sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import type { ParsedPayloadOf } from "~/contract/method";
import { login, type SignedIn } from "~/contract/platform/session";
import { Refusal, RefusedButKept } from "../../kernel/refusal";
import { type Before, type Call, type Served, serveAfter } from "../../kernel/served";
import { account } from "./account-schema";
import { holdsPass, takePass } from "./captcha";
import { needsCheckCode, sendCheckCode } from "./check-code";
import { corp } from "./corp-schema";
import { mayComeFrom } from "./factor/owner";
import { askForFactor, isRemembered } from "./factor/sign-in-step";
import { openSession } from "./open-session";
import { readWirePassword, verifyDigest } from "./password";
import { printable } from "./printable";
import { hashOrNull } from "./session-hash";
import { countFailure, inARow, note, type Outcome, type SignIn } from "./sign-in-failures";
import { gateOf } from "./sign-in-limits";
import { isWorked } from "./sign-in-work";

type Done = { ok: true; answer: SignedIn } | { ok: false; refusal: Error };

/** The hash that the password was compared with, and whether it matched. */
interface Verified {
  hash: string | null;
  matches: boolean;
  /** The wire form carries the password itself, and it breaks the rule. */
  weak: boolean;
}

const isShut = sql<boolean>`exists (
  select from tenant_standing s where s.corp_code = ${account.corpCode} and s.standing = 'shut'
)`;

const ofName = ({ corpCode, accName }: Pick<SignIn, "corpCode" | "accName">) =>
  and(eq(account.corpCode, corpCode), eq(sql`lower(${account.accName})`, accName.toLowerCase()));

const serveLogin = serveAfter(
  login,
  verifyAhead,
  async (call, payload, verified) => {
    const asked = askedOf(payload, call.caller.corpCode, call.sessionId);
    const done = await signIn(call, asked, payload.work, {
      ...verified,
      weak: verified.weak || payload.weak === true,
    });
    return done.ok ? done.answer : new RefusedButKept(done.refusal);
  },
  { asOwner: true },
);

function askedOf(payload: ParsedPayloadOf<typeof login>, corpCode: string, sessionId: string | undefined): SignIn {
  return {
    accName: payload.accName,
    corpCode: payload.corpCode ?? corpCode,
    ip: printable(payload.clientAddress),
    userAgent: printable(payload.userAgent),
    sessionHash: hashOrNull(sessionId),
    deviceHash: hashOrNull(payload.device),
  };
}

/**
 * Argon2 takes its time by intent: it must not hold a transaction. An unknown account takes as long. No hash for who is
 * refused anyway: from a closed address, locked, or without the puzzle.
 */
async function verifyAhead(
  { database, now, corpCode, sessionId }: Before,
  payload: ParsedPayloadOf<typeof login>,
): Promise<Verified> {
  const asked = askedOf(payload, corpCode, sessionId);
  const { barred, found } = await database.system(
    async (db) => {
      const worked = await isWorked(db, now, asked, payload.work);
      const gate = await gateOf(db, now, asked, { worked, pass: () => holdsPass(db, asked, now) });
      return { barred: gate.barred, found: (await db.select().from(account).where(ofName(asked)))[0] };
    },
    { readOnly: true },
  );
  if (barred) return { hash: null, matches: false, weak: false };
  const wire = readWirePassword(payload.password, found?.accName ?? payload.accName);
  const matches = await verifyDigest(found?.passwordHash, wire?.digest ?? "");
  return { hash: found?.passwordHash ?? null, matches, weak: wire?.strong === false };
}

async function signIn(call: Call, asked: SignIn, work: string | undefined, verified: Verified): Promise<Done> {
  const { db, now } = call;
  await inARow(db, asked);
  const worked = await isWorked(db, now, asked, work);
  const { source, barred } = await gateOf(db, now, asked, { worked, pass: () => takePass(call, asked) });
  const [found] = await db
    .select({ account, corpStatus: corp.status, shut: isShut })
    .from(account)
    .innerJoin(corp, eq(corp.corpCode, account.corpCode))
    .where(ofName(asked))
    .for("update", { of: account });
  const mine = found?.account ?? null;
  if (barred) {
    await note(call, asked, mine?.id ?? null, barred.outcome, source);
    return { ok: false, refusal: barred.refusal };
  }
  const wrong = wrongness(mine, found?.corpStatus, verified);
  // Who knows the password is told why; to anybody else it is as if it were wrong.
  if (!wrong && found?.shut) {
    await note(call, asked, mine?.id ?? null, "disabled", source);
    return { ok: false, refusal: new Refusal(m.ops_tenant_shut()) };
  }
  if (wrong || !mine) {
    await countFailure(call, asked, mine, wrong ?? "unknown", source);
    return { ok: false, refusal: new Refusal(m.ops_login_failed()) };
  }
  if (!(await mayComeFrom(call, mine, asked.ip))) {
    await note(call, asked, mine.id, "address", source);
    return { ok: false, refusal: new Refusal(m.factor_address_refused({ address: asked.ip || "—" })) };
  }
  return { ok: true, answer: await nextStep(call, asked, mine, verified.weak) };
}

/** A second factor takes the place of the code by text message. */
async function nextStep(call: Call, asked: SignIn, mine: typeof account.$inferSelect, weak: boolean) {
  if (mine.hasFactor) {
    const known = await isRemembered(call, asked, mine);
    return known ? openSession(call, asked, mine, weak) : askForFactor(call, asked, mine, weak);
  }
  return (await needsCheckCode(call, mine.corpCode))
    ? sendCheckCode(call, asked, mine, weak)
    : openSession(call, asked, mine, weak);
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

export const signInServed: Served[] = [serveLogin];
