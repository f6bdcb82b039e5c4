/** One order whole: its head, what hangs under it, and its time line. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { type OrderRow, orderDetail } from "~/contract/order/order";
import { offlineOrder } from "~/contract/order/order-lists";
import { stamp } from "../../kernel/business-time";
import { maskIdentity } from "../../kernel/mask";
import { Invalid, NotFound } from "../../kernel/refusal";
import { logOf } from "../../kernel/resource-changes";
import { firstOf } from "../../kernel/rows";
import { serve } from "../../kernel/served";
import { noteUnmaskedView } from "../../kernel/unmasked-views";
import { notesOf } from "../../notes/notes";
import { pagesBeside } from "./beside";
import { sayChange } from "./change-moments";
import { orderColumns, shownOrder } from "./order-list";
import { partsOf } from "./order-parts";
import { keptOrigins, originsOf } from "./origins";
import { ownOfOrder } from "./own";
import type { Sellable } from "./sellable";
import { visibleOrders } from "./visible";

export const serveDetail = (sellables: readonly Sellable[]) =>
  serve(orderDetail, async (call, { id, orderNo, lineId, logPage, notesPage }) => {
    if ([id, orderNo, lineId].every((one) => one === undefined)) throw new Invalid({ id: [m.v_required()] });
    const found = await firstOf<OrderRow & { remark: string; exchanged: number; origins: Record<string, unknown> }>(
      call.db,
      sql`
      select ${orderColumns}, o.remark, o.exchanged, ${keptOrigins()} as origins
      from orders o
      where ${
        id !== undefined
          ? sql`o.id = ${id}`
          : orderNo !== undefined
            ? sql`o.order_no = ${orderNo}`
            : sql`o.id = (select order_id from sub_order where id = ${lineId})`
      }
        and ${await visibleOrders(call)}
    `,
    );
    if (!found) throw new NotFound();
    const { origins, ...order } = found;
    const maySee = await call.may("sensitive:view");
    const { lines, tickets, payments, refunds, changes } = await partsOf(call.db, sellables, order.id);
    if (maySee && [order.contactMobile, ...tickets.map((ticket) => ticket.holderIdentity)].some(Boolean)) {
      noteUnmaskedView(call, "order", [{ id: order.id, label: order.orderNo }]);
    }
    return {
      ...shownOrder(order, maySee),
      lines,
      pages: pagesBeside(
        order.orderNo,
        lines.map(({ business }) => business),
      ),
      origins: await originsOf(call, origins),
      tickets: tickets.map((ticket) =>
        maySee ? ticket : { ...ticket, holderIdentity: maskIdentity(ticket.holderIdentity) },
      ),
      payments: payments.map((payment) => ({ ...payment, at: stamp(payment.at) })),
      refunds: refunds.map(shownRefund),
      changes: changes.map(({ detail, ...change }) => ({ ...change, at: stamp(change.at), what: sayChange(detail) })),
      ...(await ownOfOrder(call, order.id, order.orderNo)),
      log: await logOf(call, offlineOrder, order.id, logPage, order.orderNo),
      ...(notesPage !== undefined && { notes: await notesOf(call, "order", order.id, notesPage) }),
    };
  });

function shownRefund<R extends { requestedAt: string; decidedAt: string | null }>(refund: R) {
  return { ...refund, requestedAt: stamp(refund.requestedAt), decidedAt: stamp(refund.decidedAt) };
}
