/** A type of stored value with gifts for larger top-ups. */
import { sql } from "drizzle-orm";
import type { Transaction } from "../../db/database";
import type { DemoPeople } from "../manifest";

/** Once: where there is one, everything is left as it is. */
export async function seedStoredType(tx: Transaction, { say }: DemoPeople): Promise<void> {
  await tx.execute(sql`
    with fee as (
      insert into card_fee (code, name, issue, deposit, replacement, renewal, scale_basis)
      select 'GB-02', ${say("储值卡收费", "Stored-value fees")}, 0, 2000, 1500, 0, 'share'
      where not exists (select from card_type where kind = 'stored') and exists (select from named_park)
        and not exists (select from card_fee where code = 'GB-02')
      returning id
    ),
    type as (
      insert into card_type (
        code, name, kind, price, card_fee_id, validity, asks_identity, asks_mobile, asks_photo, renewable,
        gift_order, refund_rule, wallet, wallet_rotates
      )
      select 'CZ-01', ${say("园区消费卡", "Park spending card")}, 'stored', 0, fee.id, 'sale', false, false, false, false,
             'last', 'anytime', true, true
      from fee
      returning id
    )
    insert into card_type_tier (card_type_id, position, from_amount, gift)
    select type.id, t.position, t.from_amount, t.gift
    from type, (values (0, 20000, 1000), (1, 50000, 4000), (2, 100000, 10000)) t (position, from_amount, gift)
  `);
}
