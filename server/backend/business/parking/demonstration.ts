/** Two car parks with their tariffs: cars that stand inside, some for days, yesterday's and today's stays, and month passes. */
import { sql } from "drizzle-orm";
import { parkingFee, type Tariff } from "~/contract/parking/fee";
import { lastDayOf } from "~/contract/parking/pass-term";
import type { VehicleClass } from "~/contract/parking/vehicle";
import type { Transaction } from "../../db/database";
import { addDays, businessDay } from "../../kernel/business-time";
import { firstOf, rowsOf } from "../../kernel/rows";
import type { Say } from "../../seed/demo-words";
import type { DemoPeople, Staff } from "../manifest";

const night = { nightFrom: "22:00", nightTo: "07:00", nightFee: 1_000 };
const noNight = { nightFrom: null, nightTo: null, nightFee: null };
const hour = { firstMinutes: 60, stepMinutes: 60, freeCounts: true, capBy: "entry" } as const;

interface Planned {
  code: string;
  name: readonly [string, string];
  vehicle: VehicleClass;
  terms: Tariff;
}

const tariffs: readonly Planned[] = [
  {
    ...{ code: "TF-S", name: ["小型车标准", "Cars, standard"], vehicle: "small" },
    terms: { ...hour, ...night, freeMinutes: 30, firstFee: 500, stepFee: 200, cap: 3_000 },
  },
  {
    ...{ code: "TF-N", name: ["新能源优惠", "New energy, reduced"], vehicle: "newEnergy" },
    terms: { ...hour, ...night, freeMinutes: 120, firstFee: 400, stepFee: 100, cap: 2_000 },
  },
  {
    ...{ code: "TF-L", name: ["大型车标准", "Large vehicles, standard"], vehicle: "large" },
    terms: { ...hour, ...noNight, freeMinutes: 30, firstFee: 1_000, stepFee: 500, cap: 6_000 },
  },
  {
    ...{ code: "TF-C", name: ["旅游大巴", "Coaches"], vehicle: "coach" },
    terms: { ...hour, ...noNight, freeMinutes: 60, firstFee: 2_000, stepFee: 500, cap: 8_000, capBy: "calendar" },
  },
  {
    ...{ code: "TF-M", name: ["摩托车", "Motorcycles"], vehicle: "motorcycle" },
    terms: { ...hour, ...noNight, freeMinutes: 60, firstFee: 200, stepFee: 100, cap: 800 },
  },
];

/** Plate, class, minutes ago that it came, and minutes that it stayed; without those it stands inside. */
const stays: readonly (readonly [string, VehicleClass, number, number?])[] = [
  ["京A8K216", "small", 25],
  ["京N5Q3T8", "small", 95],
  ["冀F72K81", "small", 190],
  ["京AD12345", "newEnergy", 240],
  ["津C9M306", "small", 310],
  ["京B20917", "coach", 205],
  ["京P6R552", "small", 5_900],
  ["粤Z3KD9港", "small", 155],
  ["京G77H12", "large", 80],
  ["京L8V601", "small", 400, 22],
  ["京Q1Y774", "small", 520, 185],
  ["京AF98761", "newEnergy", 610, 260],
  ["冀R3T018", "small", 1_700, 330],
  ["京J5W229", "small", 1_880, 96],
  ["晋A60F35", "coach", 1_950, 420],
  ["京K2D683", "small", 2_400, 1_020],
];

/** Months sold, of them gone, by plates. */
const passes: readonly (readonly [string, readonly [string, string], number, number])[] = [
  ["京A10086", ["李建国", "Li Jianguo"], 6, 2],
  ["京N30721、京AD55210", ["王芳", "Wang Fang"], 3, 1],
  ["冀F11K09", ["张伟", "Zhang Wei"], 1, 0],
];

/** Once: where there is a car park, everything is left as it is. */
export async function seedParking(tx: Transaction, { keeper, say }: DemoPeople, now: Date): Promise<void> {
  const before = await firstOf(tx, sql`select id from parking_lot limit 1`);
  const park = await firstOf<{ id: number }>(tx, sql`select min(id)::float8 as id from named_park having count(*) > 0`);
  if (before || !park) return;
  const terms = await seedTariffs(tx, say);
  const [main] = await seedLots(tx, say, park.id);
  if (main === undefined) return;
  // The oldest first, so that the list ends with the latest; on the full minute, as people read it.
  const inOrder = stays.toSorted(([, , one], [, , other]) => other - one);
  const minute = new Date(Math.floor(now.getTime() / 60_000) * 60_000);
  for (const [place, stay] of inOrder.entries())
    await seedStay(tx, { lotId: main, place, stay, terms, keeper, now: minute });
  await tx.execute(sql`
    update parking_lot l
    set inside = (select count(*) from parking_record r where r.corp_code = l.corp_code and r.lot_id = l.id and r.status = 'inside')
  `);
  for (const [place, pass] of passes.entries()) await seedPass(tx, { lotId: main, place, pass, keeper, now, say });
}

type Known = Map<VehicleClass, Planned & { said: string }>;

async function seedTariffs(tx: Transaction, say: Say): Promise<Known> {
  const known: Known = new Map();
  for (const planned of tariffs) {
    const { code, vehicle, terms: t } = planned;
    const said = say(...planned.name);
    known.set(vehicle, { ...planned, said });
    await tx.execute(sql`
      insert into parking_tariff (
        code, name, vehicle_class, free_minutes, free_counts, first_minutes, first_fee, step_minutes, step_fee,
        night_from, night_to, night_fee, cap, cap_by
      )
      values (
        ${code}, ${said}, ${vehicle}, ${t.freeMinutes}, ${t.freeCounts}, ${t.firstMinutes}, ${t.firstFee},
        ${t.stepMinutes}, ${t.stepFee}, ${t.nightFrom}, ${t.nightTo}, ${t.nightFee}, ${t.cap}, ${t.capBy}
      )
    `);
  }
  return known;
}

async function seedLots(tx: Transaction, say: Say, parkId: number): Promise<number[]> {
  const tariff = (vehicle: VehicleClass) =>
    sql`(select id from parking_tariff where corp_code = current_setting('app.corp_code') and vehicle_class = ${vehicle})`;
  const rows = await rowsOf<{ id: number }>(
    tx,
    sql`
      insert into parking_lot (
        code, name, park_id, spaces, tariff_small, tariff_new_energy, tariff_large, tariff_coach, tariff_motorcycle,
        pass_price, pass_plates
      )
      values
        ('P-E', ${say("东门停车场", "East Gate Car Park")}, ${parkId}, 320, ${tariff("small")}, ${tariff("newEnergy")},
         ${tariff("large")}, ${tariff("coach")}, ${tariff("motorcycle")}, 30000, 2),
        ('P-S', ${say("南门停车场", "South Gate Car Park")}, ${parkId}, 80, ${tariff("small")}, ${tariff("newEnergy")},
         null, null, null, null, 2)
      returning id::float8 as id
    `,
  );
  return rows.map(({ id }) => id);
}

interface Staying {
  lotId: number;
  place: number;
  stay: (typeof stays)[number];
  terms: Known;
  keeper: Staff;
  now: Date;
}

async function seedStay(tx: Transaction, { lotId, place, stay, terms, keeper, now }: Staying): Promise<void> {
  const [plate, vehicle, ago, lasted] = stay;
  const tariff = terms.get(vehicle);
  if (!tariff) return;
  const entered = new Date(now.getTime() - ago * 60_000);
  const left = lasted === undefined ? null : new Date(entered.getTime() + lasted * 60_000);
  const fee = left ? parkingFee(tariff.terms, entered, left).fee : 0;
  const type = (["wechat", "cash", "alipay"] as const)[place % 3] ?? "cash";
  const number = `PK${businessDay(entered).replaceAll("-", "")}9${String(place + 1).padStart(5, "0")}`;
  const at = (moment: Date | null) => sql`${moment?.toISOString() ?? null}::timestamptz`;
  const made = await firstOf<{ id: number }>(
    tx,
    sql`
      insert into parking_record (
        number, plate, lot_id, vehicle_class, status, entered_at, left_at, duration, fee, paid, payment_type, paid_at, how,
        tariff, tariff_name, tariff_version, created_at, updated_at
      )
      values (
        ${number}, ${plate}, ${lotId}, ${vehicle}, ${left ? "left" : "inside"}, ${at(entered)}, ${at(left)}, ${lasted ?? null}, ${fee},
        ${fee}, ${fee > 0 ? type : null}, ${at(fee > 0 ? left : null)}, ${left ? (fee > 0 ? "paid" : "free") : null},
        ${JSON.stringify(tariff.terms)}::jsonb, ${tariff.said}, 1, ${at(entered)}, ${at(left ?? entered)}
      )
      returning id::float8 as id
    `,
  );
  if (!made || fee === 0) return;
  await tx.execute(sql`
    with paid as (
      insert into parking_charge (record_id, lot_id, payment_type, taken, moved_at)
      values (${made.id}, ${lotId}, ${type}, ${fee}, ${at(left)})
      returning *
    )
    insert into parking_fee_ledger (
      at, parking_charge_id, record_id, lot_id, payment_type, kind, taken_change, taken, source, account_id, account_name
    )
    select moved_at, id, record_id, lot_id, payment_type, 'pay', taken, taken, ${number}, ${keeper.id}, ${keeper.name}
    from paid
  `);
}

interface Passing {
  lotId: number;
  place: number;
  pass: (typeof passes)[number];
  keeper: Staff;
  now: Date;
  say: Say;
}

async function seedPass(tx: Transaction, { lotId, place, pass, keeper, now, say }: Passing): Promise<void> {
  const [plates, holder, months, gone] = pass;
  const start = addDays(businessDay(now), -30 * gone - 2);
  const until = lastDayOf(start, months);
  const number = `MP${start.replaceAll("-", "")}9${String(place + 1).padStart(5, "0")}`;
  const amount = months * 30_000;
  const sold = sql`${new Date(now.getTime() - (30 * gone + 2) * 86_400_000).toISOString()}::timestamptz`;
  await tx.execute(sql`
    with pass as (
      insert into parking_pass (number, lot_id, plates, holder, mobile, start_day, until_day, paid)
      values (${number}, ${lotId}, ${plates}, ${say(...holder)}, ${`1380013${String(8_100 + place)}`},
              ${start}::date, ${until}::date, ${amount})
      returning *
    ),
    claimed as (
      insert into parking_pass_plate (pass_id, lot_id, plate)
      select pass.id, pass.lot_id, plate from pass, unnest(string_to_array(pass.plates, '、')) plate
    ),
    term as (
      insert into parking_term (pass_id, lot_id, payment_type, start_day, months, price, taken, moved_at)
      select id, lot_id, 'wechat', start_day, ${months}::int, 30000, ${amount}::bigint, ${sold} from pass
      returning *
    )
    insert into parking_pass_ledger (
      at, parking_term_id, pass_id, lot_id, payment_type, kind, taken_change, taken, source, account_id, account_name
    )
    select moved_at, id, pass_id, lot_id, payment_type, 'sell', taken, taken, ${number}, ${keeper.id}, ${keeper.name}
    from term
  `);
}
