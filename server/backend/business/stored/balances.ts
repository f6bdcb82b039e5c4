/** Balances of cards, and the money that was handed over for them: every step moves both, and the database holds them. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { storedLedger as declaredLedger, storedMoney as declaredMoney } from "~/contract/stored/ledgers";
import { keepLedger, move } from "../../kernel/ledger";
import { type LedgerBackend, tellLedger } from "../../kernel/ledger-look";
import { nextNumber } from "../../kernel/numbers";
import { Refusal } from "../../kernel/refusal";
import { rowsOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import { typeReference } from "../card/type";
import { wayBack } from "../order/settlement";
import { storedLedger as ledgerRows, storedMoney as moneyRows, storedCard, storedWay } from "./schema";

export const balances = keepLedger(declaredLedger, { rows: ledgerRows, accounts: storedCard });
const money = keepLedger(declaredMoney, { rows: moneyRows, accounts: storedWay });

export const ledgerBackends: LedgerBackend[] = [
  { ledger: balances, references: { cardTypeId: typeReference } },
  { ledger: money, references: { cardId: { table: storedCard, name: storedCard.number } } },
];

tellLedger(balances, "smartCard");

type Kind = keyof (typeof declaredLedger)["kinds"];

/** The number that people know a step by: on the slip, and on each of its rows. */
export const slipNo = (call: Call): string => nextNumber(call, "SV");

/** Nothing moves by nothing. Refuses what the card does not hold at this moment. */
export async function moveBalance(call: Call, id: number, kind: Kind, amount: number, subject: string): Promise<void> {
  if (amount === 0) return;
  const source = { business: "stored", kind, subject };
  if (!(await move(call, balances, { account: id, kind, amount, source }))) throw new Refusal(m.refused_same_moment());
}

/** Money comes in for a card by a way. */
export async function takeMoney(
  call: Call,
  { cardId, paymentType }: { cardId: number; paymentType: string },
  amount: number,
  subject: string,
): Promise<void> {
  if (amount === 0) return;
  await openWay(call, cardId, paymentType);
  const source = { business: "stored", kind: "take", subject };
  if (!(await move(call, money, { account: { cardId, paymentType }, kind: "take", amount, source })))
    throw new Refusal(m.refused_same_moment());
}

/** Money goes back the ways it came, cash last; a card never holds more than was handed over for it. */
export async function payMoneyBack(call: Call, cardId: number, amount: number, subject: string): Promise<void> {
  if (amount === 0) return;
  const source = { business: "stored", kind: "payBack", subject };
  const left = (await waysOf(call, cardId)).map(({ paymentType, paid }) => ({ paymentType, amount: paid }));
  for (const { paymentType, amount: part } of wayBack(left, amount)) {
    if (!(await move(call, money, { account: { cardId, paymentType }, kind: "payBack", amount: part, source })))
      throw new Refusal(m.refused_same_moment());
  }
}

interface Held {
  id: number;
  principal: number;
  gift: number;
  deposit: number;
}

/** What was handed over for a card and did not go back, by way: for a quotation, which locks nothing. */
export async function paidBy(call: Call, cardId: number): Promise<{ paymentType: string; amount: number }[]> {
  return (await waysOf(call, cardId, sql``)).map(({ paymentType, paid }) => ({ paymentType, amount: paid }));
}

/** A replacement takes everything over: what the card holds, how it was paid, and what was bought with it. */
export async function handOver(call: Call, from: Held, to: number, subject: string): Promise<void> {
  await moveBalance(call, from.id, "moveOut", from.principal, subject);
  await moveBalance(call, from.id, "moveOutGift", from.gift, subject);
  await moveBalance(call, from.id, "moveOutDeposit", from.deposit, subject);
  await moveBalance(call, to, "moveIn", from.principal, subject);
  await moveBalance(call, to, "moveInGift", from.gift, subject);
  await moveBalance(call, to, "moveInDeposit", from.deposit, subject);
  for (const { paymentType, paid } of await waysOf(call, from.id)) {
    if (paid === 0) continue;
    await openWay(call, to, paymentType);
    for (const [cardId, kind] of [
      [from.id, "moveOut"],
      [to, "moveIn"],
    ] as const) {
      const source = { business: "stored", kind, subject };
      if (!(await move(call, money, { account: { cardId, paymentType }, kind, amount: paid, source })))
        throw new Refusal(m.refused_same_moment());
    }
  }
  const own = sql`corp_code = current_setting('app.corp_code') and card_id = ${from.id}`;
  await call.db.execute(sql`update stored_spend set card_id = ${to} where ${own}`);
  await call.db.execute(sql`update stored_top_up set card_id = ${to} where ${own}`);
  await call.db.execute(sql`update stored_charge set card_id = ${to} where ${own}`);
}

async function openWay({ db }: Call, cardId: number, paymentType: string): Promise<void> {
  await db.execute(sql`
    insert into stored_way (card_id, payment_type) values (${cardId}, ${paymentType}) on conflict do nothing
  `);
}

/** In the order that they were first taken. */
function waysOf(
  { db }: Call,
  cardId: number,
  lock = sql`for update`,
): Promise<{ paymentType: string; paid: number }[]> {
  return rowsOf(
    db,
    sql`
      select payment_type as "paymentType", paid::float8 as paid
      from stored_way
      where corp_code = current_setting('app.corp_code') and card_id = ${cardId}
      order by id
      ${lock}
    `,
  );
}
