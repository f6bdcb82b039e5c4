/** Money of parking: taken by payment, and given back payment by payment, the way it came. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { parkingFeeLedger, parkingPassLedger } from "~/contract/parking/ledgers";
import { dictionariesOf } from "../../kernel/dictionaries";
import { keepLedger, move } from "../../kernel/ledger";
import { type LedgerBackend, tellLedger } from "../../kernel/ledger-look";
import { Invalid, Refusal } from "../../kernel/refusal";
import { rowsOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import { refuseAccountTypes } from "../order/payment/by-account";
import { lotReference } from "./lot";
import {
  parkingFeeLedger as feeRows,
  parkingPass as pass,
  parkingPassLedger as passRows,
  parkingCharge as payment,
  parkingRecord as record,
  parkingTerm as term,
} from "./schema";

const fees = keepLedger(parkingFeeLedger, { rows: feeRows, accounts: payment });
const passes = keepLedger(parkingPassLedger, { rows: passRows, accounts: term });

export const ledgerBackends: readonly LedgerBackend[] = [
  { ledger: fees, references: { recordId: { table: record, name: record.plate }, lotId: lotReference } },
  { ledger: passes, references: { passId: { table: pass, name: pass.number }, lotId: lotReference } },
];

tellLedger(fees, "parkingRecord", "recordId");
tellLedger(passes, "parkingPass", "passId");

/** Refuses a payment type that there is not, and one that pays from an account. */
export async function checkPaymentType(call: Call, paymentType: string | undefined): Promise<string> {
  const { paymentType: types = [] } = await dictionariesOf(call.db, ["paymentType"], call.locale);
  if (!paymentType || !types.some(({ value }) => value === paymentType))
    throw new Invalid({ paymentType: [m.v_option()] });
  refuseAccountTypes([paymentType]);
  return paymentType;
}

interface Paying {
  recordId: number;
  lotId: number;
  number: string;
  paymentType: string;
  amount: number;
}

export async function takeFee(call: Call, { recordId, lotId, number, paymentType, amount }: Paying): Promise<void> {
  const [made] = await call.db.insert(payment).values({ recordId, lotId, paymentType }).returning({ id: payment.id });
  if (!made) throw new Error("an insert answers its row");
  const source = { business: "parking", kind: "pay", subject: number, part: String(made.id) };
  await moved(move(call, fees, { account: made.id, kind: "pay", amount, source }));
}

/** All that a stay has paid; answers how much that was. */
export async function giveFeeBack(call: Call, { id, number }: { id: number; number: string }): Promise<number> {
  const held = await rowsOf<{ id: number; taken: number }>(
    call.db,
    sql`select id::float8 as id, taken::float8 as taken from ${payment} where record_id = ${id} and taken > 0 order by id`,
  );
  for (const { id: account, taken: amount } of held) {
    const source = { business: "parking", kind: "payBack", subject: number, part: String(account) };
    await moved(move(call, fees, { account, kind: "payBack", amount, source }));
  }
  return held.reduce((sum, { taken }) => sum + taken, 0);
}

interface Term {
  passId: number;
  lotId: number;
  number: string;
  paymentType: string;
  startDay: string;
  months: number;
  /** Fen a month. */
  price: number;
}

export async function takeTerm(call: Call, kind: "sell" | "renew", { number, ...own }: Term): Promise<void> {
  const [made] = await call.db.insert(term).values(own).returning({ id: term.id });
  if (!made) throw new Error("an insert answers its row");
  const amount = own.months * own.price;
  if (amount === 0) return;
  const source = { business: "parking", kind, subject: number, part: String(made.id) };
  await moved(move(call, passes, { account: made.id, kind, amount, source }));
}

export interface HeldTerm {
  id: number;
  startDay: string;
  months: number;
  price: number;
}

export async function termsOfPass({ db }: Call, passId: number): Promise<HeldTerm[]> {
  return rowsOf<HeldTerm>(
    db,
    sql`
      select id::float8 as id, start_day::text as "startDay", months, price::float8 as price
      from ${term}
      where pass_id = ${passId}
      order by id
    `,
  );
}

export async function giveTermBack(call: Call, number: string, term: { id: number; amount: number }): Promise<void> {
  if (term.amount === 0) return;
  const source = { business: "parking", kind: "cancel", subject: number, part: String(term.id) };
  await moved(move(call, passes, { account: term.id, kind: "cancel", amount: term.amount, source }));
}

/** Null: a figure would fall below zero. Somebody else was there at the same moment. */
async function moved<M>(moving: Promise<M | null>): Promise<M> {
  const made = await moving;
  if (made === null) throw new Refusal(m.refused_same_moment());
  return made;
}
