/** What a purchase takes from a card, or why it cannot: asked before it is pressed, and again with the card locked. */
import { sql } from "drizzle-orm";
import type { WalletCode } from "~/contract/card/wallet-code";
import { m } from "~/contract/messages";
import { storedCard } from "~/contract/order/cash";
import type { SpendQuote } from "~/contract/stored/counter";
import { chargeOf, type Place } from "~/contract/stored/spend-rules";
import { businessDay } from "../../kernel/business-time";
import { yuan } from "../../kernel/money";
import { Refusal } from "../../kernel/refusal";
import { firstOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import { type ReadType, readType } from "../card/read-type";
import { type AccountPayer, paysFrom } from "../order/payment/by-account";
import { moveBalance, slipNo } from "./balances";
import { type ReadCard, readCard, rulesOf, spentOn } from "./read-card";
import { backOf, freeBackOf, split } from "./rules";
import { codeIn, codeStanding, spendCode } from "./wallet-code";

/** `byRule` as in {@link chargeOf}. */
export async function quoteSpend(
  call: Call,
  { card, type, place, at = call.now }: { card: ReadCard; type: ReadType; place: Place; at?: Date | undefined },
  amount: number,
  byRule = true,
): Promise<SpendQuote> {
  const { spent, free: freeUsed } = await spentOn(call, card.id, at);
  const { free, off, payable, ruleName, whyNot } = chargeOf(
    {
      ...{ card, type: type.name, rules: await rulesOf(call, type.id), place, at, day: businessDay(at) },
      ...{ used: { spent, free: freeUsed }, balance: card.principal + card.gift },
    },
    amount,
    byRule,
  );
  const { fromPrincipal, fromGift } = split(card, type.giftOrder === "first", payable);
  return { amount, free, off, payable, fromPrincipal, fromGift, ruleName, whyNot };
}

/** Nobody quoted anything where it is null. */
export function refuseOtherPayable(payable: number, expected: number | null): void {
  if (expected === null || expected === payable) return;
  throw new Refusal(m.stored_payable_moved({ now: yuan(payable), expected: yuan(expected) }));
}

/** A card by its number, with the lock that its other purchases wait for. */
export type ReadLocked = (call: Call, number: string) => Promise<ReadCard | undefined>;

export const readLocked: ReadLocked = (call, number) =>
  readCard(call, sql`c.number_key = ${number.toLowerCase()}`, sql`for update of c`);

/** With a way of reading the card: the tests put in one without the lock, and see it overdrawn. */
export const cardPayer = (read: ReadLocked): AccountPayer => ({
  paymentType: storedCard,
  needsAccount: () => m.stored_by_number_alone(),

  byNumber: {
    any: sql`
      exists (select from stored_card where corp_code = current_setting('app.corp_code') and status = 'active')
    `,
    async quote(call, { account, amount, parkId, posId, whole }) {
      const nothing = { off: 0, free: 0, name: "", says: "" };
      const code = codeIn(account);
      const standing = code && (await codeStanding(call, code, true));
      if (standing?.whyNot) return { ...nothing, whyNot: standing.whyNot };
      const which = standing ? sql`c.id = ${standing.cardId}` : sql`c.number_key = ${account.toLowerCase()}`;
      const card = await readCard(call, which);
      if (!card) return { ...nothing, whyNot: m.card_none_found() };
      const type = await readType(call, card.cardTypeId);
      const quote = await quoteSpend(call, { card, type, place: { parkId, posId } }, amount, whole);
      const { free, off, payable, fromPrincipal, fromGift, ruleName: name, whyNot } = quote;
      if (whyNot) return { ...nothing, whyNot };
      const { number, principal, gift } = card;
      const facts = { payable, principal: fromPrincipal, gift: fromGift, left: principal + gift - payable };
      const says = m.stored_pays({ number, type: type.name, ...sayYuan(facts) });
      return { off: free + off, free, name, says, whyNot: "" };
    },
  },

  async take(call, order, { account, amount, parkId, posId, free = 0, at = call.now }) {
    const code = codeIn(account);
    const card = await read(call, code ? await numberOfCode(call, code) : account);
    if (code) await spendCode(call, code);
    if (!card) throw new Refusal(m.card_none_found());
    const type = await readType(call, card.cardTypeId);
    const place = { parkId, posId };
    const quote = await quoteSpend(call, { card, type, place, at }, amount, false);
    if (quote.whyNot) throw new Refusal(quote.whyNot);
    // What was still free when it was priced may be used up by now.
    if (free > 0 && (await quoteSpend(call, { card, type, place, at }, free)).free < free)
      throw new Refusal(m.stored_free_gone({ number: card.number }));
    const { fromPrincipal, fromGift } = quote;
    await moveBalance(call, card.id, "spend", fromPrincipal, order.orderNo);
    await moveBalance(call, card.id, "spendGift", fromGift, order.orderNo);
    await call.db.execute(sql`
      insert into stored_spend (card_id, order_id, principal, gift, free, day, at)
      values (${card.id}, ${order.id}, ${fromPrincipal}, ${fromGift}, ${free}, ${businessDay(at)},
              ${call.now.toISOString()}::timestamptz)
    `);
  },

  async giveBack(call, { orderId, amount }) {
    const taken = await firstOf<Taken>(
      call.db,
      sql`
        select id::float8 as id, card_id::float8 as "cardId", principal::float8 as principal, gift::float8 as gift,
               principal_back::float8 as "principalBack", gift_back::float8 as "giftBack", free::float8 as free,
               free_back::float8 as "freeBack"
        from stored_spend
        where corp_code = current_setting('app.corp_code') and order_id = ${orderId}
        for update
      `,
    );
    if (!taken) throw new Error(`order ${orderId} took nothing of a card`);
    const back = backOf(taken, amount);
    await call.db.execute(sql`
      update stored_spend
      set principal_back = principal_back + ${back.principal}, gift_back = gift_back + ${back.gift},
          free_back = free_back + ${freeBackOf(taken, amount)}
      where corp_code = current_setting('app.corp_code') and id = ${taken.id}
    `);
    const subject = slipNo(call);
    await moveBalance(call, taken.cardId, "spendBack", back.principal, subject);
    await moveBalance(call, taken.cardId, "spendGiftBack", back.gift, subject);
  },
});

/** Of the card that a code is of, which pays now. */
async function numberOfCode(call: Call, code: WalletCode): Promise<string> {
  const { cardId, whyNot } = await codeStanding(call, code, true);
  if (whyNot) throw new Refusal(whyNot);
  return (await readCard(call, sql`c.id = ${cardId}`))?.number ?? "";
}

const sayYuan = <K extends string>(facts: Record<K, number>) =>
  Object.fromEntries(Object.entries<number>(facts).map(([name, fen]) => [name, yuan(fen)])) as Record<K, string>;

interface Taken {
  id: number;
  cardId: number;
  principal: number;
  gift: number;
  principalBack: number;
  giftBack: number;
  free: number;
  freeBack: number;
}

paysFrom(cardPayer(readLocked));
