/** Stored-value cards for everybody on a list: numbers from the stock; fees, deposits and top-ups paid once, all of them or none. */
import { sql } from "drizzle-orm";
import { mostOfStoredList } from "~/contract/card/list-bounds";
import type { IdentityDocument } from "~/contract/identity-document";
import { m } from "~/contract/messages";
import type { ParsedPayloadOf } from "~/contract/method";
import { sellStoredList, storedListLook } from "~/contract/stored/card-list";
import { sentName } from "../../imports/sent-file";
import { writeAudits } from "../../kernel/audit";
import { businessDay } from "../../kernel/business-time";
import { yuan } from "../../kernel/money";
import { Invalid, Refusal } from "../../kernel/refusal";
import { rowsOf } from "../../kernel/rows";
import { type Call, type Served, serveAfter } from "../../kernel/served";
import { cardBlankKeeper } from "../card/blanks";
import { type JudgedList, judgeList, type ListedCard, type ListRules } from "../card/card-list";
import { type Holder, orMeanwhile } from "../card/keep-card";
import { type Read, readAhead, refuseWrong } from "../card/list-sale";
import { payableOf } from "../card/price";
import { type ReadType, readType, readTypes } from "../card/read-type";
import { numbersInStock } from "../card/stock";
import { payerOf } from "../order/payment/by-account";
import { shiftStanding } from "../order/shift";
import { openShiftOf } from "../order/shift-store";
import { personOf } from "../ticket/restricted-visitor";
import { counterOptions, typesAt } from "../ticket/sale-options";
import { moveBalance, slipNo, takeMoney } from "./balances";
import { readHolder } from "./holder";
import { takeCard, termOf } from "./issue";
import { keepPaper, paperServed } from "./list-paper";
import { noteStep } from "./log";
import { holdOne } from "./one-card";
import { feesOf, lineOf, placeOf, refuseTill, sellAt } from "./pay";
import { tierOf } from "./rules";
import { topUp } from "./top-up";
import { aboveSaid, mostOf, refuseOtherGift } from "./top-up-quote";

const own = sql`current_setting('app.corp_code')`;

const look = serveAfter(storedListLook, readAhead, async (call, { cardTypeId, path }, read) => {
  const types = (await readTypes(call, null)).filter(({ kind }) => kind === "stored");
  const type = types.find(({ id }) => id === cardTypeId);
  return {
    types: types.map((one) => offerOf(call, one)),
    paymentTypes: typesAt(await counterOptions(call), (await openShiftOf(call))?.posId ?? null),
    shift: await shiftStanding(call),
    list: type && path !== undefined && read !== null ? await shown(call, type, path, read) : null,
  };
});

async function shown(call: Call, type: ReadType, path: string, read: NonNullable<Read>) {
  const fileName = await sentName(call, path);
  // Whoever did not send it learns nothing of what is in it.
  const judged = await judgeList(call, type, fileName === null ? m.imports_file_gone() : read, rulesOf(call, type));
  return { ...withTopUps(type, judged), fileName: fileName ?? "" };
}

const giftOf = ({ tiers }: ReadType, amount: number): number => tierOf(tiers, amount)?.gift ?? 0;

/** The list with what comes onto each card, and onto all of them. */
function withTopUps(type: ReadType, { list, cards }: JudgedList) {
  const amounts = new Map(cards.map(({ line, topUp: amount }) => [line, amount]));
  const rows = list.rows.map((row) => {
    const principal = amounts.get(row.line) ?? 0;
    return { ...row, principal, gift: giftOf(type, principal) };
  });
  const sum = (figure: "principal" | "gift") => rows.reduce((all, row) => all + row[figure], 0);
  return { ...list, rows, principal: sum("principal"), gift: sum("gift") };
}

function offerOf(call: Call, type: ReadType) {
  const { priced } = rulesOf(call, type);
  const asks = [
    ...(type.asksIdentity ? [m.card_identity()] : []),
    ...(type.asksMobile ? [m.card_mobile()] : []),
    ...(type.fromStock ? [m.card_number()] : []),
  ];
  const { id, name } = type;
  return { id, name, asks, payable: payableOf(priced), deposit: priced.deposit, whyNot: priced.whyNot };
}

const rulesOf = (call: Call, type: ReadType): ListRules => ({
  priced: pricedOf(call, type),
  most: mostOfStoredList,
  async people(known) {
    if (!type.onePerPerson) return [];
    const held = await heldOf(
      call,
      type,
      known.flatMap((one) => (one ? [one] : [])),
    );
    return known.flatMap((one, place) => {
      const number = one && held.get(personOf(one));
      return number ? [{ place, message: m.card_holder_has_one({ name: one.name, type: type.name, number }) }] : [];
    });
  },
  there: (numbers) => numbersInStock(call, type, numbers),
  left: () => leftOf(call, type),
  async topUps(cards) {
    const [named, unnamed] = [await mostOf(call, true), await mostOf(call, false)];
    return cards.flatMap((card, place) => {
      const isNamed = card?.holder.identity !== "";
      const message = aboveSaid(isNamed ? named : unnamed, isNamed, card?.topUp ?? 0);
      return message ? [{ place, message }] : [];
    });
  },
});

/** Fees are lines of an order, the deposit stands on the card. */
function pricedOf(call: Call, type: ReadType): ListRules["priced"] {
  const { deposit } = type.fee;
  const lines = feesOf("sell", type).map(({ kind, name, amount }) => ({
    kind: kind === "card" ? ("card" as const) : ("issue" as const),
    ...{ name, amount },
  }));
  if (type.status !== "T") return { lines, deposit, term: null, whyNot: m.card_type_off({ type: type.name }) };
  try {
    termOf(type, businessDay(call.now));
    return { lines, deposit, term: null, whyNot: "" };
  } catch (error) {
    if (error instanceof Refusal) return { lines, deposit, term: null, whyNot: error.message };
    throw error;
  }
}

/** By person (`personOf`): the number of the card of the type that its person holds. */
async function heldOf({ db }: Call, { id }: ReadType, people: readonly Holder[]): Promise<Map<string, string>> {
  if (people.length === 0) return new Map();
  const rows = await rowsOf<IdentityDocument & { number: string }>(
    db,
    sql`
      select k.document, k.country, k.identity, min(c.number) as number
      from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as k (document text, country text, identity text)
      join stored_card c
        on c.corp_code = ${own}
       and c.card_type_id = ${id}
       and c.identity = k.identity
       and c.document = k.document
       and coalesce(c.country, '') = k.country
       and c.status in ('active', 'frozen')
      group by 1, 2, 3
    `,
  );
  return new Map(rows.map((row) => [personOf(row), row.number]));
}

/** Of the batches, or of the blanks that the seller has in hand; as far as a list may ask. */
async function leftOf(call: Call, { id }: ReadType): Promise<number> {
  const itemId = (await cardBlankKeeper().itemsOf(call, [id])).get(id);
  if (itemId !== undefined) return (await cardBlankKeeper().next(call, itemId)).left;
  const rows = await rowsOf(
    call.db,
    sql`
      select id from stored_card
      where corp_code = ${own} and card_type_id = ${id} and status = 'stock' and batch_id is not null
      limit ${mostOfStoredList}
    `,
  );
  return rows.length;
}

const sale = serveAfter(sellStoredList, readAhead, (call, payload, read) =>
  sell(call, payload, read ?? m.imports_file_gone()),
);

type Asked = ParsedPayloadOf<typeof sellStoredList>;

async function sell(call: Call, payload: Asked, read: NonNullable<Read>) {
  const { path, paymentType, company, mobile, expected } = payload;
  const type = await readType(call, payload.cardTypeId);
  if (type.kind !== "stored") throw new Refusal(m.stored_type_wrong({ type: type.name }));
  if ((await sentName(call, path)) === null) throw new Invalid({ file: [m.imports_file_gone()] });
  const judged = await judgeList(call, type, read, rulesOf(call, type));
  const { cards } = judged;
  const list = withTopUps(type, judged);
  refuseWrong(list);
  const total = list.payable + list.deposit + list.principal;
  if (expected !== undefined && expected !== total) throw new Refusal(m.card_price_moved({ amount: yuan(total) }));
  refuseOtherGift(list.gift, payload.expectedGift ?? null);
  if (total > 0) await refuseWay(call, paymentType);
  const issued = await issueAll(call, type, cards);
  const words = { principal: yuan(list.principal), gift: yuan(list.gift) };
  const remark = list.principal > 0 ? m.stored_list_remark(words) : "";
  const order = await payAll(call, issued, { type, paymentType, company, mobile: mobile ?? null, remark });
  const { deposit } = type.fee;
  for (const { id, listed } of issued) {
    const subject = slipNo(call);
    const amount = listed.topUp;
    await moveBalance(call, id, "deposit", deposit, subject);
    await topUp(call, id, type, { amount, expectedGift: null, paymentType, subject });
    await takeMoney(call, { cardId: id, paymentType }, amount + deposit, subject);
  }
  const each = list.payable / cards.length;
  await writeAudits(
    call.db,
    call,
    sellStoredList,
    issued.map(({ id, number, listed: { holder, topUp: amount } }) => ({
      ...{ thing: "smartCard", thingId: id, label: number, before: { status: "stock" } },
      after: {
        ...{ status: "active", number, holderName: holder.name, payable: each, deposit },
        ...{ principal: amount, gift: giftOf(type, amount), company },
      },
    })),
  );
  const orderId = order?.orderId ?? null;
  const listId = await keepPaper(call, {
    ...{ cardTypeId: type.id, company, orderId, paymentType: total > 0 ? paymentType : "" },
    cards: issued.map(({ id, listed: { line, topUp: principal } }) => ({
      ...{ cardId: id, line, fees: each, deposit, principal, gift: giftOf(type, principal) },
    })),
  });
  return {
    ...{ listId, orderId, cards: issued.length, payable: list.payable, deposit: list.deposit },
    ...{ principal: list.principal, gift: list.gift },
  };
}

/** Deposits and top-ups are money in hand, and on nobody's account. */
async function refuseWay(call: Call, paymentType: string): Promise<void> {
  if (paymentType === "") throw new Invalid({ paymentType: [m.v_required()] });
  if (payerOf(paymentType)) throw new Invalid({ paymentType: [m.r_no_payment_type()] });
  await refuseTill(call, paymentType);
}

interface Issued {
  id: number;
  number: string;
  listed: ListedCard;
}

/** Named cards are locked in the order of their ids, and people are written in that of their documents: two lists never wait in turn. */
async function issueAll(call: Call, type: ReadType, cards: readonly ListedCard[]): Promise<Issued[]> {
  const named = cards.flatMap(({ number }) => (number === "" ? [] : [number.toLowerCase()]));
  await call.db.execute(sql`
    select id from stored_card
    where corp_code = ${own}
      and number_key in (select value from jsonb_array_elements_text(${JSON.stringify(named)}::jsonb))
    order by id
    for update
  `);
  const inOrder = cards.toSorted((one, other) => (one.holder.identity < other.holder.identity ? -1 : 1));
  const issued: Issued[] = [];
  // Named ones first, so that none of them is given to somebody who named none.
  for (const isNamed of [true, false])
    for (const listed of inOrder) if ((listed.number !== "") === isNamed) issued.push(await issue(call, type, listed));
  return issued;
}

/** It is out of the stock before the next one is taken. */
async function issue(call: Call, type: ReadType, listed: ListedCard): Promise<Issued> {
  const { holder, mobile, email, remark } = listed;
  const { id, number } = await takeCard(call, type, listed.number);
  const person = readHolder({ holderName: holder.name, ...holder });
  const { document, country, identity } = person;
  await holdOne(call, id, type, person);
  const at = sql`${call.now.toISOString()}::timestamptz`;
  await orMeanwhile(() =>
    call.db.execute(sql`
      update stored_card
      set status = 'active', holder_name = ${holder.name}, document = ${document}, country = ${country},
          identity = ${identity}, mobile = ${mobile}, email = ${email},
          sold_at = ${at}, valid_to = ${termOf(type, businessDay(call.now))}, remark = coalesce(${remark}, remark),
          row_version = row_version + 1, updated_at = ${at}
      where corp_code = ${own} and id = ${id}
    `),
  );
  await noteStep(call, { cardId: id, step: "sell" });
  return { id, number, listed };
}

interface Paying {
  type: ReadType;
  paymentType: string;
  company: string;
  mobile: string | null;
  remark: string;
}

/** One order for the fees of all; null: there are none. */
async function payAll(call: Call, issued: readonly Issued[], { type, paymentType, company, mobile, remark }: Paying) {
  const fees = feesOf("sell", type);
  if (fees.length === 0) return null;
  const place = await placeOf(call);
  const charged = issued.flatMap(({ id, number, listed: { holder } }) =>
    fees.map(({ kind, name, amount }) => {
      const card = { id, number, holderName: holder.name, mobile: null };
      return { kind, line: lineOf(card, place, kind, name, amount) };
    }),
  );
  const buyer = { id: 0, number: "", holderName: company || (issued[0]?.listed.holder.name ?? ""), mobile };
  return sellAt(call, buyer, charged, { place, paymentType, remark });
}

export const listServed: Served[] = [look, sale, paperServed];
