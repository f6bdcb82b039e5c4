/** Month passes: sold, renewed, moved to another plate, cancelled with the untouched months paid back. */
import { asc, sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { parkingPassForm, parkingPassSell, parkingPass as resource } from "~/contract/parking/pass";
import { addMonths, lastDayOf, untouchedMonths } from "~/contract/parking/pass-term";
import { addDays, businessDay, stamp } from "../../kernel/business-time";
import { yuan } from "../../kernel/money";
import { nextNumber } from "../../kernel/numbers";
import { Invalid, Refusal } from "../../kernel/refusal";
import { serveResource } from "../../kernel/resource";
import type { CommandsBackend } from "../../kernel/resource-backend";
import { type Call, serve } from "../../kernel/served";
import { counterOptions, typesAt } from "../ticket/sale-options";
import { checkedPlate } from "./enter";
import { lotOf, lotReference } from "./lot";
import { checkPaymentType, giveTermBack, takeTerm, termsOfPass } from "./money";
import { claimPlates, expirePasses, releasePlates } from "./pass-claim";
import { parkingLot, parkingPassPlate, parkingPass as pass } from "./schema";

const written = (plates: readonly string[]) => plates.join("、");
const platesIn = (text: string) => text.split(/[\s,，;；、]+/).filter(Boolean);

export const passCommands: CommandsBackend<typeof resource> = {
  renew: async (call, row, { months, paymentType, amount }) => {
    const type = await checkPaymentType(call, paymentType);
    const { passPrice, name } = await lotOf(call, row.lotId);
    if (passPrice === null) throw new Refusal(m.parking_no_passes({ lot: name }));
    const today = businessDay(call.now);
    if (amount !== months * passPrice)
      throw new Invalid({ amount: [m.parking_renew_amount({ amount: yuan(months * passPrice) })] });
    if (row.status === "expired") {
      const plates = platesIn(row.plates);
      await expirePasses(call, today, { lotId: row.lotId, plates });
      refuseTaken(await claimPlates(call, { passId: row.id, lotId: row.lotId }, plates));
    }
    const startDay = row.untilDay >= today ? addDays(row.untilDay, 1) : today;
    const untilDay = lastDayOf(startDay, months);
    const { id: passId, lotId, number } = row;
    await takeTerm(call, "renew", { passId, lotId, number, paymentType: type, startDay, months, price: passPrice });
    return {
      set: { untilDay, paid: (row.paid ?? 0) + months * passPrice },
      notice: m.parking_renewed_told({ number, until: untilDay, amount: yuan(months * passPrice) }),
    };
  },
  changePlate: async (call, row, { plate: typed, newPlate }) => {
    const plates = platesIn(row.plates);
    const [old = ""] = platesIn(typed.toUpperCase());
    const next = await checkedPlate(call, newPlate, "newPlate");
    if (!plates.includes(old)) throw new Invalid({ plate: [m.parking_plate_not_of({ number: row.number })] });
    if (plates.includes(next)) throw new Invalid({ newPlate: [m.parking_plate_twice({ plate: next })] });
    await expirePasses(call, businessDay(call.now), { lotId: row.lotId, plates: [next] });
    refuseTaken(await claimPlates(call, { passId: row.id, lotId: row.lotId }, [next]));
    await call.db.execute(sql`delete from ${parkingPassPlate} where pass_id = ${row.id} and plate = ${old}`);
    return {
      set: { plates: written(plates.map((one) => (one === old ? next : one))) },
      notice: m.parking_plate_changed_told({ old, plate: next }),
    };
  },
  cancel: async (call, row, { reason }) => {
    const today = businessDay(call.now);
    const terms = await termsOfPass(call, row.id);
    let back = 0;
    for (const { id, startDay, months, price } of terms) {
      const amount = untouchedMonths(startDay, months, today) * price;
      await giveTermBack(call, row.number, { id, amount });
      back += amount;
    }
    await releasePlates(call, row.id);
    return {
      set: { paid: (row.paid ?? 0) - back, cancelledAt: stamp(call.now), reason },
      notice: m.parking_cancelled_told({ number: row.number, amount: yuan(back) }),
    };
  },
};

function refuseTaken([plate]: readonly string[]): void {
  if (plate !== undefined) throw new Refusal(m.parking_plate_has_pass({ plate }));
}

export const passBackend = { table: pass, references: { lotId: lotReference }, commands: passCommands };

export const passServed = [
  ...serveResource(resource, passBackend),

  serve(parkingPassForm, async (call) => {
    const { id, name, passPrice, passPlates } = parkingLot;
    const lots = await call.db
      .select({ id, name, price: passPrice, plates: passPlates })
      .from(parkingLot)
      .where(sql`${passPrice} is not null`)
      .orderBy(asc(id));
    return {
      lots: lots.map(({ price, ...lot }) => ({ ...lot, price: price ?? 0 })),
      paymentTypes: typesAt(await counterOptions(call), null),
      today: businessDay(call.now),
    };
  }),

  serve(parkingPassSell, async (call, { lotId, plates: typed, holder, mobile, startDay, months, price, ...given }) => {
    const lot = await lotOf(call, lotId);
    if (lot.passPrice === null) throw new Invalid({ lotId: [m.parking_no_passes({ lot: lot.name })] });
    const plates = await checkedPlates(call, typed, lot.passPlates);
    const today = businessDay(call.now);
    if (startDay < today) throw new Invalid({ startDay: [m.parking_start_past()] });
    if (startDay > addMonths(today, 12)) throw new Invalid({ startDay: [m.parking_start_far()] });
    if (price !== lot.passPrice) throw new Refusal(m.parking_price_changed({ amount: yuan(lot.passPrice) }));
    const paymentType = await checkPaymentType(call, given.paymentType);
    await expirePasses(call, today, { lotId, plates });
    const amount = months * price;
    const number = nextNumber(call, "MP");
    const untilDay = lastDayOf(startDay, months);
    const row = {
      ...{ number, lotId, plates: written(plates), holder, mobile: mobile || null, startDay, untilDay },
      ...{ paid: amount, status: "live" as const },
    };
    const [made] = await call.db.insert(pass).values(row).returning({ id: pass.id });
    if (!made) throw new Error("an insert answers its row");
    refuseTaken(await claimPlates(call, { passId: made.id, lotId }, plates));
    await takeTerm(call, "sell", { passId: made.id, lotId, number, paymentType, startDay, months, price });
    const { mobile: _, ...told } = row;
    call.audit({ thing: resource.thing, thingId: made.id, label: number, after: { ...told, months, paymentType } });
    return { id: made.id, number, amount, untilDay };
  }),
];

async function checkedPlates(call: Call, typed: string, most: number): Promise<string[]> {
  const plates: string[] = [];
  for (const one of platesIn(typed)) {
    const plate = await checkedPlate(call, one, "plates");
    if (plates.includes(plate)) throw new Invalid({ plates: [m.parking_plate_twice({ plate })] });
    plates.push(plate);
  }
  if (plates.length === 0) throw new Invalid({ plates: [m.v_required()] });
  if (plates.length > most) throw new Invalid({ plates: [m.parking_plates_too_many({ n: most })] });
  return plates;
}
