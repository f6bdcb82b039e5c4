/**
 * The second way of a locked sign-in: a code by text message opens it for one browser session; the password is asked for
 * all the same. The answers are the same for a name that nobody has, one without a mobile, and one that is not locked.
 */
import { createHash, randomInt, timingSafeEqual } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { checkCodeRules } from "~/contract/platform/check-code-rules";
import { proofState, sendProof, verifyProof } from "~/contract/platform/sign-in-proof";
import { Invalid, Refusal, RefusedButKept } from "../../kernel/refusal";
import { type Call, type Served, serve } from "../../kernel/served";
import { account } from "./account-schema";
import { corp } from "./corp-schema";
import { signInLog } from "./log-schema";
import { printable } from "./printable";
import { hashOrNull } from "./session-hash";
import { signInProof } from "./session-schema";
import { inARow, lockMinutes, note, type SignIn, since } from "./sign-in-failures";

const { digits, minutes, tries, secondsBetween } = checkCodeRules;
/** Codes within {@link lockMinutes}: of a name from one address, of a name, of an address. */
const maxSent = { ofBoth: 3, ofName: 6, ofAddress: 10 };

type Proof = typeof signInProof.$inferSelect;

const hashOf = (code: string, salt: Buffer) => createHash("sha256").update(salt).update(code).digest();

function sessionOf({ sessionId }: Call): Buffer {
  const hash = hashOrNull(sessionId);
  if (!hash) throw new Invalid({ "session-id": [m.v_required()] });
  return hash;
}

const serveSend = serve(
  sendProof,
  async (call, payload) => {
    const sessionHash = sessionOf(call);
    const asked: SignIn = {
      accName: payload.accName,
      corpCode: payload.corpCode ?? call.caller.corpCode,
      ip: printable(payload.clientAddress),
      userAgent: printable(payload.userAgent),
      sessionHash,
      deviceHash: null,
    };
    await inARow(call.db, asked);
    await refuseTooMany(call, asked);
    const { accName, corpCode } = asked;
    const code = String(randomInt(10 ** digits)).padStart(digits, "0");
    const expiresAt = new Date(call.now.getTime() + minutes * 60_000);
    const row = { corpCode, accName, codeHash: hashOf(code, sessionHash), tries: 0, sentAt: call.now, expiresAt };
    await call.db
      .insert(signInProof)
      .values({ sessionHash, ...row })
      .onConflictDoUpdate({ target: signInProof.sessionHash, set: row });
    await call.db.execute(sql`
      delete from sign_in_proof where session_hash in (
        select session_hash from sign_in_proof where expires_at < ${call.now.toISOString()}::timestamptz limit 20
      )
    `);
    const mine = await accountOf(call, asked);
    // The log of attempts has it for every name: what it counts is the asking.
    const entry = { corpCode, accName, outcome: "asked", ip: asked.ip, userAgent: asked.userAgent, sessionHash };
    await call.db.insert(signInLog).values({ ...entry, accountId: mine?.id ?? null, at: call.now });
    if (mine && (mine.mobile !== "" || !call.texts.needsMobile)) {
      const text = m.auth_proof_text({ code, minutes });
      call.texts.send({ mobile: mine.mobile, accName: mine.accName, code, text });
    }
    return {};
  },
  { asOwner: true },
);

async function refuseTooMany({ db, now }: Call, { corpCode, accName, ip, sessionHash }: SignIn): Promise<void> {
  const { rows } = await db.execute<Record<"both" | "name" | "address" | "seconds", number>>(sql`
    with asked as (
      select l.ip, l.at, l.session_hash, l.corp_code = ${corpCode} and lower(l.acc_name) = ${accName.toLowerCase()} as same
      from sign_in_log l
      where l.outcome = 'asked' and l.at > ${since(now)}
        and ((l.corp_code = ${corpCode} and lower(l.acc_name) = ${accName.toLowerCase()}) or l.ip = ${ip})
    )
    select (count(*) filter (where same and ip = ${ip}))::int as both,
           (count(*) filter (where same))::int as name,
           (count(*) filter (where ip = ${ip} and ip <> ''))::int as address,
           coalesce(max(ceil(extract(epoch from at - ${now.toISOString()}::timestamptz)) + ${secondsBetween})
                    filter (where session_hash = ${sessionHash}::bytea), 0)::int as seconds
    from asked
  `);
  const [sent] = rows;
  if (!sent) return;
  if (sent.both >= maxSent.ofBoth || sent.name >= maxSent.ofName || sent.address >= maxSent.ofAddress)
    throw new Refusal(m.auth_code_too_many({ minutes: lockMinutes }));
  if (sent.seconds > 0) throw new Refusal(m.auth_code_wait({ seconds: sent.seconds }));
}

/** An account that may sign in. */
async function accountOf({ db }: Call, { corpCode, accName }: Pick<SignIn, "corpCode" | "accName">) {
  const [found] = await db
    .select({ id: account.id, accName: account.accName, mobile: account.mobile })
    .from(account)
    .innerJoin(corp, eq(corp.corpCode, account.corpCode))
    .where(
      and(
        eq(account.corpCode, corpCode),
        eq(sql`lower(${account.accName})`, accName.toLowerCase()),
        eq(account.status, "T"),
        eq(corp.status, "T"),
      ),
    );
  return found ?? null;
}

/** What this browser session waits for, locked against a second press. */
async function waiting(call: Call, lock: boolean): Promise<Proof | null> {
  const hash = hashOrNull(call.sessionId);
  if (!hash) return null;
  const query = call.db.select().from(signInProof).where(eq(signInProof.sessionHash, hash));
  const [found] = await (lock ? query.for("update") : query);
  return found && found.expiresAt > call.now ? found : null;
}

const serveState = serve(
  proofState,
  async (call) => {
    const found = await waiting(call, false);
    return { waiting: found !== null, accName: found?.accName ?? "" };
  },
  { asOwner: true },
);

const serveVerify = serve(
  verifyProof,
  async (call, payload) => {
    const found = await waiting(call, true);
    if (!found) throw new Refusal(m.auth_proof_over());
    const { corpCode, accName, sessionHash } = found;
    const here = eq(signInProof.sessionHash, sessionHash);
    if (timingSafeEqual(hashOf(payload.checkCode, sessionHash), found.codeHash)) {
      await call.db.delete(signInProof).where(here);
      const [ip, userAgent] = [printable(payload.clientAddress), printable(payload.userAgent)];
      const mine = await accountOf(call, found);
      const asked = { accName, corpCode, ip, userAgent, sessionHash, deviceHash: null };
      await note(call, asked, mine?.id ?? null, "proved", { kind: "address", ip });
      return { accName };
    }
    const left = tries - found.tries - 1;
    if (left > 0) {
      await call.db
        .update(signInProof)
        .set({ tries: found.tries + 1 })
        .where(here);
      return new RefusedButKept(new Invalid({ checkCode: [m.auth_code_wrong({ n: left })] }));
    }
    await call.db.delete(signInProof).where(here);
    return new RefusedButKept(new Refusal(m.auth_proof_over()));
  },
  { asOwner: true },
);

export const signInProofServed: Served[] = [serveSend, serveState, serveVerify];
