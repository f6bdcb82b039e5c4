/** Cards for everybody on a list: one order, paid once, all of them or none. */
import { sql } from "drizzle-orm";
import { cardListLook, cardListSheet, sellCardList } from "~/contract/card/card-list";
import { mostOfList } from "~/contract/card/list-bounds";
import { m } from "~/contract/messages";
import type { ParsedPayloadOf } from "~/contract/method";
import { onAccount } from "~/contract/order/cash";
import type { Table } from "../../imports/read-table";
import { sentName, sentTable } from "../../imports/sent-file";
import { writeAudits } from "../../kernel/audit";
import { businessDay, stamp } from "../../kernel/business-time";
import { dictionariesOf } from "../../kernel/dictionaries";
import { maskIdentity } from "../../kernel/mask";
import { Invalid, NotFound, Refusal } from "../../kernel/refusal";
import { rowsOf } from "../../kernel/rows";
import { ofEverybody } from "../../kernel/scope";
import { type Before, type Call, type Served, serve, serveAfter } from "../../kernel/served";
import { payerOf } from "../order/payment/by-account";
import { tillStanding } from "../order/sell";
import { shiftStanding } from "../order/shift";
import { counterTill, openShiftOf } from "../order/shift-store";
import { contactOf, orderWithLines } from "../order/sold-order";
import { counterOptions, typesAt } from "../ticket/sale-options";
import { agencyTyped, payingAgency } from "../travel/sale-agency";
import { keepTradeOrder } from "../travel/trade-order";
import { type JudgedList, judgeList, type ListedCard } from "./card-list";
import { takeDeposits } from "./deposits";
import { expireOf, orMeanwhile } from "./keep-card";
import { noteStep } from "./log";
import { sellStep } from "./pay";
import { payableOf, priceOfSale } from "./price";
import { type ReadType, readType, readTypes } from "./read-type";
import { partOfMany } from "./sells";
import { takeCards } from "./stock";

/** Read before the transaction: a file takes its time, and holds nothing meanwhile. */
export type Read = Table | string | null;
export async function readAhead({ store }: Before, { path }: { path?: string | undefined }): Promise<Read> {
  if (path === undefined) return null;
  try {
    return await sentTable(store, path);
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}

const look = serveAfter(cardListLook, readAhead, async (call, { cardTypeId, path }, read) => {
  const types = (await readTypes(call, null)).filter(({ kind, places }) => kind !== "stored" && places.length > 0);
  const type = types.find(({ id }) => id === cardTypeId);
  const options = await counterOptions(call);
  return {
    types: types.map((one) => offerOf(one, call.now)),
    paymentTypes: typesAt(options, (await openShiftOf(call))?.posId ?? null, options.agencies ? [onAccount] : []),
    agencies: options.agencies,
    shift: await shiftStanding(call),
    list: type && path !== undefined && read !== null ? await shown(call, type, path, read) : null,
  };
});

async function shown(call: Call, type: ReadType, path: string, read: Table | string) {
  const fileName = await sentName(call, path);
  // Whoever did not send it learns nothing of what is in it.
  const { list } = await judgeList(call, type, fileName === null ? m.imports_file_gone() : read);
  return { ...list, fileName: fileName ?? "" };
}

function offerOf(type: ReadType, now: Date) {
  const priced = priceOfSale(type, now);
  const asks = [
    ...(type.asksIdentity ? [m.card_identity()] : []),
    ...(type.asksMobile ? [m.card_mobile()] : []),
    ...(type.fromStock ? [m.card_number()] : []),
  ];
  const { id, name, asksPhoto } = type;
  return { id, name, asksPhoto, payable: payableOf(priced), deposit: priced.deposit, asks, whyNot: priced.whyNot };
}

const sale = serveAfter(sellCardList, readAhead, (call, payload, read) =>
  ofEverybody(call, () => sell(call, payload, read ?? m.imports_file_gone())),
);

type Asked = ParsedPayloadOf<typeof sellCardList>;

async function sell(call: Call, payload: Asked, read: Table | string) {
  const { path, paymentType, payments, company, mobile, remark = "" } = payload;
  const type = await readType(call, payload.cardTypeId);
  if (type.kind === "stored") throw new Refusal(m.stored_type_not_here({ type: type.name }));
  if ((await sentName(call, path)) === null) throw new Invalid({ file: [m.imports_file_gone()] });
  const { list, cards, priced } = await judgeList(call, type, read);
  refuseWrong(list);
  await expireOf(
    call,
    cards.map(({ holder }) => holder),
  );
  const { agency, problem } = await agencyTyped(call, payload.agency);
  if (problem) throw new Invalid({ agency: [problem] });
  if (priced.deposit > 0) await refuseDepositBy(call, paymentType);
  const types = payments.length > 0 ? payments.map((one) => one.paymentType) : [paymentType];
  let taken: Sold[] = [];
  const part = partOfMany(call, {
    ...{ type, priced, count: cards.length },
    take: async (taking) => {
      const made = await takeCards(
        taking,
        type,
        cards.map(({ number }) => number),
      );
      taken = made.map((card, place) => ({ ...card, listed: cards[place] as ListedCard }));
      await fillAll(taking, taken, priced.term);
      return taken.map(({ id }) => id);
    },
  });
  const { orderId, orderNo } = await sellStep(call, {
    ...{ part, priced, paymentType, payments, expected: payload.expectedPayable, remark },
    accounts: payingAgency(agency?.id, types),
    ...{
      contactName: company || agency?.name.slice(0, 40) || (cards[0]?.holder.name ?? ""),
      contactMobile: mobile ?? "",
    },
  });
  if (agency)
    await keepTradeOrder(call, { orderId, visitDay: businessDay(call.now), agencyId: agency.id, guideId: null });
  await takeDeposits(call, taken, { amount: priced.deposit, paymentType });
  const payable = payableOf(priced);
  await noteStep(call, { cardId: taken.map(({ id }) => id), step: "sell", amount: payable, orderNo });
  await writeAudits(
    call.db,
    call,
    sellCardList,
    taken.map(({ id, number, listed }) => ({
      ...{ thing: "seasonCard", thingId: id, label: number, before: { status: "stock" } },
      after: { status: "sold", number, holderName: listed.holder.name, payable, deposit: priced.deposit, orderNo },
    })),
  );
  return { orderId, orderNo, cards: taken.length, deposit: list.deposit };
}

/** Deposits ask of the till what a sale does: a payment type that it takes. They are money in hand, and on nobody's account. */
async function refuseDepositBy(call: Call, paymentType: string): Promise<void> {
  if (paymentType === "") throw new Invalid({ paymentType: [m.v_required()] });
  if (payerOf(paymentType)) throw new Invalid({ paymentType: [m.card_list_deposit_cash()] });
  const { unknown } = await tillStanding(call, { paymentType, given: undefined }, await counterTill(call));
  if (unknown.length > 0) throw new Invalid({ paymentType: [m.r_no_payment_type()] });
}

export function refuseWrong({ problem, wrong, people }: JudgedList["list"]): void {
  if (problem) throw new Invalid({ file: [problem] });
  if (wrong > 0) throw new Invalid({ file: [m.card_list_wrong({ n: wrong })] });
  if (people === 0) throw new Invalid({ file: [m.imports_empty()] });
}

interface Sold {
  id: number;
  number: string;
  listed: ListedCard;
}

type Term = JudgedList["priced"]["term"];

/** Holders are written in the order of their documents, so that of two lists with the same people none waits for the other in turn. */
async function fillAll({ db, now }: Call, cards: readonly Sold[], term: Term): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const rows = JSON.stringify(
    cards.map(({ id, listed: { holder, mobile, email, remark } }) => ({ id, ...holder, mobile, email, remark })),
  );
  await db.execute(sql`
    update season_card c
    set status = 'sold', holder_name = r.name, identity = nullif(r.identity, ''), mobile = r.mobile,
        email = r.email, holders = 1,
        sold_at = ${at}, valid_from = ${term?.from ?? null}, valid_to = ${term?.to ?? null},
        remark = coalesce(r.remark, c.remark), row_version = c.row_version + 1, updated_at = ${at}
    from jsonb_to_recordset(${rows}::jsonb) as r (id bigint, name text, identity text, mobile text, email text, remark text)
    where c.corp_code = current_setting('app.corp_code') and c.id = r.id
  `);
  await orMeanwhile(() =>
    db.execute(sql`
      insert into season_card_holder (card_id, place, name, document, country, identity)
      select r.id, 0, r.name, r.document, r.country, r.identity
      from jsonb_to_recordset(${rows}::jsonb) as r (id bigint, name text, document text, country text, identity text)
      order by r.document, r.country, r.identity
    `),
  );
}

const sheet = serve(cardListSheet, async (call, { orderId }) => {
  const { order } = await orderWithLines(call, orderId, false);
  const company = await contactOf(call, orderId);
  const { cardState = [] } = await dictionariesOf(call.db, ["cardState"], call.locale);
  const cards = await rowsOf<Row>(
    call.db,
    sql`
      select c.id::float8 as id, c.number, t.name as "typeName", coalesce(c.holder_name, '') as holder,
             coalesce(c.identity, '') as identity, c.status, c.sold_at as "soldAt",
             coalesce(c.valid_to::text, '') as "validTo", coalesce(d.held, 0)::float8 as deposit,
             (select sum(h.amount) from season_card_charge h
              where h.corp_code = c.corp_code and h.card_id = c.id and h.order_id = ${orderId})::float8 as paid
      from season_card c
      join card_type t on t.corp_code = c.corp_code and t.id = c.card_type_id
      left join season_card_deposit d on d.corp_code = c.corp_code and d.id = c.deposit_id
      where c.corp_code = current_setting('app.corp_code')
        and c.id in (select h.card_id from season_card_charge h
                     where h.corp_code = current_setting('app.corp_code') and h.order_id = ${orderId})
      order by c.id
      limit ${mostOfList}
    `,
  );
  const [first] = cards;
  if (!first) throw new NotFound();
  const sum = (amountOf: (card: Row) => number) => cards.reduce((all, card) => all + amountOf(card), 0);
  return {
    ...{ orderNo: order.orderNo, company, soldAt: first.soldAt ? stamp(first.soldAt) : "" },
    ...{ payable: sum(({ paid }) => paid), deposit: sum(({ deposit }) => deposit) },
    cards: cards.map(({ id, number, typeName, holder, identity, status, validTo }) => ({
      ...{ id, number, typeName, holder, validTo, identity: maskIdentity(identity) },
      stateName: cardState.find(({ value }) => value === status)?.label ?? "",
    })),
  };
});

interface Row {
  id: number;
  number: string;
  typeName: string;
  holder: string;
  identity: string;
  status: string;
  soldAt: string | null;
  validTo: string;
  deposit: number;
  paid: number;
}

export const listSaleServed: Served[] = [look, sale, sheet];
