/** A stay with all that its fee hangs on, and what it has to pay at a moment. */
import { type SQL, sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { sayDuration } from "~/contract/parking/duration";
import { parkingFee, type Tariff } from "~/contract/parking/fee";
import { endOfDay, stamp } from "../../kernel/business-time";
import { yuan } from "../../kernel/money";
import { firstOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import { minutesBetween, sayFee } from "./say-fee";
import { parkingPass, parkingRecord } from "./schema";

export interface Stay {
  id: number;
  rowVersion: number;
  number: string;
  lotId: number;
  plate: string;
  vehicleClass: string;
  status: "inside" | "left";
  entered: Date;
  left: Date | null;
  fee: number;
  paid: number;
  waived: number;
  refunded: number;
  /** Paid inside: until then it leaves without paying more. */
  paidUntil: Date | null;
  tariff: Tariff;
  how: string | null;
  passId: number | null;
  passNumber: string | null;
  /** The first moment that its pass no longer covers; null without one. */
  coveredUntil: Date | null;
}

type Row = Omit<Stay, "entered" | "left" | "paidUntil" | "coveredUntil"> & {
  entered: number;
  left: number | null;
  paidUntil: number | null;
  passUntil: string | null;
  passCancelled: number | null;
};

/** `lock`: nobody else changes it until the transaction ends. */
export async function stayOf({ db }: Pick<Call, "db">, where: SQL, { lock = false } = {}): Promise<Stay | null> {
  const milliseconds = (column: SQL) => sql`(extract(epoch from ${column}) * 1000)::float8`;
  const row = await firstOf<Row>(
    db,
    sql`
      select r.id::float8 as id, r.row_version as "rowVersion", r.number, r.lot_id::float8 as "lotId", r.plate,
             r.vehicle_class as "vehicleClass", r.status, r.fee::float8 as fee, r.paid::float8 as paid,
             r.waived::float8 as waived, r.refunded::float8 as refunded, r.tariff, r.how,
             ${milliseconds(sql`r.entered_at`)} as entered, ${milliseconds(sql`r.left_at`)} as left,
             ${milliseconds(sql`r.paid_until`)} as "paidUntil",
             p.id::float8 as "passId", p.number as "passNumber", p.until_day::text as "passUntil",
             ${milliseconds(sql`p.cancelled_at`)} as "passCancelled"
      from ${parkingRecord} r
      left join ${parkingPass} p on p.corp_code = r.corp_code and p.id = r.pass_id
      where ${where}
      order by r.id desc
      limit 1
      ${lock ? sql`for update of r` : sql``}
    `,
  );
  if (!row) return null;
  const { entered, left, paidUntil, passUntil, passCancelled, ...kept } = row;
  const moment = (time: number | null) => (time === null ? null : new Date(time));
  const ends = passUntil === null ? null : endOfDay(passUntil);
  const coveredUntil = ends && passCancelled !== null && passCancelled < ends.getTime() ? moment(passCancelled) : ends;
  return { ...kept, entered: new Date(entered), left: moment(left), paidUntil: moment(paidUntil), coveredUntil };
}

export interface Quote {
  /** In all, and what of it is still to be paid. */
  fee: number;
  due: number;
  minutes: number;
  how: "paid" | "free" | "pass";
  sentences: string[];
}

/** What a stay has to pay if it ends at a moment, which is not before its entry. */
export function quoteAt(stay: Stay, at: Date): Quote {
  const minutes = minutesBetween(stay.entered, at);
  const lasted = m.parking_say_lasted({ duration: sayDuration(minutes) });
  const { paid, paidUntil, coveredUntil, passNumber, entered } = stay;
  if (paid > 0 && paidUntil && at <= paidUntil) {
    const sentences = [lasted, m.parking_say_grace({ amount: yuan(paid), until: stamp(paidUntil) })];
    return { fee: paid, due: 0, minutes, how: "paid", sentences };
  }
  if (coveredUntil && at < coveredUntil) {
    const sentences = [lasted, m.parking_say_pass({ number: passNumber ?? "" })];
    return { fee: paid, due: 0, minutes, how: "pass", sentences };
  }
  const from = coveredUntil && coveredUntil > entered ? coveredUntil : entered;
  const reckoned = parkingFee(stay.tariff, from, at);
  const fee = Math.max(reckoned.fee, paid);
  const sentences = [
    ...(from === entered ? [] : [m.parking_say_pass_over({ number: passNumber ?? "", from: stamp(from) })]),
    ...sayFee(stay.tariff, reckoned),
    ...(paid > 0 ? [m.parking_say_paid({ amount: yuan(paid), due: yuan(fee - paid) })] : []),
  ];
  return { fee, due: fee - paid, minutes, how: fee > 0 ? "paid" : "free", sentences };
}
