/** Ways of taking numbers from a roll without its protections: for controls that see what two at once do then. */
import { sql } from "drizzle-orm";
import type { RollWays } from "~server/backend/business/stock/roll-prints";

/** Neither the roll is held, nor is it asked whether the number is there still. Both have read the top before either writes. */
export const carelessly = ({ met }: { met: () => Promise<unknown> }): RollWays => ({
  async hold({ db, caller }, itemId) {
    const { rows } = await db.execute<{ id: number }>(sql`
      select id::float8 as id from stock_roll
      where seller_id = ${caller.userId} and item_id = ${itemId} and status = 'open'
      order by id
    `);
    return rows.map(({ id }) => id);
  },
  async move({ db, now }, { id: itemId }, spans, { from }) {
    await met();
    for (const { first, last } of spans) {
      await db.execute(sql`
        update stock_range set first_no = ${last + 1}
        where item_id = ${itemId} and state = 'seller' and first_no = ${first}
      `);
      await db.execute(sql`
        insert into stock_range (item_id, store_id, stock_roll_id, state, first_no, last_no, moved_at)
        values (${itemId}, ${from.storeId}, ${from.rollId ?? null}, 'sold', ${first}, ${last}, ${now.toISOString()}::timestamptz)
      `);
    }
  },
});
