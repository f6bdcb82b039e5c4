/** Renewal, upgrade and replacement: priced, paid through the order core, and the card goes on. */
import { sql } from "drizzle-orm";
import type { seasonCard as resource } from "~/contract/card/card";
import type { InputOf } from "~/contract/command";
import { m } from "~/contract/messages";
import type { ResourceRow } from "~/contract/resource";
import { businessDay } from "../../kernel/business-time";
import { yuan } from "../../kernel/money";
import { Invalid, Refusal } from "../../kernel/refusal";
import type { Outcome } from "../../kernel/resource-backend";
import { ofEverybody } from "../../kernel/scope";
import type { Call } from "../../kernel/served";
import { payerOf } from "../order/payment/by-account";
import { tillStanding } from "../order/sell";
import { counterTill } from "../order/shift-store";
import { handOverDeposit, raiseDeposit } from "./deposits";
import { expireOf, holdersOf, holdersWhyNot, orMeanwhile } from "./keep-card";
import { noteStep } from "./log";
import { payStep } from "./pay";
import { chargesOf, type Priced, payableOf, priceOfRenewal, priceOfReplacement, priceOfUpgrade } from "./price";
import { type ReadType, readType } from "./read-type";
import { partOf } from "./sells";
import { takeCard } from "./stock";

type Card = ResourceRow<typeof resource>;
type Input<C extends "renew" | "upgrade" | "replace"> = InputOf<(typeof resource)["commands"][C]>;

interface Step {
  type: ReadType;
  priced: Priced;
  input: { paymentType: string; expected: number | null };
  take: (call: Call) => Promise<number>;
}

function pay(call: Call, card: Card, { type, priced, input, take }: Step) {
  if (priced.whyNot) throw new Refusal(priced.whyNot);
  const payable = payableOf(priced);
  const total = payable + priced.deposit;
  if (input.expected !== null && input.expected !== total)
    throw new Invalid({ expected: [m.card_price_moved({ amount: yuan(total) })] });
  return ofEverybody(call, () =>
    payStep(call, {
      ...{
        part: partOf(call, { type, priced, take }),
        priced,
        paymentType: input.paymentType,
        expected: input.expected === null ? null : payable,
      },
      ...{ contactName: card.holderName ?? "", contactMobile: card.mobile ?? "" },
    }),
  );
}

/**
 * Before its end the term goes on without a gap; after it, it begins anew. One that ran out while it was reported lost is so again:
 * whoever has found it must not get in by it, and it is found or replaced from there.
 */
export async function renewCard(call: Call, card: Card, input: Input<"renew">): Promise<Outcome> {
  const type = await readType(call, card.cardTypeId);
  const priced = priceOfRenewal(type, card, call.now);
  await refuseSecond(call, card, type);
  const order = await pay(call, card, { type, priced, input, take: async () => card.id });
  if (card.status === "expired") await claim(call, card.id, type.id);
  const anew = (card.validTo ?? "") < businessDay(call.now);
  await addVisits(call, card.id, type, anew);
  const amount = payableOf(priced);
  const { from = "", to = "" } = priced.term ?? {};
  await noteStep(call, {
    cardId: card.id,
    step: "renew",
    amount,
    orderNo: order?.orderNo ?? null,
    said: { said: "until", day: to },
  });
  const isLost = card.status === "expired" && card.frozenAt !== null;
  const told = { number: card.number, day: to, amount: yuan(amount) };
  return {
    to: isLost ? "frozen" : "active",
    set: { validFrom: anew ? from : card.validFrom, validTo: to, ...(isLost && { frozenFor: "loss" }) },
    answer: { payable: amount, orderNo: order?.orderNo ?? "" },
    notice: isLost ? m.card_renewed_lost(told) : m.card_renewed(told),
  };
}

/** A term that begins anew has all its visits, and those that were left have lapsed; before the end they are kept, and its own added. */
async function addVisits({ db }: Call, cardId: number, { inAll }: ReadType, anew: boolean): Promise<void> {
  const gone = anew || inAll === null ? sql`visits` : sql`visits_gone + ${inAll} * greatest(1, holders)`;
  await db.execute(sql`
    update season_card
    set visits_gone = ${gone}
    where corp_code = current_setting('app.corp_code') and id = ${cardId}
  `);
}

/** To a dearer type for the difference, from where the term began. */
export async function upgradeCard(call: Call, card: Card, { toTypeId, ...input }: Input<"upgrade">): Promise<Outcome> {
  const from = await readType(call, card.cardTypeId);
  const to = await readType(call, toTypeId, "toTypeId");
  const charges = await chargesOf(call, card.id);
  const holders = await holdersOf(call, card.id);
  const priced = priceOfUpgrade({ from, to, charges, holders }, card, call.now);
  if (priced.whyNot) throw new Refusal(priced.whyNot);
  await refuseSecond(call, card, to);
  if (priced.deposit > 0) await refuseDepositBy(call, input.paymentType);
  const order = await pay(call, card, { type: to, priced, input, take: async () => card.id });
  await claim(call, card.id, to.id);
  const depositId = await raiseDeposit(call, card, { by: priced.deposit, paymentType: input.paymentType });
  const amount = payableOf(priced);
  const { term } = priced;
  await call.db.execute(sql`
    update season_card_charge
    set term_to = ${term?.to ?? null}, term_from = ${term?.from ?? null}
    where corp_code = current_setting('app.corp_code')
      and card_id = ${card.id}
      and kind in ('card', 'renewal', 'upgrade')
      and term_to is not distinct from ${card.validTo}::date
  `);
  await noteStep(call, {
    ...{ cardId: card.id, step: "upgrade", amount, orderNo: order?.orderNo ?? null },
    said: { said: "upgrade", from: from.name, to: to.name },
  });
  return {
    set: {
      ...{ cardTypeId: to.id, validFrom: term?.from ?? null, validTo: term?.to ?? null },
      ...{ depositId, deposit: (card.deposit ?? 0) + priced.deposit },
    },
    answer: { payable: amount, deposit: priced.deposit, orderNo: order?.orderNo ?? "" },
    notice:
      priced.deposit > 0
        ? m.card_upgraded_deposit({
            ...{ number: card.number, type: to.name, amount: yuan(amount), deposit: yuan(priced.deposit) },
          })
        : m.card_upgraded({ number: card.number, type: to.name, amount: yuan(amount) }),
  };
}

/** A deposit alone asks of the till what a sale does: a payment type that it takes. It is money in hand, and on nobody's account. */
async function refuseDepositBy(call: Call, paymentType: string): Promise<void> {
  const { unknown } = await tillStanding(call, { paymentType, given: undefined }, await counterTill(call));
  if (unknown.length > 0 || payerOf(paymentType)) throw new Invalid({ paymentType: [m.r_no_payment_type()] });
}

/** A new physical card takes everything over; the old number opens no gate again. */
export async function replaceCard(call: Call, card: Card, { number, ...input }: Input<"replace">): Promise<Outcome> {
  const type = await readType(call, card.cardTypeId);
  const priced = priceOfReplacement(type, card);
  let next = { id: 0, number: "" };
  const order = await pay(call, card, {
    ...{ type, priced, input },
    take: async (taking) => {
      next = await takeCard(taking, type, number ?? "");
      await handOver(taking, card.id, next.id, await handOverDeposit(taking, card, next));
      return next.id;
    },
  });
  const amount = payableOf(priced);
  const orderNo = order?.orderNo ?? null;
  await noteStep(call, { cardId: card.id, step: "replaced", said: { said: "new", number: next.number } });
  await noteStep(call, {
    cardId: next.id,
    step: "replace",
    amount,
    orderNo,
    said: { said: "old", number: card.number },
  });
  call.audit({
    ...{ thing: "seasonCard", thingId: next.id, label: next.number, before: { status: "stock" } },
    after: { status: "active", holderName: card.holderName, payable: amount, replaces: card.number },
  });
  return {
    set: { frozenFor: null, deposit: 0, depositId: null, visits: 0, replacedById: next.id },
    answer: { cardId: next.id, number: next.number, payable: amount, orderNo: orderNo ?? "" },
    notice: m.card_replaced({ number: next.number, amount: yuan(amount) }),
  };
}

async function handOver({ db, now }: Call, from: number, to: number, depositId: number | null): Promise<void> {
  const own = sql`corp_code = current_setting('app.corp_code')`;
  await db.execute(sql`
    update season_card n
    set status = 'active', holder_name = o.holder_name, identity = o.identity, mobile = o.mobile, email = o.email,
        language = o.language, holders = o.holders,
        sold_at = o.sold_at, valid_from = o.valid_from, valid_to = o.valid_to, visits = o.visits, visits_gone = o.visits_gone,
        deposit = o.deposit, deposit_id = ${depositId}, photos = o.photos, employee_id = o.employee_id, row_version = n.row_version + 1,
        updated_at = ${now.toISOString()}::timestamptz
    from season_card o
    where n.corp_code = current_setting('app.corp_code') and n.id = ${to}
      and o.corp_code = n.corp_code and o.id = ${from}
  `);
  await db.execute(sql`update season_card_holder set card_id = ${to} where ${own} and card_id = ${from}`);
  await db.execute(sql`update season_card_charge set card_id = ${to} where ${own} and card_id = ${from}`);
  await db.execute(sql`update season_card_pass set card_id = ${to} where ${own} and card_id = ${from}`);
}

async function refuseSecond(call: Call, card: Card, type: ReadType): Promise<void> {
  const about = { cardTypeId: type.id, typeName: type.name, but: card.id };
  const holders = await holdersOf(call, card.id);
  await expireOf(call, holders, card.id);
  const held = await holdersWhyNot(call, about, holders);
  if (held) throw new Refusal(held);
}

/** The holders have a card of the type from here on; who got another at this moment is found out. */
async function claim({ db }: Call, cardId: number, cardTypeId: number): Promise<void> {
  await orMeanwhile(() =>
    db.execute(sql`
      update season_card_holder
      set card_type_id = ${cardTypeId}, live = true
      where corp_code = current_setting('app.corp_code') and card_id = ${cardId}
    `),
  );
}
