/** The sale of a card: the card, its holders, what was paid for it and its deposit, in one transaction. */
import { sql } from "drizzle-orm";
import { sellCard } from "~/contract/card/counter";
import type { FieldErrors } from "~/contract/errors";
import { m } from "~/contract/messages";
import type { ParsedPayloadOf } from "~/contract/method";
import { yuan } from "../../kernel/money";
import { Invalid, Refusal } from "../../kernel/refusal";
import { ofEverybody } from "../../kernel/scope";
import { type Call, type Served, serve } from "../../kernel/served";
import { tillStanding } from "../order/sell";
import { counterTill } from "../order/shift-store";
import { refuseRestricted } from "../ticket/restricted-visitor";
import { takeDeposit } from "./deposits";
import { expireOf, type Holder, holdersWhyNot, namesOf, orMeanwhile } from "./keep-card";
import { noteStep } from "./log";
import { sellStep } from "./pay";
import { payableOf, priceOfSale } from "./price";
import { type ReadType, readType } from "./read-type";
import { partOf } from "./sells";
import { takeCard } from "./stock";

type Asked = ParsedPayloadOf<typeof sellCard>;

export const saleServed: Served = serve(sellCard, (call, payload) => ofEverybody(call, () => sell(call, payload)));

async function sell(call: Call, payload: Asked) {
  const { number, holders, mobile, email, language, paymentType, given, expectedPayable, expectedDeposit, remark } =
    payload;
  const type = await readType(call, payload.cardTypeId);
  if (type.kind === "stored") throw new Refusal(m.stored_type_not_here({ type: type.name }));
  const priced = priceOfSale(type, call.now);
  if (priced.whyNot) throw new Refusal(priced.whyNot);
  if (expectedDeposit !== undefined && expectedDeposit !== priced.deposit)
    throw new Refusal(m.card_deposit_moved({ now: yuan(priced.deposit), expected: yuan(expectedDeposit) }));
  refuseHolders(type, payload);
  const about = { cardTypeId: type.id, typeName: type.name };
  await refuseRestricted(
    call,
    holders.filter(({ identity }) => identity !== ""),
  );
  await expireOf(call, holders);
  const held = await holdersWhyNot(call, about, holders);
  if (held) throw new Refusal(held);
  // A deposit alone asks of the till what a sale does: a payment type that it takes.
  const { unknown } = await tillStanding(call, { paymentType, given: undefined }, await counterTill(call));
  if (unknown.length > 0) throw new Invalid({ paymentType: [m.r_no_payment_type()] });
  let card = { id: 0, number: "" };
  const part = partOf(call, {
    type,
    priced,
    take: async (taking) => {
      card = await takeCard(taking, type, number);
      await fill(taking, card.id, {
        ...{ type, holders, mobile: mobile ?? null, email: email ?? null, language: language ?? null },
        ...{ term: priced.term, remark: remark ?? null },
      });
      return card.id;
    },
  });
  const names = namesOf(holders);
  const { orderId, orderNo } = await sellStep(call, {
    ...{ part, priced, paymentType, given, expected: expectedPayable },
    ...{ contactName: holders[0]?.name ?? "", contactMobile: mobile ?? "", remark: remark ?? "" },
  });
  const depositId = await takeDeposit(call, card, { amount: priced.deposit, paymentType });
  if (depositId !== null) {
    await call.db.execute(sql`
      update season_card set deposit = ${priced.deposit}, deposit_id = ${depositId}
      where corp_code = current_setting('app.corp_code') and id = ${card.id}
    `);
  }
  const payable = payableOf(priced);
  await noteStep(call, { cardId: card.id, step: "sell", amount: payable, orderNo });
  const after = { status: "sold", number: card.number, holderName: names, payable, deposit: priced.deposit, orderNo };
  call.audit({ thing: "seasonCard", thingId: card.id, label: card.number, before: { status: "stock" }, after });
  return { cardId: card.id, number: card.number, orderId, orderNo, deposit: priced.deposit };
}

/** What the type asks for, field by field. */
function refuseHolders(type: ReadType, { holders, mobile }: Asked): void {
  const errors: FieldErrors = {};
  if (holders.length > type.holdersMost) errors.holders = [m.card_too_many_holders({ n: type.holdersMost })];
  holders.forEach(({ identity, document }, place) => {
    if (type.asksIdentity && identity === "") errors[`holders.${place}.identity`] = [m.v_required()];
    const same = holders.findIndex((one) => one.identity === identity && one.document === document);
    if (identity !== "" && same < place) errors[`holders.${place}.identity`] = [m.card_holder_twice()];
  });
  if (type.asksMobile && mobile === undefined) errors.mobile = [m.v_required()];
  if (Object.keys(errors).length > 0) throw new Invalid(errors);
}

interface Filling {
  type: ReadType;
  holders: readonly Holder[];
  mobile: string | null;
  email: string | null;
  language: string | null;
  term: { from: string; to: string } | null;
  remark: string | null;
}

async function fill(
  { db, now }: Call,
  cardId: number,
  { holders, mobile, email, language, term, remark }: Filling,
): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`;
  await db.execute(sql`
    update season_card
    set status = 'sold', holder_name = ${namesOf(holders)}, identity = ${holders[0]?.identity || null}, mobile = ${mobile},
        email = ${email}, language = ${language}, holders = ${holders.length}, sold_at = ${at}, valid_from = ${term?.from ?? null}, valid_to = ${term?.to ?? null},
        remark = coalesce(${remark}, remark), row_version = row_version + 1, updated_at = ${at}
    where corp_code = current_setting('app.corp_code') and id = ${cardId}
  `);
  await orMeanwhile(() =>
    db.execute(sql`
      insert into season_card_holder (card_id, place, name, document, country, identity)
      select ${cardId}, h.place, h.name, h.document, h.country, h.identity
      from jsonb_to_recordset(${JSON.stringify(holders.map((holder, place) => ({ ...holder, place })))}::jsonb)
        as h (place int, name text, document text, country text, identity text)
    `),
  );
}
