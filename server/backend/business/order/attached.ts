/** What is attached to orders (own fields, notes) is read by whoever sees the order, and by nobody else. */
import { inArray, sql } from "drizzle-orm";
import { orderDetail } from "~/contract/order/order";
import { noteHolder } from "../../files/read-rights";
import { NotFound } from "../../kernel/refusal";
import { firstOf } from "../../kernel/rows";
import { noteSubject } from "../../notes/subjects";
import { orders } from "./schema";
import { visibleOrders } from "./visible";

const { access } = orderDetail;
const funs = typeof access === "object" ? [access.fun].flat() : [];

export function noteOrders(): void {
  noteHolder({ noun: "order", methods: { get: { access } } } as never, orders, {
    async seen({ userId, opens, may }) {
      return inArray(
        orders.id,
        sql`(select o.id from orders o where ${await visibleOrders({ opens, may, caller: { userId } })})`,
      );
    },
  });
  noteSubject({
    ...{ noun: "order", thing: "order", funs },
    async label(call, id, lock) {
      const row = await firstOf<{ orderNo: string }>(
        call.db,
        sql`
          select o.order_no as "orderNo"
          from orders o
          where o.id = ${id} and ${await visibleOrders(call)}
          ${lock ? sql`for update of o` : sql``}
        `,
      );
      if (!row) throw new NotFound();
      return row.orderNo;
    },
  });
}
