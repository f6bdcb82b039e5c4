/** Money that a seller has taken of an order of which a company has yet to take the rest: it is booked when the company has. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { yuan } from "../../../../kernel/money";
import { firstOf } from "../../../../kernel/rows";
import type { Call } from "../../../../kernel/served";

/** The sentence why the seller's shift cannot be closed yet: such money would lie in the drawer and in no report; null where it can. */
export async function waitsWithMoney({ db }: Call, sellerId: number): Promise<string | null> {
  const waiting = await firstOf<{ orderNo: string; taken: number }>(
    db,
    sql`
      select o.order_no as "orderNo", (o.payable - a.amount)::float8 as taken
      from pay_attempt a
      join orders o on o.corp_code = a.corp_code and o.id = a.order_id
      where a.seller_id = ${sellerId}
        and a.kept is not null
        and o.state = 'pending'
        and o.payable > a.amount
      order by a.id
      limit 1
    `,
  );
  return waiting ? m.pay_shift_waits({ orderNo: waiting.orderNo, amount: yuan(waiting.taken) }) : null;
}
