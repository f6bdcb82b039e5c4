/** Two warehouses in the first park, five items, a receipt that is posted, and two transfers that wait for approval. */
import { sql } from "drizzle-orm";
import { saySpans } from "~/contract/stock/serial";
import type { Transaction } from "../../db/database";
import { businessDay } from "../../kernel/business-time";
import { sequenceWithoutGap } from "../../kernel/numbers";
import type { DemoPeople } from "../manifest";

interface Shown {
  code: string;
  kind: "blankTicket" | "blankCard" | "goods";
  name: [zh: string, en: string];
  category: [zh: string, en: string];
  unit: [zh: string, en: string];
  safety: number;
  leadDays: number;
  quantity: number;
  /** Fen, of all of them. */
  amount: number;
  /** Its pieces have numbers, from 1 on. */
  numbers?: { prefix: string; digits: number };
}

const items: readonly Shown[] = [
  {
    ...{ code: "TK-80", kind: "blankTicket", name: ["热敏门票纸（卷）", "Thermal ticket rolls"] },
    ...{
      category: ["票务耗材", "Ticketing"],
      unit: ["卷", "roll"],
      safety: 40,
      leadDays: 7,
      quantity: 120,
      amount: 216_000,
    },
  },
  {
    ...{ code: "TK-NO", kind: "blankTicket", name: ["编号门票 150×60", "Numbered tickets 150×60"] },
    ...{ category: ["票务耗材", "Ticketing"], unit: ["张", "ticket"], safety: 1_000, leadDays: 10 },
    ...{ quantity: 5_000, amount: 60_000, numbers: { prefix: "QYS", digits: 7 } },
  },
  {
    ...{ code: "CD-IC", kind: "blankCard", name: ["空白年卡", "Blank season cards"] },
    ...{
      category: ["票务耗材", "Ticketing"],
      unit: ["张", "card"],
      safety: 200,
      leadDays: 15,
      quantity: 500,
      amount: 175_000,
    },
  },
  {
    ...{ code: "WB-01", kind: "goods", name: ["腕带", "Wristbands"] },
    ...{
      category: ["入园物资", "Admission"],
      unit: ["包", "pack"],
      safety: 30,
      leadDays: 5,
      quantity: 24,
      amount: 43_200,
    },
  },
  {
    ...{ code: "RC-01", kind: "goods", name: ["一次性雨衣", "Rain capes"] },
    ...{
      category: ["零售商品", "Retail"],
      unit: ["件", "piece"],
      safety: 100,
      leadDays: 3,
      quantity: 360,
      amount: 108_000,
    },
  },
];

/** Once: where there is a warehouse, everything is left as it is. */
export async function seedStock(tx: Transaction, people: DemoPeople, now: Date): Promise<void> {
  const { say, manager, keeper } = people;
  const then = new Date(now.getTime() - 5 * 86_400_000);
  const at = sql`${then.toISOString()}::timestamptz`;
  const day = businessDay(then).replaceAll("-", "");
  const shown = items.map((item, place) => ({
    ...{ place, code: item.code, kind: item.kind, name: say(...item.name), category: say(...item.category) },
    ...{ unit: say(...item.unit), safety: item.safety, lead_days: item.leadDays },
    ...{ quantity: item.quantity, amount: item.amount },
    ...{ prefix: item.numbers?.prefix ?? null, digits: item.numbers?.digits ?? null },
    serials: item.numbers ? saySpans(item.numbers, [{ first: 1, last: item.quantity }]) : null,
  }));
  const made = await tx.execute(sql`
    insert into stock_store (code, name, park_id, place, keeper)
    select w.code, w.name, p.id, w.place, ${keeper.name}
    from (select min(id) as id from named_park having count(*) > 0) p
    cross join (values
      ('WH-1', ${say("票务库", "Ticket store")}, ${say("游客中心地下一层", "Visitor centre, basement")}),
      ('WH-2', ${say("东门周转库", "East Gate store")}, ${say("东门售票厅", "East Gate ticket hall")})
    ) w (code, name, place)
    where not exists (select from stock_store)
    returning id
  `);
  if (made.rows.length === 0) return;
  const number = `RK${day}${String(await sequenceWithoutGap({ db: tx }, "RK", day)).padStart(6, "0")}`;
  await tx.execute(sql`
    insert into stock_item (code, name, kind, category, unit, safety, lead_days, serial_prefix, serial_digits)
    select code, name, kind, category, unit, safety, lead_days, prefix, digits
    from jsonb_to_recordset(${JSON.stringify(shown)}::jsonb)
      d (place int, code text, name text, kind text, category text, unit text, safety int, lead_days int, prefix text, digits int)
    order by place
  `);
  const given = sql`
    jsonb_to_recordset(${JSON.stringify(shown)}::jsonb) d (place int, code text, quantity int, amount bigint, serials text)
    join stock_item i on i.code = d.code
    cross join (select id from stock_store where code = 'WH-1') s`;
  const supplier = say("华彩票证印务", "Huacai Ticket Printing");
  await tx.execute(sql`
    with bill as (
      insert into stock_in (code, number, store_id, kind, supplier, status, amount, maker_name, maker_id, approver_name, posted_at)
      select 'RKD-D1', ${number}, id, 'purchase', ${supplier}, 'posted',
             ${items.reduce((sum, { amount }) => sum + amount, 0)}, ${keeper.name}, ${keeper.id}::bigint, ${manager.name}, ${at}
      from stock_store where code = 'WH-1'
      returning id
    )
    insert into stock_in_line (stock_in_id, position, item_id, quantity, amount, serials)
    select bill.id, d.place, i.id, d.quantity, d.amount, d.serials
    from bill, ${given}
  `);
  await tx.execute(sql`
    with accounts as (
      insert into stock_account (store_id, item_id, quantity, moved_at)
      select s.id, i.id, d.quantity, ${at} from ${given} order by d.place
      returning id, store_id, item_id, quantity
    )
    insert into stock_ledger (at, stock_account_id, store_id, item_id, kind, quantity_change, quantity, transit, source, source_key, account_id, account_name)
    select ${at}, id, store_id, item_id, 'in', quantity, quantity, 0, ${number}, 'stock/in/' || ${number} || '/' || item_id, ${keeper.id}::bigint, ${keeper.name}
    from accounts
  `);
  await tx.execute(sql`
    with accounts as (
      insert into stock_value (store_id, item_id, amount, moved_at)
      select s.id, i.id, d.amount, ${at} from ${given} order by d.place
      returning id, store_id, item_id, amount
    )
    insert into stock_value_ledger (at, stock_value_id, store_id, item_id, kind, amount_change, amount, transit, source, source_key, account_id, account_name)
    select ${at}, id, store_id, item_id, 'in', amount, amount, 0, ${number}, 'stock/in/' || ${number} || '/' || item_id, ${keeper.id}::bigint, ${keeper.name}
    from accounts
  `);
  await tx.execute(sql`
    with ranges as (
      insert into stock_range (item_id, store_id, state, first_no, last_no, moved_at)
      select i.id, s.id, 'stock', 1, d.quantity, ${at} from ${given} where i.serial_digits is not null
      returning item_id, store_id, first_no, last_no
    )
    insert into stock_serial_log (at, item_id, store_id, kind, first_no, last_no, source, part, account_id, account_name)
    select ${at}, item_id, store_id, 'in', first_no, last_no, ${number}, item_id::text, ${keeper.id}::bigint, ${keeper.name} from ranges
  `);
  await tx.execute(sql`
    with wanted as (
      select * from (values ('CKD-D1', 'TK-80', 20), ('CKD-D2', 'RC-01', 60)) w (bill, item, quantity)
    ),
    bill as (
      insert into stock_out (code, store_id, kind, to_store_id, status, maker_name, maker_id, remark)
      select w.bill, a.id, 'transfer', b.id, 'submitted', ${keeper.name}, ${keeper.id}::bigint,
             ${say("周末补货", "For the weekend")}
      from wanted w, stock_store a, stock_store b
      where a.code = 'WH-1' and b.code = 'WH-2'
      returning id, code
    )
    insert into stock_out_line (stock_out_id, position, item_id, quantity)
    select bill.id, 0, i.id, w.quantity
    from bill
    join wanted w on w.bill = bill.code
    join stock_item i on i.code = w.item
  `);
  await tx.execute(sql`
    with bill as (
      insert into stock_write_off (code, store_id, kind, maker_name, maker_id, remark)
      select 'BFD-D1', id, 'damaged', ${keeper.name}, ${keeper.id}::bigint, ${say("受潮", "Damp")}
      from stock_store where code = 'WH-1'
      returning id
    )
    insert into stock_write_off_line (stock_write_off_id, position, item_id, quantity)
    select bill.id, 0, i.id, 2 from bill, stock_item i where i.code = 'WB-01'
  `);
  await tx.execute(sql`
    insert into stock_count (code, store_id, maker_name)
    select 'PDD-D1', id, ${manager.name} from stock_store where code = 'WH-1'
  `);
}
