/** Card types of the first parks, and cards in each state, brought over from the register that was kept before. */
import { sql } from "drizzle-orm";
import type { CardState } from "~/contract/card/card";
import type { CardStep } from "~/contract/card/log";
import type { Transaction } from "../../db/database";
import { addDays, businessDay, startOfDay } from "../../kernel/business-time";
import { rowsOf } from "../../kernel/rows";
import { checkedIdentity } from "../../seed/identity";
import type { DemoPeople } from "../manifest";
import { grantInDemo } from "../platform/demonstration/rights";
import { employeesNumbered } from "../platform/people";
import { cashierRights } from "./demonstration-rights";
import { seedStoredType } from "./demonstration-stored";
import { seedTemplate } from "./demonstration-template";
import { addMonths } from "./rules";

interface Shown {
  number: string;
  type: string;
  name?: string;
  state: CardState;
  /** Days ago that it was sold. */
  sold?: number;
  steps?: readonly (readonly [step: CardStep, daysAgo: number])[];
}

const shown: readonly Shown[] = [
  ...["90010001", "90010002", "90010003", "90010004", "90010005"].map(
    (number): Shown => ({ number, type: "NK-01", state: "stock" }),
  ),
  ...["90020001", "90020002", "90020003"].map((number): Shown => ({ number, type: "JK-01", state: "stock" })),
  { number: "80010001", type: "NK-01", name: "周建国", state: "active", sold: 120 },
  { number: "80010002", type: "NK-01", name: "陈晓燕", state: "active", sold: 345 },
  { number: "80010003", type: "NK-01", name: "黄志强", state: "sold", sold: 2 },
  { number: "80010004", type: "NK-01", name: "林美玲", state: "frozen", sold: 80, steps: [["reportLoss", 1]] },
  { number: "80010005", type: "NK-01", name: "徐国栋", state: "expired", sold: 380, steps: [["expire", 14]] },
  { number: "80010006", type: "NK-01", name: "孙丽华", state: "cancelled", sold: 60, steps: [["cancel", 20]] },
  { number: "80030001", type: "NK-02", name: "吴海涛", state: "active", sold: 30 },
  { number: "80020001", type: "JK-01", name: "郑雅文", state: "active", sold: 15 },
];

/** Once: where there is a type, everything is left as it is. */
export async function seedCards(tx: Transaction, people: DemoPeople, now: Date): Promise<void> {
  await insertTypes(tx, people);
  await seedTemplate(tx, people);
  await seedStoredType(tx, people);
  const types = await rowsOf<{ id: number; code: string; months: number }>(
    tx,
    sql`select id::float8 as id, code, months from card_type where kind <> 'stored' and not exists (select from season_card)`,
  );
  if (types.length === 0) return;
  await grantInDemo(tx, "seller", cashierRights);
  const staff = types.find(({ code }) => code === "YG-01");
  if (staff) await issueToStaff(tx, people, { type: staff, now });
  for (const [place, card] of shown.entries()) {
    const type = types.find(({ code }) => code === card.type);
    if (type) await insertCard(tx, people, { card, type, place, now });
  }
}

async function insertTypes(tx: Transaction, { say }: DemoPeople): Promise<void> {
  await tx.execute(sql`
    with fee as (
      insert into card_fee (code, name, issue, deposit, replacement, renewal, scale_basis)
      select 'GB-01', ${say("标准工本费", "Standard fees")}, 1000, 2000, 1500, 0, 'share'
      where not exists (select from card_fee) and exists (select from named_park)
      returning id
    ),
    scale as (
      insert into card_fee_step (card_fee_id, position, until, percent)
      select fee.id, s.position, s.until, s.percent
      from fee, (values (0, 0, 100), (1, 25, 60), (2, 50, 30)) s (position, until, percent)
    ),
    types as (
      insert into card_type (
        code, name, kind, price, card_fee_id, validity, months, per_day, minutes_between, holders_most, asks_photo,
        renewable, renew_before, renew_after, renewal_price, wallet, wallet_rotates
      )
      select t.code, t.name, t.kind, t.price, fee.id, t.validity, t.months, t.per_day, t.minutes, t.holders, t.photo,
             true, 30, 30, t.renewal, t.kind <> 'employee', t.code = 'NK-01'
      from fee, (values
        ('NK-01', ${say("单人年卡", "Annual card, one person")}, 'annual', 30000, 'sale', 12, 2, 30, 1, false, 27000),
        ('NK-02', ${say("家庭年卡", "Annual card, family")}, 'annual', 68000, 'sale', 12, 2, null, 3, false, 60000),
        ('JK-01', ${say("季卡", "Season card")}, 'season', 12000, 'activation', 3, 1, 30, 1, true, null),
        ('YG-01', ${say("员工卡", "Employee card")}, 'employee', 0, 'sale', 24, null, null, 1, false, null)
      ) t (code, name, kind, price, validity, months, per_day, minutes, holders, photo, renewal)
      returning id, code
    ),
    places as (
      insert into card_type_place (card_type_id, position, park_id)
      select types.id, 0, p.id
      from types, (select min(id) as id from named_park) p
    )
    insert into card_type_upgrade (card_type_id, position, to_type_id)
    select low.id, 0, high.id
    from types low, types high
    where low.code = 'NK-01' and high.code = 'NK-02'
  `);
}

async function issueToStaff(tx: Transaction, { manager }: DemoPeople, { type, now }: Pick<Seeding, "type" | "now">) {
  const staff = (await employeesNumbered({ db: tx }, ["1001", "1002", "1003", "1004", "1005"])).filter(
    ({ onDuty }) => onDuty,
  );
  const from = addDays(businessDay(now), -200);
  const to = addDays(addMonths(from, type.months), -1);
  const at = startOfDay(from).toISOString();
  for (const [place, { id, name, identity, mobile }] of staff.entries()) {
    const number = `6001000${place + 1}`;
    await tx.execute(sql`
      with made as (
        insert into season_card (
          number, card_type_id, status, holder_name, identity, mobile, holders, sold_at, valid_from, valid_to, employee_id
        )
        values (${number}, ${type.id}, 'active', ${name}, ${identity}, ${mobile}, 1, ${at}, ${from}, ${to}, ${id})
        returning id
      ),
      logged as (
        insert into season_card_log (at, card_id, number, card_type_id, step, holder_name, account_id, account_name)
        select ${at}::timestamptz, id, ${number}, ${type.id}, 'staffIssue', ${name}, ${manager.id}, ${manager.name}
        from made
      )
      select id from made
    `);
    await tx.execute(sql`
      insert into season_card_holder (card_id, place, name, document, identity, employee_id)
      select id, 0, ${name}, 'resident', ${identity ?? ""}, ${id} from season_card where number = ${number}
    `);
  }
}

interface Seeding {
  card: Shown;
  type: { id: number; months: number };
  place: number;
  now: Date;
}

async function insertCard(tx: Transaction, people: DemoPeople, { card, type, place, now }: Seeding): Promise<void> {
  const { number, state, name, sold = 0, steps = [] } = card;
  if (name === undefined) {
    await tx.execute(sql`insert into season_card (number, card_type_id) values (${number}, ${type.id})`);
    return;
  }
  const { say, seller } = people;
  const today = businessDay(now);
  const from = addDays(today, -sold);
  const to = addDays(addMonths(from, type.months), -1);
  const at = (daysAgo: number) =>
    new Date(startOfDay(addDays(today, -daysAgo)).getTime() + 10 * 3_600_000).toISOString();
  const lost = steps.find(([step]) => step === "reportLoss");
  const lostAt = lost ? at(lost[1]) : null;
  const holder = say(name);
  const identity = checkedIdentity(`11010119880101${String(place).padStart(3, "0")}`);
  const [made] = await rowsOf<{ id: number }>(
    tx,
    sql`
      insert into season_card (
        number, card_type_id, status, holder_name, identity, mobile, holders, sold_at, valid_from, valid_to, frozen_for,
        frozen_at, remark
      )
      values (
        ${number}, ${type.id}, ${state}, ${holder}, ${identity}, ${`1380013${8100 + place}`}, 1, ${at(sold)}, ${from}, ${to},
        ${state === "frozen" ? "loss" : null}, ${lostAt}, ${say("旧登记转入", "Brought over from the old register")}
      )
      returning id::float8 as id
    `,
  );
  if (!made) return;
  await tx.execute(sql`
    insert into season_card_holder (card_id, place, name, document, identity)
    values (${made.id}, 0, ${holder}, 'resident', ${identity})
  `);
  const all: [CardStep, number][] = [
    ["sell", sold],
    ...(state === "sold" ? [] : [["activate", sold] as [CardStep, number]]),
  ];
  for (const [step, daysAgo] of [...all, ...steps]) {
    await tx.execute(sql`
      insert into season_card_log (at, card_id, number, card_type_id, step, holder_name, account_id, account_name)
      values (${at(daysAgo)}, ${made.id}, ${number}, ${type.id}, ${step}, ${holder}, ${seller.id}, ${seller.name})
    `);
  }
}
