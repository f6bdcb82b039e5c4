/** A car comes in, or one whose entry nobody wrote down is put on record. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { parkingEnter, parkingLost } from "~/contract/parking/desk";
import type { Tariff } from "~/contract/parking/fee";
import { freePlate, plainPlate, readPlate } from "~/contract/parking/plate";
import { parkingRecord as resource } from "~/contract/parking/record";
import { classOf, type VehicleClass } from "~/contract/parking/vehicle";
import { businessDay, momentOf, stamp } from "../../kernel/business-time";
import { dictionariesOf } from "../../kernel/dictionaries";
import { nextNumber } from "../../kernel/numbers";
import { Invalid, Refusal } from "../../kernel/refusal";
import { firstOf } from "../../kernel/rows";
import { type Call, serve } from "../../kernel/served";
import { configurationOf } from "./configuration";
import { countIn, type Lot, lotOf, tariffFields } from "./lot";
import { passFor } from "./pass-claim";
import { parkingLot, parkingTariff, parkingRecord as record } from "./schema";
import { termsOf } from "./tariff";

const day = 86_400_000;
/** An entry is estimated within so many days. */
const longestLost = 60;

export const enterServed = [
  serve(parkingEnter, async (call, { lotId, plate: typed, vehicleClass, unreadable }) => {
    const lot = await lotOf(call, lotId);
    // One that is inside is found by what it came in with, whatever that was.
    const inside = typed === "" ? null : await insideOf(call, lotId, plainPlate(typed));
    if (inside !== null) return { id: inside, plate: plainPlate(typed), entered: false, notice: "" };
    if (lot.status === "closed")
      throw new Refusal(m.parking_lot_closed({ lot: lot.name, reason: lot.closedFor ?? "" }));
    const { fullRefuses, unreadable: rule } = await configurationOf(call);
    const plate = unreadable ? numberOf(call, rule) : await checkedPlate(call, typed);
    const made = await putInside(call, lot, {
      ...{ plate, vehicle: vehicleClass ?? classOf(plate), at: call.now, lostEntry: null },
    });
    // Somebody else wrote the same plate down at this moment.
    if (!made.isNew) return { id: made.id, plate, entered: false, notice: "" };
    await countIn(call, lot, { refuses: fullRefuses });
    const isFull = lot.inside >= lot.spaces;
    const told = made.byPass ? m.parking_entered_pass : m.parking_entered_told;
    const notice = [told({ plate }), ...(isFull ? [m.parking_full_warn({ lot: lot.name })] : [])].join(
      m.parking_say_and(),
    );
    return { id: made.id, plate, entered: true, notice };
  }),

  serve(parkingLost, async (call, { lotId, plate: typed, vehicleClass, enteredAt, reason }) => {
    const lot = await lotOf(call, lotId);
    const at = momentOf(enteredAt.replace(" ", "T"));
    const ago = call.now.getTime() - at.getTime();
    if (ago < 0 || ago > longestLost * day)
      throw new Invalid({ enteredAt: [m.parking_lost_when({ days: longestLost })] });
    const plate = await checkedPlate(call, typed);
    const vehicle = vehicleClass ?? classOf(plate);
    const made = await putInside(call, lot, { plate, vehicle, at, lostEntry: reason });
    if (!made.isNew) throw new Refusal(m.parking_inside_already({ plate, lot: lot.name }));
    await countIn(call, lot, { refuses: false, always: true });
    return { id: made.id, plate };
  }),
];

/** A plate as it is written in this country; any other by right. */
export async function checkedPlate(call: Call, typed: string, field = "plate"): Promise<string> {
  const read = readPlate(typed);
  if (read) return read.plate;
  const free = freePlate(typed);
  if (free === null) throw new Invalid({ [field]: [m.parking_plate_wrong()] });
  if (!(await call.may("parkingDesk:anyPlate"))) throw new Invalid({ [field]: [m.parking_plate_by_right()] });
  return free;
}

/** What stands for a plate that nobody can read: 无牌, the month, the day and a number. */
function numberOf(call: Call, rule: "refuse" | "number"): string {
  if (rule === "refuse") throw new Refusal(m.parking_unreadable_refused());
  const number = nextNumber(call, "NP");
  return `无牌${businessDay(call.now).slice(5).replace("-", "")}${number.slice(-6)}`;
}

export async function insideOf({ db }: Pick<Call, "db">, lotId: number, plate: string): Promise<number | null> {
  const found = await firstOf<{ id: number }>(
    db,
    sql`select id::float8 as id from ${record} where lot_id = ${lotId} and plate = ${plate} and status = 'inside'`,
  );
  return found?.id ?? null;
}

interface Entry {
  plate: string;
  vehicle: VehicleClass;
  at: Date;
  /** Why nobody wrote its entry down; null of the usual ones. */
  lostEntry: string | null;
}

/** The database lets a plate stand in a lot once, and by a pass one car: who comes second is told by what is there. */
async function putInside(call: Call, lot: Lot, entry: Entry): Promise<{ id: number; isNew: boolean; byPass: boolean }> {
  const { plate, vehicle, at, lostEntry } = entry;
  const tariff = await tariffOf(call, lot, vehicle);
  const number = nextNumber(call, "PK");
  const values = {
    ...{
      number,
      plate,
      lotId: lot.id,
      vehicleClass: vehicle,
      status: "inside" as const,
      enteredAt: stamp(at),
      lostEntry,
    },
    ...{ tariff: tariff.terms, tariffName: tariff.name, tariffVersion: tariff.version },
  };
  const pass = await passFor(call, { lotId: lot.id, plate, at });
  for (const passId of pass === null ? [null] : [pass, null]) {
    const [made] = await call.db
      .insert(record)
      .values({ ...values, passId })
      .onConflictDoNothing()
      .returning({ id: record.id });
    if (made) {
      const after = {
        plate,
        lot: lot.name,
        vehicleClass: vehicle,
        enteredAt: values.enteredAt,
        passId,
        reason: lostEntry,
      };
      call.audit({ thing: resource.thing, thingId: made.id, label: plate, after });
      return { id: made.id, isNew: true, byPass: passId !== null };
    }
    const inside = await insideOf(call, lot.id, plate);
    if (inside !== null) return { id: inside, isNew: false, byPass: false };
  }
  throw new Refusal(m.refused_same_moment());
}

async function tariffOf(
  call: Call,
  lot: Lot,
  vehicle: VehicleClass,
): Promise<{ terms: Tariff; name: string; version: number }> {
  const column = parkingLot[tariffFields[vehicle]];
  const found = await firstOf<{ id: number }>(
    call.db,
    sql`
      select t.id::float8 as id
      from ${parkingLot}
      join ${parkingTariff} t on t.corp_code = ${parkingLot.corpCode} and t.id = ${column}
      where ${parkingLot.id} = ${lot.id} and t.status = 'T'
    `,
  );
  if (!found) {
    const { parkingVehicle = [] } = await dictionariesOf(call.db, ["parkingVehicle"], call.locale);
    const name = parkingVehicle.find(({ value }) => value === vehicle)?.label ?? vehicle;
    throw new Refusal(m.parking_no_tariff({ lot: lot.name, vehicle: name }));
  }
  const [row] = await call.db.select().from(parkingTariff).where(sql`${parkingTariff.id} = ${found.id}`);
  if (!row) throw new Refusal(m.refused_same_moment());
  return { terms: termsOf(row as Tariff), name: row.name, version: row.rowVersion + 1 };
}
