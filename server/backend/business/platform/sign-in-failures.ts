/**
 * What failed sign-ins lead to: after three the puzzle, after ten within a quarter of an hour the lock, after a hundred
 * from one address a closed door. Names that nobody has are counted like those that somebody has, so that nothing tells
 * them apart.
 */
import { and, eq, sql } from "drizzle-orm";
import type { Transaction } from "../../db/database";
import type { Call } from "../../kernel/served";
import { account, signInLog } from "./schema";

const maxFailures = 10;
/** Minutes in which the failures count, and for which the account is locked after. */
export const lockMinutes = 15;
/** Failures, of a name or from one browser session, after which the puzzle is asked for. */
const freeFailures = 3;
/** Failures from one address within {@link lockMinutes}, whatever the account. */
const maxFailuresByAddress = 100;

export interface SignIn {
  accName: string;
  password: string;
  corpCode: string;
  ip: string;
  userAgent: string;
  sessionHash: Buffer | null;
}

export type Outcome =
  | "success"
  | "address"
  | "locked"
  | "captcha"
  | "unknown"
  | "password"
  | "disabled"
  | "code"
  | "sent";
/** These count; a sign-in that was not even looked at does not. */
const failure = sql.raw("outcome in ('unknown', 'password', 'disabled', 'code')");

const since = (now: Date) => sql`${new Date(now.getTime() - lockMinutes * 60_000).toISOString()}::timestamptz`;

export async function note(
  { db, now }: Pick<Call, "db" | "now">,
  asked: SignIn,
  accountId: number | null,
  outcome: Outcome,
): Promise<void> {
  const { corpCode, accName, ip, userAgent, sessionHash } = asked;
  await db.insert(signInLog).values({ corpCode, accName, accountId, outcome, ip, userAgent, sessionHash, at: now });
}

/**
 * Whether a session's next sign-in needs the puzzle: three failures of its own, or three of the name that it tried last;
 * and of the name that it tries now. A success of either begins anew.
 */
export async function captchaNeeded(
  db: Transaction,
  now: Date,
  sessionHash: Buffer | null,
  name?: Pick<SignIn, "corpCode" | "accName">,
): Promise<boolean> {
  const { rows } = await db.execute<{ session: number; name: number }>(sql`
    with last_try as (
      select corp_code, lower(acc_name) as acc_name
      from sign_in_log
      where session_hash = ${sessionHash}::bytea and acc_name <> ''
      order by id desc
      limit 1
    ),
    tried as (
      select ${name?.corpCode ?? null}::text as corp_code, ${name?.accName.toLowerCase() ?? null}::text as acc_name
      where ${name !== undefined}
      union
      select corp_code, acc_name from last_try where ${name === undefined}
    )
    select (
        select count(*)::int from (
          select from sign_in_log
          where session_hash = ${sessionHash}::bytea and at > ${since(now)} and ${failure}
            and id > coalesce((select max(id) from sign_in_log
                               where session_hash = ${sessionHash}::bytea and outcome = 'success'), 0)
          limit ${freeFailures}
        ) own
      ) as session,
      (
        select count(*)::int from (
          select from tried join sign_in_log l on l.corp_code = tried.corp_code and lower(l.acc_name) = tried.acc_name
          where l.at > ${since(now)} and ${failure}
            and l.id > coalesce((select max(s.id) from sign_in_log s
                                 where s.corp_code = tried.corp_code and lower(s.acc_name) = tried.acc_name
                                   and s.outcome = 'success'), 0)
          limit ${freeFailures}
        ) of_name
      ) as name
  `);
  const [found] = rows;
  return found !== undefined && Math.max(found.session, found.name) >= freeFailures;
}

/** Until when a name that nobody has is locked. */
export async function unknownLockedUntil({ db }: Pick<Call, "db">, asked: SignIn): Promise<Date | null> {
  const { rows } = await db.execute<{ until: string | null }>(sql`
    with failure as (
      select at from sign_in_log
      where corp_code = ${asked.corpCode} and lower(acc_name) = ${asked.accName.toLowerCase()} and outcome = 'unknown'
      order by id desc
      limit ${maxFailures}
    )
    select max(at) + make_interval(mins => ${lockMinutes}) as until
    from failure
    having count(*) = ${maxFailures} and min(at) > max(at) - make_interval(mins => ${lockMinutes})
  `);
  const until = rows[0]?.until;
  return until ? new Date(until) : null;
}

export async function addressIsBlocked({ db, now }: Pick<Call, "db" | "now">, ip: string): Promise<boolean> {
  if (ip === "") return false;
  const { rows } = await db.execute<{ failures: number }>(sql`
    select count(*)::int as failures from sign_in_log
    where ip = ${ip} and at > ${since(now)} and ${failure}
  `);
  return (rows[0]?.failures ?? 0) >= maxFailuresByAddress;
}

type Account = Pick<typeof account.$inferSelect, "corpCode" | "id" | "failedSignIns" | "firstFailedAt" | "lockedUntil">;

const rowOf = (mine: Pick<Account, "corpCode" | "id">) =>
  and(eq(account.corpCode, mine.corpCode), eq(account.id, mine.id));

/** Ten failures within fifteen minutes lock the account for fifteen. Null, for nobody's account, costs as much. */
export async function countFailure({ db, now }: Pick<Call, "db" | "now">, mine: Account | null): Promise<void> {
  const windowStart = new Date(now.getTime() - lockMinutes * 60_000);
  const fresh = !mine?.firstFailedAt || mine.firstFailedAt < windowStart;
  const failures = fresh ? 1 : mine.failedSignIns + 1;
  await db
    .update(account)
    .set({
      failedSignIns: failures,
      firstFailedAt: fresh ? now : mine.firstFailedAt,
      ...(failures >= maxFailures && { lockedUntil: new Date(now.getTime() + lockMinutes * 60_000) }),
    })
    .where(rowOf(mine ?? { corpCode: "", id: 0 }));
}

export async function clearFailures({ db }: Pick<Call, "db">, mine: Account): Promise<void> {
  if (mine.failedSignIns === 0 && !mine.lockedUntil) return;
  await db.update(account).set({ failedSignIns: 0, firstFailedAt: null, lockedUntil: null }).where(rowOf(mine));
}
