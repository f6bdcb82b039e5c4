/** Cards of stored value in stock and in people's hands, brought over with their balances, and a rule for spending them. */
import { sql } from "drizzle-orm";
import type { Transaction } from "../../db/database";
import { rowsOf } from "../../kernel/rows";
import { checkedIdentity } from "../../seed/identity";
import { typeReference } from "../card/type";
import type { DemoPeople } from "../manifest";

interface Shown {
  number: string;
  name?: string;
  /** Fen of the one top-up, and of the gift that came with it. */
  amount?: number;
  gift?: number;
  lost?: true;
}

const shown: readonly Shown[] = [
  ...["70010001", "70010002", "70010003", "70010004", "70010005", "70010006"].map((number): Shown => ({ number })),
  { number: "70000001", name: "何志远", amount: 50_000, gift: 4_000 },
  { number: "70000002", name: "罗晓琴", amount: 100_000, gift: 10_000 },
  { number: "70000003", name: "梁国华", amount: 20_000, gift: 1_000, lost: true },
];

/** Once: where there is a card, everything is left as it is. */
export async function seedStored(tx: Transaction, people: DemoPeople, now: Date): Promise<void> {
  const [type] = await rowsOf<{ id: number }>(
    tx,
    sql`
      select id::float8 as id from ${typeReference.table}
      where kind = 'stored' and code = 'CZ-01' and not exists (select from stored_card)
    `,
  );
  if (!type) return;
  for (const [place, card] of shown.entries()) await insertCard(tx, people, { card, typeId: type.id, place, now });
  await tx.execute(sql`
    with rule as (
      insert into stored_rule (name, card_type_id, percent, daily_most)
      values (${people.say("园内九五折", "5% off in the park")}, ${type.id}, 95, 100000)
      returning id
    )
    insert into stored_rule_place (stored_rule_id, position, park_id)
    select rule.id, p.place, p.id
    from rule, (select id, row_number() over (order by id) - 1 as place from named_park) p
  `);
}

interface Seeding {
  card: Shown;
  typeId: number;
  place: number;
  now: Date;
}

async function insertCard(tx: Transaction, people: DemoPeople, { card, typeId, place, now }: Seeding): Promise<void> {
  const { number, name, amount = 0, gift = 0, lost } = card;
  if (name === undefined) {
    await tx.execute(sql`insert into stored_card (number, card_type_id) values (${number}, ${typeId})`);
    return;
  }
  const { say, seller } = people;
  const at = sql`${new Date(now.getTime() - (place + 1) * 86_400_000).toISOString()}::timestamptz`;
  const [made] = await rowsOf<{ id: number }>(
    tx,
    sql`
      insert into stored_card (
        number, card_type_id, status, holder_name, document, identity, mobile, sold_at, frozen_at, remark, principal,
        gift, moved_at
      )
      values (
        ${number}, ${typeId}, ${lost ? "frozen" : "active"}, ${say(name)}, 'resident',
        ${checkedIdentity(`11010119870303${String(place).padStart(3, "0")}`)}, ${`1380013${8500 + place}`}, ${at},
        ${lost ? at : null},
        ${say("旧登记转入", "Brought over from the old register")}, ${amount}, ${gift}, ${at}
      )
      returning id::float8 as id
    `,
  );
  if (!made) return;
  const slip = `SV-${number}`;
  await tx.execute(sql`
    insert into stored_ledger (
      at, stored_card_id, number, card_type_id, kind, principal_change, gift_change, principal, gift, deposit, source,
      account_id, account_name
    )
    values
      (${at}, ${made.id}, ${number}, ${typeId}, 'topUp', ${amount}, 0, ${amount}, 0, 0, ${slip}, ${seller.id}, ${seller.name}),
      (${at}, ${made.id}, ${number}, ${typeId}, 'topUpGift', 0, ${gift}, ${amount}, ${gift}, 0, ${slip}, ${seller.id}, ${seller.name})
  `);
  await tx.execute(sql`
    insert into stored_top_up (card_id, slip_no, payment_type, amount, at)
    values (${made.id}, ${slip}, 'wechat', ${amount}, ${at})
  `);
  await tx.execute(sql`
    with way as (
      insert into stored_way (card_id, payment_type, paid, moved_at)
      values (${made.id}, 'wechat', ${amount}, ${at})
      returning id
    )
    insert into stored_money (
      at, stored_way_id, card_id, payment_type, kind, paid_change, paid, source, account_id, account_name
    )
    select ${at}, way.id, ${made.id}, 'wechat', 'take', ${amount}, ${amount}, ${slip}, ${seller.id}, ${seller.name}
    from way
  `);
}
