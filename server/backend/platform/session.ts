/** Signing in and out, the account's own data, its password. */
import { randomBytes } from "node:crypto";
import { and, eq, isNull, ne, sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import type { ParsedPayloadOf } from "~/contract/method";
import { changpwd, getCorpCode, login, logout, selectUserInfoById, type UserInfo } from "~/contract/platform/session";
import { tokenHash } from "../kernel/access";
import { prepared } from "../kernel/prepared";
import { Invalid, NotFound, Refusal, RefusedButKept } from "../kernel/refusal";
import { type Before, type Call, type Served, serve, serveAfter } from "../kernel/served";
import { buttonsOf, functionsOf } from "./function";
import { hashDigest, readWirePassword, verifyDigest } from "./password";
import { account, corp, session, signInLog } from "./schema";

const maxFailures = 10;
/** Minutes in which the failures count, and for which the account is locked after. */
const lockMinutes = 15;
/** Failures from one address within {@link lockMinutes}, whatever the account. */
const maxFailuresByAddress = 100;

interface SignIn {
  accName: string;
  password: string;
  corpCode: string;
  ip: string;
  userAgent: string;
}

type Outcome = { ok: true; token: string; accountId: number } | { ok: false; refusal: Refusal };

/** The hash that the password was compared with, and whether it matched. */
interface Verified {
  hash: string | null;
  matches: boolean;
}

/** A browser may call itself anything; that is no reason to keep its user out. */
const printable = (text = "") => text.replace(/\p{Cc}/gu, "");

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
    };
    const outcome = await signIn(call, asked, verified);
    if (!outcome.ok) return new RefusedButKept(outcome.refusal);
    const tokenInfo = { token: outcome.token, thirdToken: "" };
    return { tokenInfo, userId: outcome.accountId, corpCode: asked.corpCode };
  },
  { asOwner: true },
);

/** Argon2 takes its time by intent: it must not hold a transaction. An unknown account takes as long. */
async function verifyAhead(before: Before, payload: ParsedPayloadOf<typeof login>): Promise<Verified> {
  const corpCode = payload.corpCode ?? before.corpCode;
  const { blocked, found } = await before.database.system(
    async (db) => ({
      blocked: await addressIsBlocked({ db, now: before.now }, printable(payload.clientAddress)),
      found: (await db.select().from(account).where(ofName(corpCode, payload.accName)))[0],
    }),
    { readOnly: true },
  );
  if (blocked) return { hash: null, matches: false };
  const wire = readWirePassword(payload.password, found?.accName ?? payload.accName);
  const matches = await verifyDigest(found?.passwordHash, wire?.digest ?? "");
  return { hash: found?.passwordHash ?? null, matches };
}

/** One answer for an unknown account, a wrong password and a disabled one; the log knows which it was. */
async function signIn(call: Call, asked: SignIn, verified: Verified): Promise<Outcome> {
  const { db, now, sessionId } = call;
  if (await addressIsBlocked(call, asked.ip))
    return refuse(call, asked, null, "address", m.ops_login_locked({ minutes: lockMinutes }));
  const [found] = await db
    .select({ account, corpStatus: corp.status })
    .from(account)
    .innerJoin(corp, eq(corp.corpCode, account.corpCode))
    .where(ofName(asked.corpCode, asked.accName))
    .for("update", { of: account });
  const mine = found?.account;
  const until = mine ? mine.lockedUntil : await unknownLockedUntil(call, asked);
  if (until && until > now) {
    const minutes = Math.ceil((until.getTime() - now.getTime()) / 60_000);
    return refuse(call, asked, mine?.id ?? null, "locked", m.ops_login_locked({ minutes }));
  }
  if (!mine) return refuse(call, asked, null, "unknown", m.ops_login_failed());
  if (!verified.matches || verified.hash !== mine.passwordHash) {
    await countFailure(call, mine);
    return refuse(call, asked, mine.id, "password", m.ops_login_failed());
  }
  if (mine.status !== "T" || found.corpStatus !== "T")
    return refuse(call, asked, mine.id, "disabled", m.ops_login_failed());
  const token = randomBytes(32).toString("base64url");
  await clearFailures(call, mine);
  await db.insert(session).values({
    corpCode: mine.corpCode,
    accountId: mine.id,
    tokenHash: tokenHash(token),
    clientSessionId: sessionId ?? "",
    ip: asked.ip,
    userAgent: asked.userAgent,
  });
  await note(call, asked, mine.id, "success");
  return { ok: true, token, accountId: mine.id };
}

async function refuse(
  call: Call,
  asked: SignIn,
  id: number | null,
  outcome: string,
  message: string,
): Promise<Outcome> {
  await note(call, asked, id, outcome);
  return { ok: false, refusal: new Refusal(message) };
}

async function note({ db, now }: Call, asked: SignIn, accountId: number | null, outcome: string): Promise<void> {
  const { corpCode, accName, ip, userAgent } = asked;
  await db.insert(signInLog).values({ corpCode, accName, accountId, outcome, ip, userAgent, at: now });
}

/** A name that nobody has locks like one that somebody has, so that the lock does not tell them apart. */
async function unknownLockedUntil({ db }: Call, asked: SignIn): Promise<Date | null> {
  const { rows } = await db.execute<{ until: string | null }>(sql`
    with failure as (
      select at from sign_in_log
      where corp_code = ${asked.corpCode} and lower(acc_name) = ${asked.accName.toLowerCase()} and outcome = 'unknown'
      order by at desc
      limit ${maxFailures}
    )
    select max(at) + make_interval(mins => ${lockMinutes}) as until
    from failure
    having count(*) = ${maxFailures} and min(at) > max(at) - make_interval(mins => ${lockMinutes})
  `);
  const until = rows[0]?.until;
  return until ? new Date(until) : null;
}

async function addressIsBlocked({ db, now }: Pick<Call, "db" | "now">, ip: string): Promise<boolean> {
  if (ip === "") return false;
  const since = new Date(now.getTime() - lockMinutes * 60_000).toISOString();
  const { rows } = await db.execute<{ failures: number }>(sql`
    select count(*)::int as failures from sign_in_log
    where ip = ${ip} and at > ${since}::timestamptz and outcome in ('unknown', 'password')
  `);
  return (rows[0]?.failures ?? 0) >= maxFailuresByAddress;
}

/** Ten failures within fifteen minutes lock the account for fifteen. */
async function countFailure({ db, now }: Call, mine: typeof account.$inferSelect): Promise<void> {
  const windowStart = new Date(now.getTime() - lockMinutes * 60_000);
  const fresh = !mine.firstFailedAt || mine.firstFailedAt < windowStart;
  const failures = fresh ? 1 : mine.failedSignIns + 1;
  await db
    .update(account)
    .set({
      failedSignIns: failures,
      firstFailedAt: fresh ? now : mine.firstFailedAt,
      ...(failures >= maxFailures && { lockedUntil: new Date(now.getTime() + lockMinutes * 60_000) }),
    })
    .where(and(eq(account.corpCode, mine.corpCode), eq(account.id, mine.id)));
}

async function clearFailures({ db }: Call, mine: typeof account.$inferSelect): Promise<void> {
  if (mine.failedSignIns === 0 && !mine.lockedUntil) return;
  await db
    .update(account)
    .set({ failedSignIns: 0, firstFailedAt: null, lockedUntil: null })
    .where(and(eq(account.corpCode, mine.corpCode), eq(account.id, mine.id)));
}

const serveLogout = serve(
  logout,
  async ({ db, caller, now }) => {
    await db.update(session).set({ revokedAt: now }).where(eq(session.id, caller.sessionRowId));
    return {};
  },
  { asOwner: true },
);

const serveUserInfo = serve(selectUserInfoById, async (call, { id }) => {
  const { db, caller, locale } = call;
  // Others' data belongs to who manages operators; here everybody sees themselves.
  if (id !== undefined && id !== caller.userId) throw new NotFound(m.ops_not_found());
  const [mine] = await prepared<Omit<UserInfo, "sysFunctionsSet" | "sysButtonRolePOSet">>(db, ownAccount, [
    caller.userId,
  ]);
  if (!mine) throw new NotFound(m.ops_not_found());
  const sysFunctionsSet = await functionsOf(db, mine, locale);
  const buttons = await buttonsOf(db, mine);
  return { ...mine, sysFunctionsSet, sysButtonRolePOSet: buttons.map((code) => ({ code })) };
});

const ownAccount = `
  select a.id, a.name, a.acc_name as "accName", a.acc_type as "accType", a.corp_code as "corpCode",
         coalesce((select name from own_corp), '') as "corpName",
         a.dept_name as "deptName", a.is_real_name as "isRealName", a.initpwd
  from account a
  where a.id = $1
`;

const serveChangePassword = serve(
  changpwd,
  async (call, { id, oldpass, newpass }) => {
    const { db, caller, now } = call;
    if (id !== caller.userId) throw new NotFound(m.ops_not_found());
    const where = and(eq(account.corpCode, caller.corpCode), eq(account.id, id));
    const [mine] = await db.select().from(account).where(where).for("update");
    if (!mine) throw new NotFound(m.ops_not_found());
    if (mine.lockedUntil && mine.lockedUntil > now) throw new Refusal(m.ops_login_locked({ minutes: lockMinutes }));
    const before = readWirePassword(oldpass, mine.accName);
    const after = readWirePassword(newpass, mine.accName);
    if (!before || !(await verifyDigest(mine.passwordHash, before.digest))) {
      // Guessing here counts as guessing at the door.
      await countFailure(call, mine);
      return new RefusedButKept(new Invalid({ oldpass: [m.ops_old_password()] }));
    }
    if (!after || after.strong === false) throw new Invalid({ newpass: [m.v_password_strength()] });
    if (after.digest === before.digest) throw new Invalid({ newpass: [m.ops_same_password()] });
    await db
      .update(account)
      .set({ passwordHash: await hashDigest(after.digest), initpwd: "T", updatedAt: now })
      .where(where);
    // Whoever knew the old password is out; the one who changed it stays.
    await db
      .update(session)
      .set({ revokedAt: now })
      .where(
        and(
          eq(session.corpCode, caller.corpCode),
          eq(session.accountId, id),
          ne(session.id, caller.sessionRowId),
          isNull(session.revokedAt),
        ),
      );
    call.audit({ thing: "account", thingId: id, label: mine.accName, after: { password: "changed" } });
    return { initpwd: "T" as const };
  },
  { asOwner: true },
);

const serveCorpCode = serve(getCorpCode, async ({ caller }) => caller.corpCode);

export const sessionServed: Served[] = [serveLogin, serveLogout, serveUserInfo, serveChangePassword, serveCorpCode];
