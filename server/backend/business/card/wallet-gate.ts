/** Codes that change, at gates: whose they are, whether they are of this moment, and that each lets in once. */
import { timingSafeEqual } from "node:crypto";
import { sql } from "drizzle-orm";
import { isFresh, type WalletCode } from "~/contract/card/wallet-code";
import { m } from "~/contract/messages";
import type { Judgement } from "~/contract/ticket/gate-rules/reasons";
import { Refusal } from "../../kernel/refusal";
import { firstOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import { marksOf } from "./wallet-links";

const own = sql`current_setting('app.corp_code')`;

/** The card of a link, in the words of a statement that finds cards. */
export const cardOfWallet = ({ id }: WalletCode) => sql`
  c.corp_code = ${own}
  and c.id = (select w.card_id from card_wallet w where w.corp_code = ${own} and w.id = ${id})
`;

/** Null: nobody here made this code. `no`: why it lets nobody in; the card's own rules come after. Its card is locked. */
export async function walletStanding(
  call: Pick<Call, "db" | "secrets" | "caller">,
  code: WalletCode,
  now: Date,
): Promise<{ no: Judgement | null } | null> {
  const given = Buffer.from(code.mark);
  const isOurs = marksOf(call, code).some((mark) => timingSafeEqual(Buffer.from(mark), given));
  if (!isOurs) return null;
  const link = await firstOf<{ lastStep: number; revoked: boolean }>(
    call.db,
    sql`
      select last_step::float8 as "lastStep", coalesce(revoked_at <= ${now.toISOString()}::timestamptz, false) as revoked
      from card_wallet
      where corp_code = ${own} and id = ${code.id}
    `,
  );
  if (!link) return null;
  if (link.revoked) return { no: { reason: "revoked", message: m.card_verdict_wallet_off() } };
  if (!isFresh(code, now)) return { no: { reason: "tooLate", message: m.card_verdict_wallet_old() } };
  // Whoever is through could hand the phone, or its picture, back over the gate.
  if (code.step <= link.lastStep) return { no: { reason: "alreadyUsed", message: m.card_verdict_wallet_used() } };
  return { no: null };
}

/** The card of a code at the counter, where it is looked at alone: the code stays unused. `whyNot`: why there is none. */
export async function cardOfCode(call: Call, code: WalletCode): Promise<{ cardId: number | null; whyNot: string }> {
  const standing = await walletStanding(call, code, call.now);
  if (!standing) return { cardId: null, whyNot: m.card_none_found() };
  if (standing.no) return { cardId: null, whyNot: standing.no.message };
  const found = await firstOf<{ id: number }>(
    call.db,
    sql`select c.id::float8 as id from season_card c where ${cardOfWallet(code)}`,
  );
  return found ? { cardId: found.id, whyNot: "" } : { cardId: null, whyNot: m.card_none_found() };
}

/** The statement carries its own condition: a code lets in once, whatever was read before. */
export async function useStep({ db }: Pick<Call, "db">, { id, step }: WalletCode): Promise<void> {
  const used = await firstOf(
    db,
    sql`
      update card_wallet
      set last_step = ${step}
      where corp_code = ${own} and id = ${id} and last_step < ${step}
      returning id
    `,
  );
  if (!used) throw new Refusal(m.card_verdict_wallet_used());
}
