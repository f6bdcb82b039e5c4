/** A group of lockers in the first park: some in use, most of them overdue, one faulty, one disabled. */
import { sql } from "drizzle-orm";
import type { Transaction } from "../../db/database";
import type { DemoPeople } from "../manifest";

/** Once: where there is a group, everything is left as it is. */
export async function seedLockers(tx: Transaction, { seller, say }: DemoPeople, now: Date): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`;
  await tx.execute(sql`
    with groups as (
      insert into locker_group (code, name, park_id, place, deposit_small, deposit_medium, deposit_large, hours)
      select 'LK-E', ${say("东门储物柜", "East Gate Lockers")}, min(id), ${say("游客中心一层，检票口左侧", "Visitor centre, ground floor, left of the gates")}, 1000, 2000, 3000, 12
      from named_park
      where not exists (select from locker_group)
      having count(*) > 0
      returning id
    )
    insert into locker_box (locker_group_id, number, size, deposit, status, remark)
    select groups.id, 'A' || lpad(n::text, 2, '0'),
           case when n <= 12 then 'small' when n <= 20 then 'medium' else 'large' end,
           case when n <= 12 then 1000 when n <= 20 then 2000 else 3000 end,
           case n when 7 then 'faulty' when 24 then 'disabled' else 'free' end,
           case n when 7 then ${say("锁舌卡滞，待维修", "Latch sticks, to be repaired")} end
    from groups, generate_series(1, 24) n
  `);
  await tx.execute(sql`
    with used as (
      insert into locker_use (box_id, payment_type, held, moved_at)
      select id, case id % 3 when 0 then 'cash' when 1 then 'wechat' else 'alipay' end, deposit,
             ${at} - (id % 4 + 2) * interval '5 hours'
      from locker_box b
      where status = 'free' and id % 5 = 0 and not exists (select from locker_use)
      returning id, box_id, payment_type, held, moved_at
    ),
    taken as (
      insert into locker_ledger (
        at, locker_use_id, box_id, payment_type, kind, held_change, kept_change, held, kept, source, account_id, account_name
      )
      select u.moved_at, u.id, u.box_id, u.payment_type, 'take', u.held, 0, u.held, 0, b.number, ${seller.id}, ${seller.name}
      from used u
      join locker_box b on b.id = u.box_id
    )
    update locker_box b
    set status = 'occupied', mobile = '1380013' || lpad((8000 + b.id)::text, 4, '0'), held = u.held,
        payment_type = u.payment_type, occupied_at = u.moved_at, due_at = u.moved_at + interval '12 hours', use_id = u.id
    from used u
    where b.id = u.box_id
  `);
}
