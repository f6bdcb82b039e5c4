/** The second step of a sign-in: six digits to the account's mobile, good for five minutes and five tries. */
import { createHash, randomInt, timingSafeEqual } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { checkCodeState, resendCheckCode, verifyCheckCode } from "~/contract/platform/check-code";
import { checkCodeRules } from "~/contract/platform/check-code-rules";
import type { SignedIn } from "~/contract/platform/session";
import { Invalid, Refusal, RefusedButKept } from "../../kernel/refusal";
import { type Call, type Served, serve } from "../../kernel/served";
import { account } from "./account-schema";
import { corp } from "./corp-schema";
import { openSession } from "./open-session";
import { sysParam } from "./parameter-schema";
import { printable } from "./printable";
import { hashOrNull, sessionHash } from "./session-hash";
import { checkCode } from "./session-schema";
import { countFailure, inARow, lockedUntil, lockMinutes, note, type SignIn, sourceOf } from "./sign-in-failures";

const { digits, minutes, tries, secondsBetween } = checkCodeRules;
/** Codes that an account is sent within {@link lockMinutes}: nobody's mobile is to be flooded. */
const maxSent = 6;

type Account = typeof account.$inferSelect;

const hashOf = (code: string, salt: Buffer) => createHash("sha256").update(salt).update(code).digest();

export async function needsCheckCode({ db }: Call, corpCode: string): Promise<boolean> {
  const [row] = await db
    .select({ option: sysParam.paramOption })
    .from(sysParam)
    .where(and(eq(sysParam.corpCode, corpCode), eq(sysParam.paramCode, "adminSendCheckCodeFlag")));
  return row?.option === "T";
}

/** The password was right; the code goes out. Runs as the owner. */
export async function sendCheckCode(call: Call, asked: SignIn, mine: Account, weak: boolean): Promise<SignedIn> {
  const { sessionHash: salt } = asked;
  if (!salt) throw new Invalid({ "session-id": [m.v_required()] });
  await send(call, asked, mine, salt, weak);
  return { tokenInfo: { token: "", thirdToken: "" }, userId: 0, corpCode: mine.corpCode, step: "code", parks: 0 };
}

async function send(call: Call, asked: SignIn, mine: Account, salt: Buffer, weak: boolean): Promise<void> {
  const { db, now, texts } = call;
  if (texts.needsMobile && mine.mobile === "") throw new Refusal(m.auth_code_no_mobile());
  const since = new Date(now.getTime() - lockMinutes * 60_000).toISOString();
  const { rows } = await db.execute<{ sent: number }>(sql`
    select count(*)::int as sent from sign_in_log
    where corp_code = ${mine.corpCode} and lower(acc_name) = ${mine.accName.toLowerCase()}
      and outcome = 'sent' and at > ${since}::timestamptz
  `);
  if ((rows[0]?.sent ?? 0) >= maxSent) throw new Refusal(m.auth_code_too_many({ minutes: lockMinutes }));
  const code = String(randomInt(10 ** digits)).padStart(digits, "0");
  const row = {
    corpCode: mine.corpCode,
    accountId: mine.id,
    codeHash: hashOf(code, salt),
    tries: 0,
    sentAt: now,
    expiresAt: new Date(now.getTime() + minutes * 60_000),
    weakPassword: weak,
  };
  await db
    .insert(checkCode)
    .values({ sessionHash: salt, ...row })
    .onConflictDoUpdate({ target: checkCode.sessionHash, set: row });
  await note(call, asked, mine.id, "sent", await sourceOf(db, now, asked));
  texts.send({ mobile: mine.mobile, accName: mine.accName, code, text: m.auth_code_text({ code, minutes }) });
}

/** What this browser session waits for, locked against a second press. */
async function waiting({ db, now, sessionId }: Call, lock: boolean) {
  if (!sessionId) return null;
  const asked = db
    .select({ code: checkCode, account, corpStatus: corp.status })
    .from(checkCode)
    .innerJoin(account, and(eq(account.corpCode, checkCode.corpCode), eq(account.id, checkCode.accountId)))
    .innerJoin(corp, eq(corp.corpCode, checkCode.corpCode))
    .where(eq(checkCode.sessionHash, sessionHash(sessionId)));
  const [found] = await (lock ? asked.for("update", { of: checkCode }) : asked);
  if (!found || found.code.expiresAt <= now) return null;
  return found;
}

const masked = (mobile: string) => (mobile === "" ? "" : `${mobile.slice(0, 3)}****${mobile.slice(-4)}`);

const secondsLeft = (sentAt: Date, now: Date) =>
  Math.max(0, Math.ceil((sentAt.getTime() + secondsBetween * 1_000 - now.getTime()) / 1_000));

const serveState = serve(
  checkCodeState,
  async (call) => {
    const found = await waiting(call, false);
    if (!found) return { waiting: false, mobile: "", resendInSeconds: 0 };
    const resendInSeconds = secondsLeft(found.code.sentAt, call.now);
    return { waiting: true, mobile: masked(found.account.mobile), resendInSeconds };
  },
  { asOwner: true },
);

const serveResend = serve(
  resendCheckCode,
  async (call) => {
    const found = await waiting(call, true);
    if (!found) throw new Refusal(m.auth_code_over());
    const seconds = secondsLeft(found.code.sentAt, call.now);
    if (seconds > 0) throw new Refusal(m.auth_code_wait({ seconds }));
    const { code, account: mine } = found;
    await send(call, askedBy(call, mine), mine, code.sessionHash, code.weakPassword);
    return { mobile: masked(mine.mobile) };
  },
  { asOwner: true },
);

function askedBy(
  call: Call,
  mine: Account,
  from: Partial<Record<"clientAddress" | "userAgent" | "device", string | undefined>> = {},
): SignIn {
  return {
    accName: mine.accName,
    corpCode: mine.corpCode,
    ip: printable(from.clientAddress),
    userAgent: printable(from.userAgent),
    sessionHash: hashOrNull(call.sessionId),
    deviceHash: hashOrNull(from.device),
  };
}

const serveVerify = serve(
  verifyCheckCode,
  async (call, { checkCode: given, ...from }) => {
    const { db, now } = call;
    const known = await waiting(call, false);
    if (!known) throw new Refusal(m.auth_code_over());
    const asked = askedBy(call, known.account, from);
    // In the order in which a sign-in locks: the name, then rows.
    await inARow(db, asked);
    const found = await waiting(call, true);
    if (!found) throw new Refusal(m.auth_code_over());
    const { code, account: mine } = found;
    const here = eq(checkCode.sessionHash, code.sessionHash);
    const source = await sourceOf(db, now, asked);
    const locked = (await lockedUntil(db, now, asked, source)) !== null;
    if (locked || mine.status !== "T" || found.corpStatus !== "T") {
      await db.delete(checkCode).where(here);
      return new RefusedButKept(new Refusal(m.auth_code_over()));
    }
    if (!timingSafeEqual(hashOf(given, code.sessionHash), code.codeHash)) {
      await countFailure(call, asked, mine, "code", source);
      const left = tries - code.tries - 1;
      if (left > 0) {
        await db
          .update(checkCode)
          .set({ tries: code.tries + 1 })
          .where(here);
        return new RefusedButKept(new Invalid({ checkCode: [m.auth_code_wrong({ n: left })] }));
      }
      await db.delete(checkCode).where(here);
      return new RefusedButKept(new Refusal(m.auth_code_over()));
    }
    await db.delete(checkCode).where(here);
    return openSession(call, asked, mine, code.weakPassword);
  },
  { asOwner: true },
);

export const checkCodeServed: Served[] = [serveState, serveResend, serveVerify];
