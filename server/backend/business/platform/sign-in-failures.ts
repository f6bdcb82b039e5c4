/**
 * What failed sign-ins lead to. They are counted in the log by account name and source, so that a stranger's failures
 * keep nobody else out, and names that nobody has are counted like those that somebody has, so that nothing tells them
 * apart. After three the puzzle, after ten within a quarter of an hour the lock; the limits of an address are in
 * sign-in-limits.ts.
 */
import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Transaction } from "../../db/database";
import type { Call } from "../../kernel/served";
import { account } from "./account-schema";
import { signInLog } from "./log-schema";
import { hashOrNull } from "./session-hash";
import { session, signInDevice } from "./session-schema";

/** Failures of a name from one source, within {@link lockMinutes}. */
const maxFailures = 10;
/** Failures of a name from all sources that it does not know, within {@link lockMinutes}. */
const maxFailuresOfName = 100;
/** Minutes in which the failures count, and for which the source is locked after. */
export const lockMinutes = 15;
/** Failures, of a name or from one browser session, after which the puzzle is asked for. */
const freeFailures = 3;

export interface SignIn {
  accName: string;
  corpCode: string;
  ip: string;
  userAgent: string;
  sessionHash: Buffer | null;
  /** Of the secret in the browser's cookie, known or not. */
  deviceHash: Buffer | null;
}

type Name = Pick<SignIn, "corpCode" | "accName">;

/**
 * Where an attempt comes from: a device that signed in to this account before; a browser session that proved itself by a
 * code (entries up to `after` do not count); or an address.
 */
export type Source =
  | { kind: "device"; hash: Buffer }
  | { kind: "proof"; session: Buffer; after: number }
  | { kind: "address"; ip: string };

export type Outcome =
  | "success"
  | "address"
  | "locked"
  | "captcha"
  | "unknown"
  | "password"
  | "disabled"
  | "code"
  | "sent"
  | "proved"
  | "unlocked";
/** These count; a sign-in that was not even looked at does not. To the letter as in the index sign_in_log_failure. */
export const isFailure = sql.raw("l.outcome in ('unknown', 'password', 'disabled', 'code')");
const isAnew = sql.raw("l.outcome in ('success', 'unlocked', 'proved')");

/** The moment so many times {@link lockMinutes} ago. */
export const since = (now: Date, times = 1): SQL =>
  sql`${new Date(now.getTime() - times * lockMinutes * 60_000).toISOString()}::timestamptz`;

const ofName = ({ corpCode, accName }: Name): SQL =>
  sql`l.corp_code = ${corpCode} and lower(l.acc_name) = ${accName.toLowerCase()}`;

/** Notes an attempt; `device` only where the account knows it. */
export async function note(
  { db, now }: Pick<Call, "db" | "now">,
  { corpCode, accName, ip, userAgent, sessionHash }: SignIn,
  accountId: number | null,
  outcome: Outcome,
  source: Source,
): Promise<void> {
  const deviceHash = source.kind === "device" ? source.hash : null;
  const row = { corpCode, accName, accountId, outcome, ip, userAgent, sessionHash, deviceHash, at: now };
  await db.insert(signInLog).values(row);
}

/** Who guesses within a session (its lock, the old password) counts as whoever guesses at the door it came in by. */
export async function askedBySession({ db, caller, sessionId }: Call): Promise<SignIn> {
  const { accName, corpCode } = caller;
  const [signedIn] = await db
    .select({ ip: session.ip, userAgent: session.userAgent })
    .from(session)
    .where(eq(session.id, caller.sessionRowId));
  const { ip = "", userAgent = "" } = signedIn ?? {};
  return { accName, corpCode, ip, userAgent, sessionHash: hashOrNull(sessionId), deviceHash: null };
}

export async function sourceOf(db: Transaction, now: Date, asked: SignIn): Promise<Source> {
  const { rows } = await db.execute<{ device: boolean; proof: string | null }>(sql`
    select exists (
        select from account a
        join sign_in_device d on d.corp_code = a.corp_code and d.account_id = a.id
        where a.corp_code = ${asked.corpCode} and lower(a.acc_name) = ${asked.accName.toLowerCase()}
          and d.device_hash = ${asked.deviceHash}::bytea
      ) as device,
      (
        select max(l.id) from sign_in_log l
        where ${ofName(asked)} and ${isAnew} and l.outcome = 'proved' and l.at > ${since(now)}
          and l.session_hash = ${asked.sessionHash}::bytea
      ) as proof
  `);
  const [found] = rows;
  if (found?.device && asked.deviceHash) return { kind: "device", hash: asked.deviceHash };
  if (found?.proof && asked.sessionHash)
    return { kind: "proof", session: asked.sessionHash, after: Number(found.proof) };
  return { kind: "address", ip: asked.ip };
}

function from(source: Source): SQL {
  if (source.kind === "device") return sql`l.device_hash = ${source.hash}::bytea`;
  if (source.kind === "proof") return sql`l.session_hash = ${source.session}::bytea and l.id > ${source.after}`;
  return sql`l.device_hash is null and l.ip = ${source.ip}`;
}

/** A success counts for its own source; an administrator's unlocking for all. */
const begunAnew = (name: Name, source: SQL): SQL => sql`coalesce((
  select max(l.id) from sign_in_log l
  where ${ofName(name)} and ${isAnew} and (l.outcome = 'unlocked' or (l.outcome = 'success' and ${source}))
), 0)`;

/** Until when a source may not try this name; null: it may. */
export async function lockedUntil(db: Transaction, now: Date, name: Name, source: Source): Promise<Date | null> {
  const here = from(source);
  const strangers = source.kind === "address";
  // A lock lasts as long as the failures that led to it may lie apart.
  const twice = since(now, 2);
  const { rows } = await db.execute<{ until: string | null }>(sql`
    with own as (
      select l.at from sign_in_log l
      where ${ofName(name)} and ${isFailure} and l.at > ${twice} and ${here} and l.id > ${begunAnew(name, here)}
      order by l.at desc
      limit ${maxFailures}
    ),
    of_all as (
      select l.at from sign_in_log l
      where ${strangers} and ${ofName(name)} and ${isFailure} and l.at > ${twice} and l.device_hash is null
        and l.id > ${begunAnew(name, sql`false`)}
      order by l.at desc
      limit ${maxFailuresOfName}
    ),
    locking as (
      select max(at) as last from own
      having count(*) = ${maxFailures} and min(at) > max(at) - make_interval(mins => ${lockMinutes})
      union all
      select max(at) from of_all
      having count(*) = ${maxFailuresOfName} and min(at) > max(at) - make_interval(mins => ${lockMinutes})
    )
    select max(last) + make_interval(mins => ${lockMinutes}) as until from locking
  `);
  const until = rows[0]?.until ? new Date(rows[0].until) : null;
  return until && until > now ? until : null;
}

/**
 * Whether a sign-in of this name needs the puzzle by what failed before: three of its browser session, or three of the
 * name; a device of the account and a session that proved itself count their own only.
 */
export async function failedThrice(
  db: Transaction,
  now: Date,
  session: Buffer | null,
  name: Name | null,
  source: Source | null,
): Promise<boolean> {
  const own = source && source.kind !== "address" ? from(source) : sql`l.device_hash is null`;
  const { rows } = await db.execute<{ session: number; name: number }>(sql`
    select (
        select count(*)::int from (
          select from sign_in_log l
          where l.session_hash = ${session}::bytea and l.at > ${since(now)} and ${isFailure}
            and l.id > coalesce((select max(s.id) from sign_in_log s
                                 where s.session_hash = ${session}::bytea and s.outcome in ('success', 'proved')), 0)
          limit ${freeFailures}
        ) of_session
      ) as session,
      (
        select count(*)::int from (
          select from sign_in_log l
          where ${name !== null} and ${ofName(name ?? { corpCode: "", accName: "" })}
            and l.at > ${since(now)} and ${isFailure} and ${own}
            and l.id > ${begunAnew(name ?? { corpCode: "", accName: "" }, own)}
          limit ${freeFailures}
        ) of_name
      ) as name
  `);
  const [found] = rows;
  return found !== undefined && Math.max(found.session, found.name) >= freeFailures;
}

/** Attempts of one name stand in a row, also of a name that nobody has: of ten at once none slips past the count. */
export async function inARow(db: Transaction, { corpCode, accName }: Name): Promise<void> {
  const name = `sign-in ${corpCode} ${accName.toLowerCase()}`;
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
}

type Account = Pick<typeof account.$inferSelect, "corpCode" | "id">;

const rowOf = ({ corpCode, id }: Account) => and(eq(account.corpCode, corpCode), eq(account.id, id));
/** Writing to it changes no row and takes as long. */
const nobody: Account = { corpCode: "", id: 0 };

/** Notes a failure, and in the list of operators the lock that came of it. `mine` is null for nobody's account. */
export async function countFailure(
  call: Pick<Call, "db" | "now">,
  asked: SignIn,
  mine: Account | null,
  outcome: Outcome,
  source: Source,
): Promise<void> {
  await note(call, asked, mine?.id ?? null, outcome, source);
  const until = await lockedUntil(call.db, call.now, asked, source);
  if (until)
    await call.db
      .update(account)
      .set({ lockedUntil: until })
      .where(rowOf(mine ?? nobody));
}

/** Ends every lock of an account. Runs as the tenant or as the owner. */
export async function unlockName(
  call: Pick<Call, "db" | "now">,
  mine: Account & Pick<typeof account.$inferSelect, "accName">,
): Promise<void> {
  const { corpCode, accName, id } = mine;
  const row = { corpCode, accName, accountId: id, outcome: "unlocked", at: call.now };
  await call.db.insert(signInLog).values(row);
  await noLock(call, mine);
}

export async function noLock({ db }: Pick<Call, "db">, mine: Account): Promise<void> {
  await db
    .update(account)
    .set({ lockedUntil: null })
    .where(and(rowOf(mine), sql`${account.lockedUntil} is not null`));
}

/** Devices that an account keeps; the one not seen for longest goes first. */
const maxDevices = 30;

/** From now on this device has a count of its own. */
export async function knowDevice({ db, now }: Pick<Call, "db" | "now">, asked: SignIn, mine: Account): Promise<void> {
  const { deviceHash } = asked;
  if (!deviceHash) return;
  const row = { corpCode: mine.corpCode, accountId: mine.id, deviceHash, lastSeen: now };
  const target = [signInDevice.corpCode, signInDevice.accountId, signInDevice.deviceHash];
  await db
    .insert(signInDevice)
    .values(row)
    .onConflictDoUpdate({ target, set: { lastSeen: now } });
  await db.execute(sql`
    delete from sign_in_device
    where corp_code = ${mine.corpCode} and account_id = ${mine.id} and device_hash in (
      select device_hash from sign_in_device
      where corp_code = ${mine.corpCode} and account_id = ${mine.id}
      order by last_seen desc
      offset ${maxDevices}
    )
  `);
}
