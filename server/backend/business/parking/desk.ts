/** The attendant's desk as it is shown, and the receipt. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { parkingDesk, parkingReceipt } from "~/contract/parking/desk";
import { sayDuration } from "~/contract/parking/duration";
import type { Option } from "~/contract/resource";
import { stamp } from "../../kernel/business-time";
import { dictionariesOf } from "../../kernel/dictionaries";
import { NotFound } from "../../kernel/refusal";
import { firstOf, rowsOf } from "../../kernel/rows";
import { type Call, serve } from "../../kernel/served";
import { openShiftOf } from "../order/shift-store";
import { counterOptions, typesAt } from "../ticket/sale-options";
import { type Configuration, configurationOf } from "./configuration";
import { type Lot, lotOf } from "./lot";
import { minutesBetween } from "./say-fee";
import { parkingFeeLedger, parkingLot, parkingRecord } from "./schema";
import { quoteAt, stayOf } from "./stay";

const named = (options: readonly Option[] | undefined, value: string) =>
  options?.find((one) => one.value === value)?.label ?? value;

export const deskServed = [
  serve(parkingDesk, async (call, { lotId, recordId }) => {
    const configuration = await configurationOf(call);
    const stay = recordId === undefined ? null : await stayOf(call, sql`r.id = ${recordId}`);
    if (recordId !== undefined && !stay) throw new NotFound();
    const lots = await lotsOf(call);
    const chosen = stay?.lotId ?? lotId ?? configuration.defaultLotId;
    const own = lots.find(({ id }) => id === chosen) ?? (lotId === undefined ? lots[0] : undefined);
    const words = await dictionariesOf(call.db, ["parkingVehicle", "parkingRecordState"], call.locale);
    const till = (await openShiftOf(call))?.posId ?? null;
    const quote = stay?.status === "inside" ? quoteAt(stay, call.now) : null;
    return {
      lots: lots.map(({ id, name }) => ({ value: String(id), label: name })),
      vehicles: words.parkingVehicle ?? [],
      paymentTypes: typesAt(await counterOptions(call), till),
      lot: own ? lotView(await lotOf(call, own.id), configuration) : null,
      quote:
        stay && quote
          ? {
              ...{ id: stay.id, number: stay.number, plate: stay.plate },
              vehicleName: named(words.parkingVehicle, stay.vehicleClass),
              ...{ enteredAt: stamp(stay.entered), duration: sayDuration(quote.minutes) },
              ...{ fee: quote.fee, paid: stay.paid, due: quote.due, sentences: quote.sentences },
              ...{ pass: stay.passNumber ?? "", at: stamp(call.now) },
            }
          : null,
      recent: own ? await recentOf(call, own.id, words) : [],
      numbersUnreadable: configuration.unreadable === "number",
      may: {
        enter: await call.may("parkingDesk:enter"),
        pay: await call.may("parkingDesk:pay"),
        lost: await call.may("parkingDesk:lost"),
        anyPlate: await call.may("parkingDesk:anyPlate"),
        release: await call.may("parkingRecord:release"),
      },
      phone: configuration.phone,
      now: stamp(call.now),
    };
  }),

  serve(parkingReceipt, async (call, { id }) => {
    const stay = await stayOf(call, sql`r.id = ${id}`);
    if (!stay) throw new NotFound();
    const place = await firstOf<{ lot: string; park: string }>(
      call.db,
      sql`
        select l.name as lot, k.name as park
        from ${parkingLot} l
        join named_park k on k.corp_code = l.corp_code and k.id = l.park_id
        where l.id = ${stay.lotId}
      `,
    );
    const words = await dictionariesOf(call.db, ["parkingVehicle", "paymentType", "parkingFeeLedgerKind"], call.locale);
    const { phone } = await configurationOf(call);
    const until = stay.left ?? call.now;
    // By hand nothing more was asked for; a stay that is over is said as it was reckoned then.
    const { sentences } = quoteAt({ ...stay, paid: 0, paidUntil: null }, until);
    return {
      ...{ id, number: stay.number, plate: stay.plate, lot: place?.lot ?? "", park: place?.park ?? "" },
      vehicleName: named(words.parkingVehicle, stay.vehicleClass),
      ...{ enteredAt: stamp(stay.entered), leftAt: stamp(stay.left) },
      duration: sayDuration(minutesBetween(stay.entered, until)),
      ...{ sentences, fee: stay.fee, paid: stay.paid, waived: stay.waived, refunded: stay.refunded },
      pass: stay.how === "pass" ? (stay.passNumber ?? "") : "",
      payments: (await paymentsOf(call, id)).map(({ at, kind, paymentType, amount, by }) => ({
        ...{ at: stamp(at), kind: named(words.parkingFeeLedgerKind, kind) },
        ...{ paymentType: named(words.paymentType, paymentType), amount, by },
      })),
      phone,
    };
  }),
];

const lotsOf = ({ db }: Call) =>
  rowsOf<{ id: number; name: string }>(db, sql`select id::float8 as id, name from ${parkingLot} order by id limit 200`);

function lotView({ id, name, spaces, inside, status, closedFor }: Lot, { fullRefuses }: Configuration) {
  const full = inside >= spaces;
  const closed = status === "closed" ? m.parking_lot_closed({ lot: name, reason: closedFor ?? "" }) : "";
  return {
    ...{ id, name, spaces, inside, free: Math.max(0, spaces - inside) },
    whyNot: closed || (full && fullRefuses ? m.parking_full({ lot: name }) : ""),
    warns: full && !fullRefuses ? m.parking_full_warn({ lot: name }) : "",
  };
}

type Words = Readonly<Record<string, readonly Option[] | undefined>>;

async function recentOf({ db }: Call, lotId: number, words: Words) {
  const rows = await rowsOf<{
    id: number;
    plate: string;
    vehicle: string;
    status: string;
    at: string;
    fee: number | null;
  }>(
    db,
    sql`
      select id::float8 as id, plate, vehicle_class as vehicle, status, coalesce(left_at, entered_at) as at,
             case when status = 'left' then fee::float8 end as fee
      from ${parkingRecord}
      where lot_id = ${lotId}
      order by updated_at desc, id desc
      limit 8
    `,
  );
  return rows.map(({ id, plate, vehicle, status, at, fee }) => ({
    ...{ id, plate, vehicleName: named(words.parkingVehicle, vehicle), fee },
    ...{ stateName: named(words.parkingRecordState, status), at: stamp(at) },
  }));
}

const paymentsOf = ({ db }: Call, recordId: number) =>
  rowsOf<{ at: string; kind: string; paymentType: string; amount: number; by: string }>(
    db,
    sql`
      select at, kind, payment_type as "paymentType", taken_change::float8 as amount, account_name as by
      from ${parkingFeeLedger}
      where record_id = ${recordId}
      order by id
    `,
  );
