/** What commands of stored-value cards do beyond the state, with the row locked and in one transaction. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { storedCard as byCard } from "~/contract/order/cash";
import { backWords } from "~/contract/stored/back-words";
import type { smartCard as resource } from "~/contract/stored/card";
import { addDays, businessDay, stamp } from "../../kernel/business-time";
import { yuan } from "../../kernel/money";
import { Invalid, Refusal } from "../../kernel/refusal";
import type { CommandsBackend } from "../../kernel/resource-backend";
import type { Call } from "../../kernel/served";
import { takeBlanks } from "../card/blanks";
import { type ReadType, readType, readTypes } from "../card/read-type";
import { nextTerm } from "../card/rules";
import { notThere, warnOfStock } from "../card/stock";
import { handOver, moveBalance, payMoneyBack, slipNo, takeMoney } from "./balances";
import { readHolder } from "./holder";
import { takeCard, termOf } from "./issue";
import { noteStep } from "./log";
import { handOverSole, holdOne } from "./one-card";
import { feesOf, lineOf, payFees, placeOf, refuseTill, sellAt } from "./pay";
import type { ReadCard } from "./read-card";
import { aboveReturnable, forfeited, refuseOtherBack } from "./refund-quote";
import { type Card, held, returnables } from "./returnable";
import { quoteSpend, refuseOtherPayable } from "./spending";
import { topUp } from "./top-up";
import { aboveWhyNot } from "./top-up-quote";
import { isHeldBack, returnOfTopUps } from "./top-ups";
import { spendCodeOf } from "./wallet-code";

export const storedCommands: CommandsBackend<typeof resource> = {
  async spoil(call, { id, number }, { reason }) {
    await noteStep(call, { cardId: id, step: "spoil", said: reason });
    return { set: { remark: reason }, notice: m.stored_spoiled({ number }) };
  },

  sell: {
    mayNot: (call, rows) =>
      ofTypes(call, rows, (_, type) => (type.status === "T" ? null : m.card_type_off({ type: type.name }))),
    async run(call, card, { mobile, email, language, amount, expectedGift, paymentType, ...typed }) {
      const type = await readType(call, card.cardTypeId);
      const holder = readHolder(typed);
      const { holderName, identity } = holder;
      refuseHolder(type, { holderName, identity, mobile, email });
      await holdOne(call, card.id, type, holder);
      await refuseAbove(call, held(card), identity !== null, amount ?? 0);
      const term = termOf(type, businessDay(call.now));
      await refuseTill(call, paymentType);
      if (type.fromStock && card.batchId === null) throw new Refusal(notThere(type, card.number));
      await takeBlanks(call, type, [card.number]);
      await warnOfStock(call, type, [card.id]);
      await noteStep(call, { cardId: card.id, step: "sell", holderName });
      const buyer = { id: card.id, number: card.number, holderName, mobile };
      const order = await payFees(call, buyer, feesOf("sell", type), paymentType);
      const subject = slipNo(call);
      const { deposit } = type.fee;
      await moveBalance(call, card.id, "deposit", deposit, subject);
      const gift = await topUp(call, card.id, type, { amount: amount ?? 0, expectedGift, paymentType, subject });
      await takeMoney(call, { cardId: card.id, paymentType }, (amount ?? 0) + deposit, subject);
      return {
        set: { ...holder, mobile, email, language, soldAt: stamp(call.now), validTo: term },
        // Of a card that is sold with nothing on it nothing moved: there is no slip.
        answer: { orderNo: order?.orderNo ?? "", slipNo: (amount ?? 0) + deposit > 0 ? subject : "", deposit },
        notice: m.stored_sold({ number: card.number, amount: yuan(amount ?? 0), gift: yuan(gift) }),
      };
    },
  },

  topUp: {
    mayNot: expired,
    async run(call, card, { amount, expectedGift, paymentType }) {
      refuseNothing(amount);
      await refuseTill(call, paymentType);
      const type = await readType(call, card.cardTypeId);
      await refuseAbove(call, held(card), card.identity !== null, amount);
      const subject = slipNo(call);
      const gift = await topUp(call, card.id, type, { amount, expectedGift, paymentType, subject });
      await takeMoney(call, { cardId: card.id, paymentType }, amount, subject);
      const balance = yuan((card.principal ?? 0) + amount);
      return {
        answer: { slipNo: subject, gift },
        notice: m.stored_topped_up({ number: card.number, amount: yuan(amount), gift: yuan(gift), balance }),
      };
    },
  },

  spend: {
    mayNot: expired,
    async run(call, card, { amount, what, code, expected }) {
      refuseNothing(amount);
      const type = await readType(call, card.cardTypeId);
      const place = await placeOf(call);
      const quote = await quoteSpend(call, { card: held(card), type, place }, amount);
      if (quote.whyNot) throw new Refusal(quote.whyNot);
      refuseOtherPayable(quote.payable, expected);
      if (code) await spendCodeOf(call, card.id, code);
      const { free, off, payable, fromPrincipal, fromGift, ruleName } = quote;
      const line = lineOf(card, place, "spend", what ?? m.stored_line_spend(), amount);
      const less = free + off;
      const reduced = { kind: "discount" as const, reason: "", name: ruleName, words: "", quantity: 1, amount: less };
      const spent = { kind: "spend" as const, free, line: { ...line, reductions: less > 0 ? [reduced] : [] } };
      const { orderId, orderNo } = await sellAt(call, card, [spent], { place, paymentType: byCard });
      const said = { payable: yuan(payable), principal: yuan(fromPrincipal), gift: yuan(fromGift) };
      // All of it may be free: then nothing moved, and there is no slip.
      const slip = payable > 0 ? orderNo : "";
      return {
        answer: { orderId, orderNo, payable, slipNo: slip },
        notice: m.stored_spent({ number: card.number, ...said }),
      };
    },
  },

  refund: {
    mayNot: (_call, rows) => rows.map(({ principal }) => ((principal ?? 0) > 0 ? null : m.stored_nothing_to_refund())),
    async approval(call, row, { amount, reason, ...expected }) {
      await refuseTooMuch(call, held(row), amount);
      refuseOtherBack(held(row), amount, expected);
      const always = await isHeldBack(call, row.id, amount);
      return { amount, reason, always, about: { parks: [], maker: null } };
    },
    async run(call, row, { amount, ...expected }) {
      const card = held(row);
      await refuseTooMuch(call, card, amount);
      refuseOtherBack(card, amount, expected);
      const subject = slipNo(call);
      await noteStep(call, { cardId: card.id, step: "refund", slipNo: subject, said: expected.reason });
      const gift = await refund(call, card, amount, 0, subject);
      return {
        answer: { slipNo: subject, amount, gift },
        notice: m.stored_refunded({ number: card.number, amount: yuan(amount), gift: yuan(gift) }),
      };
    },
  },

  reportLoss: {
    mayNot: (_call, rows) => rows.map(({ identity }) => (identity === null ? m.stored_unnamed_loss() : null)),
    async run(call, { id, number }, { reason }) {
      await noteStep(call, { cardId: id, step: "reportLoss", said: reason });
      return { set: { frozenAt: stamp(call.now) }, notice: m.stored_lost({ number }) };
    },
  },
  async found(call, { id }) {
    await noteStep(call, { cardId: id, step: "found" });
    return { set: { frozenAt: null } };
  },

  async replace(call, row, { number, paymentType }) {
    const card = held(row);
    const type = await readType(call, card.cardTypeId);
    await refuseTill(call, paymentType);
    const next = await takeCard(call, type, number ?? "");
    const at = sql`${call.now.toISOString()}::timestamptz`;
    await handOverSole(call, card.id, next.id);
    await call.db.execute(sql`
      update stored_card n
      set status = 'active', holder_name = o.holder_name, document = o.document, country = o.country, identity = o.identity,
          mobile = o.mobile, email = o.email, language = o.language, sold_at = o.sold_at, valid_to = o.valid_to, row_version = n.row_version + 1, updated_at = ${at}
      from stored_card o
      where n.corp_code = current_setting('app.corp_code') and n.id = ${next.id}
        and o.corp_code = n.corp_code and o.id = ${card.id}
    `);
    const subject = slipNo(call);
    await noteStep(call, {
      cardId: card.id,
      step: "replaced",
      slipNo: subject,
      said: { said: "new", number: next.number },
    });
    await noteStep(call, {
      cardId: next.id,
      step: "replace",
      slipNo: subject,
      said: { said: "old", number: card.number },
    });
    await handOver(call, card, next.id, subject);
    const fees = feesOf("replace", type);
    const order = await payFees(call, { ...card, id: next.id, number: next.number }, fees, paymentType);
    const amount = fees.reduce((sum, fee) => sum + fee.amount, 0);
    call.audit({
      ...{ thing: "smartCard", thingId: next.id, label: next.number, before: { status: "stock" } },
      after: { status: "active", holderName: card.holderName, replaces: card.number },
    });
    return {
      set: { replacedById: next.id },
      answer: {
        ...{ cardId: next.id, number: next.number, orderNo: order?.orderNo ?? "" },
        slipNo: card.principal + card.gift + card.deposit > 0 ? subject : "",
      },
      notice: m.stored_replaced({ number: next.number, amount: yuan(amount) }),
    };
  },

  prolong: {
    mayNot: (call, rows) =>
      ofTypes(call, rows, (card, type) => {
        if (card.validTo === null) return m.stored_no_term();
        const term = nextTerm(type, addDays(businessDay(call.now), -1), businessDay(call.now));
        return term === null || term.to <= card.validTo
          ? m.card_no_next_term({ type: type.name, day: card.validTo })
          : null;
      }),
    async run(call, card) {
      const today = businessDay(call.now);
      const type = await readType(call, card.cardTypeId);
      const day = nextTerm(type, addDays(today, -1), today)?.to ?? today;
      await noteStep(call, { cardId: card.id, step: "prolong", said: { said: "until", day } });
      return { set: { validTo: day }, notice: m.stored_prolonged({ number: card.number, day }) };
    },
  },

  cancel: {
    mayNot: async (call, rows) => {
      const types = await typesOf(call, rows);
      const cards = rows.flatMap((row) => {
        const type = types.get(row.cardTypeId);
        return type ? [{ card: held(row), type }] : [];
      });
      const back = await returnables(call, cards);
      const left = new Map(cards.map(({ card }, place) => [card.id, card.principal - (back[place] ?? 0)]));
      return rows.map(({ id }) => {
        const amount = left.get(id) ?? 0;
        return amount > 0 ? m.stored_not_all_back({ amount: yuan(amount) }) : null;
      });
    },
    async approval(call, card, { reason, ...expected }) {
      refuseOtherBack(held(card), card.principal ?? 0, expected);
      const always = await isHeldBack(call, card.id, card.principal ?? 0);
      const amount = (card.principal ?? 0) + (card.deposit ?? 0);
      return { amount, reason, always, about: { parks: [], maker: null } };
    },
    async run(call, row, expected) {
      const card = held(row);
      refuseOtherBack(card, card.principal, expected);
      const subject = slipNo(call);
      const gift = await refund(call, card, card.principal, card.deposit, subject);
      await noteStep(call, { cardId: card.id, step: "cancel", said: expected.reason });
      const parts = backWords({ ...card, gift });
      return {
        // Of a card that held nothing, nothing went back: there is no slip.
        answer: { amount: card.principal, slipNo: card.principal + card.gift + card.deposit > 0 ? subject : "" },
        notice: parts
          ? m.stored_cancelled({ number: card.number, parts })
          : m.stored_cancelled_empty({ number: card.number }),
      };
    },
  },
};

async function refuseTooMuch(call: Call, card: ReadCard, amount: number): Promise<void> {
  const whyNot = await aboveReturnable(call, card, await readType(call, card.cardTypeId), amount);
  if (whyNot) throw new Invalid({ amount: [whyNot] });
}

async function refuseAbove(call: Call, card: ReadCard, named: boolean, amount: number): Promise<void> {
  const whyNot = await aboveWhyNot(call, card, named, amount);
  if (whyNot) throw new Invalid({ amount: [whyNot] });
}

/** Principal and deposit go back as they came; the gift of that principal is forfeited, and answered. */
async function refund(call: Call, card: ReadCard, amount: number, deposit: number, subject: string): Promise<number> {
  const gift = forfeited(card, amount);
  await returnOfTopUps(call, card.id, amount);
  await moveBalance(call, card.id, "refund", amount, subject);
  await moveBalance(call, card.id, "forfeit", gift, subject);
  await moveBalance(call, card.id, "depositBack", deposit, subject);
  await payMoneyBack(call, card.id, amount + deposit, subject);
  return gift;
}

function refuseNothing(amount: number): void {
  if (amount <= 0) throw new Invalid({ amount: [m.stored_amount_wanted()] });
}

/** What the type asks for; who is named has a name. */
function refuseHolder(
  { asksIdentity, asksMobile }: ReadType,
  { holderName, identity, mobile, email }: Pick<Card, "holderName" | "identity" | "mobile" | "email">,
): void {
  const errors = {
    ...((asksIdentity || identity || email) && !holderName && { holderName: [m.v_required()] }),
    ...(asksIdentity && !identity && { identity: [m.v_required()] }),
    ...(asksMobile && !mobile && { mobile: [m.v_required()] }),
  };
  if (Object.keys(errors).length > 0) throw new Invalid(errors);
}

function expired({ now }: Call, rows: readonly Card[]): (string | null)[] {
  const today = businessDay(now);
  return rows.map(({ validTo }) => (validTo !== null && validTo < today ? m.stored_expired({ day: validTo }) : null));
}

async function typesOf(call: Call, rows: readonly Card[]): Promise<Map<number, ReadType>> {
  const types = await readTypes(call, [...new Set(rows.map(({ cardTypeId }) => cardTypeId))]);
  return new Map(types.map((type) => [type.id, type]));
}

async function ofTypes(
  call: Call,
  rows: readonly Card[],
  ask: (card: Card, type: ReadType) => string | null,
): Promise<(string | null)[]> {
  const types = await typesOf(call, rows);
  return rows.map((card) => {
    const type = types.get(card.cardTypeId);
    return type ? ask(card, type) : null;
  });
}
