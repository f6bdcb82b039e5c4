/** What comes before a password is looked at: limits of the address, the lock, the puzzle. One rule for every name. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import type { Transaction } from "../../db/database";
import { Refusal, StepNeeded } from "../../kernel/refusal";
import {
  failedThrice,
  isFailure,
  lockedUntil,
  lockMinutes,
  type Outcome,
  type SignIn,
  type Source,
  since,
  sourceOf,
} from "./sign-in-failures";

/**
 * Failures from one address within a quarter of an hour, whatever the account, after which it is closed: fewer where
 * browsers bring no work (sign-in-work.ts), which pay with the puzzle instead.
 */
const maxByAddress = { worked: 100, plain: 30 };
/** Failures of an address, whatever the account, after which whoever brings no work solves the puzzle. */
const freeByAddress = 20;

export interface Barred {
  outcome: Outcome;
  refusal: Error;
}

interface Gate {
  source: Source;
  /** Null: the password may be compared. */
  barred: Barred | null;
}

/** `worked`: the work for this attempt was brought; `pass`: whether a solved puzzle for this name is at hand. */
export async function gateOf(
  db: Transaction,
  now: Date,
  asked: SignIn,
  { worked, pass }: { worked: boolean; pass: () => Promise<boolean> },
): Promise<Gate> {
  const source = await sourceOf(db, now, asked);
  const ofAddress = source.kind === "address" ? await failuresOfAddress(db, now, asked.ip) : 0;
  if (ofAddress >= (worked ? maxByAddress.worked : maxByAddress.plain)) {
    return { source, barred: { outcome: "address", refusal: locked(lockMinutes) } };
  }
  const until = await lockedUntil(db, now, asked, source);
  if (until) {
    const minutes = Math.ceil((until.getTime() - now.getTime()) / 60_000);
    return { source, barred: { outcome: "locked", refusal: locked(minutes) } };
  }
  const puzzled =
    (!worked && ofAddress >= freeByAddress) || (await failedThrice(db, now, asked.sessionHash, asked, source));
  if (puzzled && !(await pass()))
    return { source, barred: { outcome: "captcha", refusal: new StepNeeded(m.auth_captcha_needed()) } };
  return { source, barred: null };
}

const locked = (minutes: number) => new Refusal(m.ops_login_locked({ minutes }));

/** Within a quarter of an hour, whatever the account; those from devices of their accounts count there alone. */
export async function failuresOfAddress(db: Transaction, now: Date, ip: string): Promise<number> {
  if (ip === "") return 0;
  const { rows } = await db.execute<{ failures: number }>(sql`
    select count(*)::int as failures from (
      select from sign_in_log l
      where l.ip = ${ip} and l.at > ${since(now)} and ${isFailure} and l.device_hash is null
      limit ${maxByAddress.worked}
    ) counted
  `);
  return rows[0]?.failures ?? 0;
}

/** Whether the page shows the puzzle: what the session tried last tells for whom. `worked`: its scripts will work. */
export async function pageNeedsPuzzle(
  db: Transaction,
  now: Date,
  from: Pick<SignIn, "sessionHash" | "ip" | "deviceHash">,
  worked: boolean,
): Promise<boolean> {
  const { sessionHash } = from;
  const { rows } = await db.execute<{ corpCode: string; accName: string; outcome: string }>(sql`
    select corp_code as "corpCode", acc_name as "accName", outcome from sign_in_log
    where session_hash = ${sessionHash}::bytea and acc_name <> '' and at > ${since(now)}
    order by id desc
    limit 1
  `);
  const [last] = rows;
  if (last?.outcome === "captcha") return true;
  const asked = last ? { ...from, ...last, userAgent: "" } : null;
  const source = asked && (await sourceOf(db, now, asked));
  if (await failedThrice(db, now, sessionHash, asked, source)) return true;
  const stranger = source === null || source.kind === "address";
  return !worked && stranger && (await failuresOfAddress(db, now, from.ip)) >= freeByAddress;
}
