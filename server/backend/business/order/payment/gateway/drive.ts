/**
 * Asks a company, between transactions and never inside one. Who presses, a schedule and a page that waits do the same: an
 * attempt that was never sent is sent, once; another is asked for.
 */
import { sql } from "drizzle-orm";
import type { Database, Transaction } from "../../../../db/database";
import { Refusal } from "../../../../kernel/refusal";
import { firstOf } from "../../../../kernel/rows";
import type { SecretBox } from "../../../../kernel/secret-box";
import { readSecret } from "../../../../kernel/secret-columns";
import type { Call } from "../../../../kernel/served";
import { payAttempt } from "../pay-schema";
import { type AttemptRow, attemptById, isOpen } from "./attempt-row";
import { type Charge, type Gateway, Silent, type Standing, Wrong } from "./gateway";
import { opened, storedAccount } from "./pay-account";
import type { Heard } from "./settle";

export interface Asking {
  database: Pick<Database, "tenant">;
  corpCode: string;
  secrets: SecretBox;
  now: Date;
}

/** Milliseconds in which a page that waits does not ask again. */
const quiet = 1_500;
/** Milliseconds in which a number that the company does not know may still come to be known. */
const grace = 30_000;

/** `watch`: by itself, unless it was asked a moment ago; `press`: a person wants to know; `close`: it is to end, unless it is paid. */
export type Wish = "watch" | "press" | "close";

/** Calls under way, by tenant and attempt: of each database its own. */
const underWay = new WeakMap<object, Map<string, Promise<Heard | null>>>();

const nothing = Promise.resolve(null);

/** What came of asking; null where there is nothing to ask. Who presses while a call is under way hears what that one does. */
export function drive(asking: Asking, attemptId: number, wish: Wish = "watch"): Promise<Heard | null> {
  if (wish === "close") return call(asking, attemptId, wish);
  const calls = underWay.get(asking.database) ?? new Map<string, Promise<Heard | null>>();
  underWay.set(asking.database, calls);
  const which = `${asking.corpCode}:${attemptId}`;
  const before = calls.get(which);
  // One that came to ask nothing tells a person nothing.
  if (before) return wish === "press" ? before.then((heard) => heard ?? drive(asking, attemptId, wish)) : nothing;
  const made = call(asking, attemptId, wish).finally(() => calls.delete(which));
  calls.set(which, made);
  return made;
}

async function call(asking: Asking, attemptId: number, wish: Wish): Promise<Heard | null> {
  const { database, corpCode, now } = asking;
  const close = wish === "close";
  const begun = await database.tenant(corpCode, (tx) => begin(tx, attemptId, now, wish));
  if (!begun) return null;
  const { attempt, code, isFirst } = begun;
  const expires = new Date(attempt.expiresAt);
  return heard(isFirst, async () => {
    if (isFirst && close) return { state: "closed" };
    const { gateway, noticeUrl } = await accountOf(asking, attempt.accountId);
    if (isFirst) {
      const charge = chargeOf(attempt, expires, noticeUrl);
      const text = code === "" ? "" : readSecret(keeperOf(asking), payAttempt.paymentCode, code);
      return attempt.how === "take" ? gateway.take(charge, text) : gateway.show(charge);
    }
    if (close || now > expires) return gateway.close(attempt.outTradeNo, attempt.how);
    return waitsFor(attempt, now, await gateway.query(attempt.outTradeNo));
  });
}

/**
 * Nothing is known of silence. An account that is refused when it first asks has failed, since nobody was asked for money;
 * one that is refused later may have been paid before.
 */
async function heard(isFirst: boolean, ask: () => Promise<Standing>): Promise<Heard> {
  try {
    return await ask();
  } catch (error) {
    // Keys that nobody can open say nothing either; the log has why.
    if (error instanceof Silent || error instanceof Refusal) return { state: "silent" };
    if (error instanceof Wrong) return isFirst ? { state: "failed", why: error.message } : { state: "silent" };
    throw error;
  }
}

/** A code that nobody has scanned is no payment yet; of a payment code the company hears at once, or it never came. */
function waitsFor({ how, sentAt }: AttemptRow, now: Date, standing: Standing): Standing {
  if (standing.state !== "none") return standing;
  const isYoung = sentAt !== null && now.getTime() - new Date(sentAt).getTime() < grace;
  return how === "show" || isYoung ? { state: "waiting" } : standing;
}

const chargeOf = ({ outTradeNo, amount, orderNo }: AttemptRow, until: Date, noticeUrl: string): Charge => ({
  ...{ outTradeNo, amount, subject: orderNo, until, noticeUrl },
});

/** Of two who come at once one sends: the statement says who. It is noted as sent before it is. */
async function begin(
  tx: Transaction,
  attemptId: number,
  now: Date,
  wish: Wish,
): Promise<{ attempt: AttemptRow; code: string; isFirst: boolean } | null> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const sent = await firstOf<{ code: string | null }>(
    tx,
    sql`
      with before as (
        select id, payment_code from pay_attempt where id = ${attemptId} and sent_at is null and state = 'started' for update
      )
      update pay_attempt a
      set sent_at = ${at}, asked_at = ${at}, payment_code = null
      from before b
      where a.corp_code = current_setting('app.corp_code') and a.id = b.id
      returning b.payment_code as code
    `,
  );
  const attempt = await attemptById(tx, attemptId);
  if (!attempt || !isOpen(attempt)) return null;
  if (sent) return { attempt, code: sent.code ?? "", isFirst: true };
  const asked = attempt.askedAt === null ? 0 : new Date(attempt.askedAt).getTime();
  if (wish === "watch" && now.getTime() - asked < quiet && now.getTime() >= asked) return null;
  await tx.execute(sql`update pay_attempt set asked_at = ${at} where id = ${attemptId}`);
  return { attempt, code: "", isFirst: false };
}

/** The account by its id, in use or not: what it has taken it is asked about. */
export async function accountOf(asking: Asking, accountId: number): Promise<{ gateway: Gateway; noticeUrl: string }> {
  const stored = await asking.database.tenant(asking.corpCode, (tx) => storedAccount(tx, sql`id = ${accountId}`), {
    readOnly: true,
  });
  if (!stored) throw new Error(`payment account ${accountId} is gone`);
  return opened(keeperOf(asking), stored);
}

export const keeperOf = ({ secrets, corpCode }: Asking) =>
  ({ secrets, caller: { corpCode } }) as unknown as Pick<Call, "secrets" | "caller">;
