/**
 * The work that a browser with scripts does before it signs in (app/auth/sign-in-work-element.ts). The challenge is made
 * of what the session's browser cannot know or choose: the hash of its session id, its last attempt, the half hour. So it
 * is good for one session, for one attempt (which changes it), and not for long; the name goes into the work itself.
 * Nothing is kept. It slows guessing by cost and stops nobody.
 */
import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { zeroBits } from "~/contract/platform/sign-in-work";
import { headOffice } from "~/contract/wire";
import type { Transaction } from "../../db/database";
import type { SignIn } from "./sign-in-failures";
import { failuresOfAddress } from "./sign-in-limits";

/** Minutes in which a challenge begins; it is good in the next ones as well. */
const minutes = 30;
/** One bit more for so many failures of the address, up to {@link mostMore}. */
const failuresForOne = 10;
const mostMore = 4;

export interface Work {
  challenge: string;
  /** Leading zero bits. */
  bits: number;
}

type From = Pick<SignIn, "sessionHash" | "ip">;

/** Null: none is asked for. */
export async function workFor(db: Transaction, now: Date, { sessionHash, ip }: From): Promise<Work | null> {
  const bits = await bitsFor(db, now, ip);
  if (bits === 0 || !sessionHash) return null;
  return { challenge: challengeOf(sessionHash, await lastAttempt(db, sessionHash), stretch(now)), bits };
}

/** Whether `work` is the work for this attempt. */
export async function isWorked(db: Transaction, now: Date, asked: SignIn, work: string | undefined): Promise<boolean> {
  const { sessionHash, accName } = asked;
  if (work === undefined || !sessionHash) return false;
  const bits = await bitsFor(db, now, asked.ip);
  if (bits === 0) return false;
  const last = await lastAttempt(db, sessionHash);
  // The address may have failed once more since the page was made.
  const enough = bits - 1;
  return [stretch(now), stretch(now) - 1].some((then) => {
    const seed = sha256(`${challengeOf(sessionHash, last, then)}:${accName.toLowerCase()}`);
    return zeroBits(sha256(`${seed.slice(0, 32)}${work}`)) >= enough;
  });
}

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

const stretch = (now: Date): number => Math.floor(now.getTime() / (minutes * 60_000));

function challengeOf(sessionHash: Buffer, last: string, then: number): string {
  return sha256(`sign-in ${sessionHash.toString("hex")} ${last} ${then}`).slice(0, 32);
}

async function lastAttempt(db: Transaction, sessionHash: Buffer): Promise<string> {
  const { rows } = await db.execute<{ id: string | null }>(sql`
    select max(id)::text as id from sign_in_log where session_hash = ${sessionHash}::bytea and acc_name <> ''
  `);
  return rows[0]?.id ?? "";
}

async function bitsFor(db: Transaction, now: Date, ip: string): Promise<number> {
  const { rows } = await db.execute<{ option: string }>(sql`
    select param_option as option from sys_param
    where corp_code = ${headOffice} and param_code = 'signInWorkBits'
  `);
  const base = Number(rows[0]?.option ?? "0");
  if (!Number.isInteger(base) || base < 1 || base > 22) return 0;
  const more = Math.floor((await failuresOfAddress(db, now, ip)) / failuresForOne);
  return base + Math.min(mostMore, more);
}
