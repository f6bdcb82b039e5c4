/** Money that went back before its invoice was reversed: what of it is still to be reversed, an order's or a top-up's. */
import { type SQL, sql } from "drizzle-orm";
import type { Call } from "../../kernel/served";

/** The oldest stay: what is reversed is taken off the latest. Whoever calls holds the order or the top-up. */
async function keep({ db }: Pick<Call, "db">, of: SQL, most: number): Promise<void> {
  await db.execute(sql`
    delete from invoice_owed
    where corp_code = current_setting('app.corp_code') and id in (
      select id
      from (
        select id, sum(amount) over (order by id) - amount as older
        from invoice_owed
        where corp_code = current_setting('app.corp_code') and ${of}
      ) listed
      where older >= ${most}
    )
  `);
  if (most === 0) return;
  await db.execute(sql`
    update invoice_owed o
    set amount = ${most} - listed.older
    from (
      select id, amount, sum(amount) over (order by id) - amount as older
      from invoice_owed
      where corp_code = current_setting('app.corp_code') and ${of}
    ) listed
    where o.corp_code = current_setting('app.corp_code') and o.id = listed.id and listed.older + listed.amount > ${most}
  `);
}

export const owedOfOrder = (call: Pick<Call, "db">, orderId: number, most: number) =>
  keep(call, sql`order_id = ${orderId}`, most);
export const owedOfTopUp = (call: Pick<Call, "db">, topUpId: number, most: number) =>
  keep(call, sql`top_up_id = ${topUpId}`, most);
