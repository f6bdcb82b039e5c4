/** A car park to test with: two tariffs, a lot, and the steps of the booth. */
import { parkingConfigurationSave } from "~/contract/parking/configuration";
import { parkingDesk, parkingEnter, parkingPay } from "~/contract/parking/desk";
import { parkingLot } from "~/contract/parking/lot";
import { parkingPassSell } from "~/contract/parking/pass";
import { parkingTariff } from "~/contract/parking/tariff";
import type { TestBackend } from "~tests/support/backend";
import { fresh, friday, today } from "~tests/support/park";

/** 30 minutes free, 5 yuan for the first hour, 2 for each further one; 30 at most in 24 hours. */
export const usualTerms = {
  ...{ freeMinutes: 30, freeCounts: true, firstMinutes: 60, firstFee: 500, stepMinutes: 60, stepFee: 200 },
  ...{ cap: 3_000, capBy: "entry" },
};

export const usualConfiguration = {
  ...{ unreadable: "refuse" as const, fullRefuses: true, graceMinutes: 15, overstayDays: 3, phone: "" },
};

/** Minutes after Friday, 10:00. */
export const later = (minutes: number) => new Date(friday.getTime() + minutes * 60_000);

let plates = 10_000;
export const nextPlate = () => {
  plates += 1;
  return `粤B${plates}`;
};

export async function parkingWork(backend: TestBackend, parkId: number, { spaces = 50 } = {}) {
  const as = backend.admin;
  const tariff = (vehicleClass: string, fields: object = {}) =>
    backend.saved(parkingTariff.methods.save, {
      code: fresh("TF"),
      name: "标准",
      vehicleClass,
      ...usualTerms,
      ...fields,
    });
  const tariffId = await tariff("small");
  const coachId = await tariff("coach", { firstFee: 2_000, freeMinutes: 0 });
  const lotId = await backend.saved(parkingLot.methods.save, {
    ...{ code: fresh("P"), name: "东门停车场", parkId, spaces, tariffSmall: tariffId, tariffCoach: coachId },
    ...{ passPrice: 30_000, passPlates: 2 },
  });
  const key = () => fresh("parking-key-0001");
  const enter = (plate: string, fields: object = {}, who = as) =>
    backend.call(parkingEnter, { lotId, plate, idempotencyKey: key(), ...fields } as never, { as: who });
  const quote = async (recordId: number, who = as) => {
    const { data } = await backend.call(parkingDesk, { recordId }, { as: who });
    if (!data.quote) throw new Error("it is not inside");
    return data.quote;
  };
  const pay = async (id: number, fields: object = {}, who = as) => {
    const { due, at } = await quote(id);
    const payload = { id, due, at, leave: true, paymentType: "wechat", idempotencyKey: key(), ...fields };
    return backend.call(parkingPay, payload, { as: who });
  };
  const sell = (fields: object = {}, who = as) => {
    const own = { lotId, plates: nextPlate(), holder: "李建国", startDay: today, months: 3, price: 30_000 };
    return backend.call(
      parkingPassSell,
      { ...own, paymentType: "wechat", idempotencyKey: key(), ...fields },
      { as: who },
    );
  };
  const configure = (fields: object) =>
    backend.call(parkingConfigurationSave, { ...usualConfiguration, ...fields }, { as });
  const stay = async (id: number) => {
    const [row] = await backend.sql(
      `select plate, status, fee::int, paid::int, waived::int, refunded::int, how, pass_id::int, payment_type
       from parking_record where id = $1`,
      [id],
    );
    return row;
  };
  const fees = (id: number) =>
    backend.sql(
      "select kind, taken_change::int as change, payment_type from parking_fee_ledger where record_id = $1 order by id",
      [id],
    );
  const terms = (id: number) =>
    backend.sql(
      "select kind, taken_change::int as change, payment_type from parking_pass_ledger where pass_id = $1 order by id",
      [id],
    );
  const inside = async () => {
    const [row] = await backend.sql("select inside from parking_lot where id = $1", [lotId]);
    return row?.inside;
  };
  return { lotId, tariffId, enter, quote, pay, sell, configure, stay, fees, terms, inside, key };
}
