/** Codes of stored-value cards on phones, at tills: whose they are, whether they are of this moment, and that each pays once. */
import { timingSafeEqual } from "node:crypto";
import { sql } from "drizzle-orm";
import { isFresh, stepOf, typedWalletCode, type WalletCode } from "~/contract/card/wallet-code";
import { m } from "~/contract/messages";
import { Invalid, Refusal } from "../../kernel/refusal";
import { firstOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import { marksOf } from "../card/wallet-links";
import { place } from "./wallet";

const own = sql`current_setting('app.corp_code')`;
/** Steps of 30 seconds that a code which was read at a till waits there for its order to be finished: two minutes. */
const patience = 4;

export const codeIn = (typed: string): WalletCode | null => typedWalletCode(typed, "WS");

export type CodeStanding = { cardId: number; whyNot: "" } | { cardId: null; whyNot: string };

/** `paying`: it stands in an order at a till, which is priced again until it is paid. */
export async function codeStanding(call: Call, code: WalletCode, paying = false): Promise<CodeStanding> {
  const no = (whyNot: string) => ({ cardId: null, whyNot });
  const given = Buffer.from(code.mark);
  if (!marksOf(call, code, place).some((mark) => timingSafeEqual(Buffer.from(mark), given)))
    return no(m.card_none_found());
  const link = await firstOf<{ cardId: number; lastStep: number; revoked: boolean }>(
    call.db,
    sql`
      select card_id::float8 as "cardId", last_step::float8 as "lastStep", revoked_at is not null as revoked
      from stored_wallet
      where corp_code = ${own} and id = ${code.id}
    `,
  );
  if (!link) return no(m.card_none_found());
  if (link.revoked) return no(m.card_verdict_wallet_off());
  const age = stepOf(call.now) - code.step;
  if (!isFresh(code, call.now) && !(paying && age > 0 && age <= patience)) return no(m.stored_wallet_old());
  return code.step <= link.lastStep ? no(m.stored_wallet_used()) : { cardId: link.cardId, whyNot: "" };
}

/** The statement carries its own condition: a code pays once, whatever was read before. */
export async function spendCode({ db }: Call, { id, step }: WalletCode): Promise<void> {
  const used = await firstOf(
    db,
    sql`
      update stored_wallet
      set last_step = ${step}
      where corp_code = ${own} and id = ${id} and last_step < ${step}
      returning id
    `,
  );
  if (!used) throw new Refusal(m.stored_wallet_used());
}

/** A code that was read at the counter, where somebody types the amount meanwhile: of this card, and good for two minutes. */
export async function spendCodeOf(call: Call, cardId: number, typed: string): Promise<void> {
  const code = codeIn(typed);
  if (!code) throw new Invalid({ code: [m.stored_code_none()] });
  const standing = await codeStanding(call, code, true);
  if (standing.whyNot !== "") throw new Invalid({ code: [standing.whyNot] });
  if (standing.cardId !== cardId) throw new Invalid({ code: [m.stored_code_other()] });
  await spendCode(call, code);
}
