/** Orders of an application: found by its own number, locked where something is done about them, and told. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import type { OpenOrder } from "~/contract/open/operations";
import { NotFound } from "../../kernel/refusal";
import { firstOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import { type HeldOrder, heldOrder } from "../order/hold";
import { ticketsTold } from "../ticket/sold-tickets";
import type { Application } from "./authenticate";

export interface OwnOrder extends HeldOrder {
  openId: number;
  outerNo: string;
  requestHash: string;
  holdUntil: Date;
  payNo: string | null;
  latePayNo: string | null;
}

/** One of another application is not there. Locked, it is read after whoever had it before. */
export async function ownOrder(
  call: Call,
  application: Pick<Application, "id">,
  outerNo: string,
  lock: boolean,
): Promise<OwnOrder> {
  const known = await firstOf<Omit<OwnOrder, keyof HeldOrder> & { orderId: number | null }>(
    call.db,
    sql`
      select id as "openId", outer_no as "outerNo", request_hash as "requestHash", order_id as "orderId",
             hold_until as "holdUntil"
      from open_order
      where access_app_id = ${application.id} and outer_no = ${outerNo}
    `,
  );
  const order = known?.orderId ? await heldOrder(call, known.orderId, lock) : undefined;
  if (!known || !order) throw new NotFound(m.open_no_order({ outerNo }));
  // What was paid is read once the order is locked: the one before may have paid it.
  const payments = await firstOf<Pick<OwnOrder, "payNo" | "latePayNo">>(
    call.db,
    sql`select pay_no as "payNo", late_pay_no as "latePayNo" from open_order where id = ${known.openId}`,
  );
  const { payNo = null, latePayNo = null } = payments ?? {};
  return { ...known, ...order, holdUntil: new Date(known.holdUntil), payNo, latePayNo };
}

/** As the application is told of it: codes of tickets only once they are paid. */
export async function tellOrder(call: Call, application: Pick<Application, "id">, outerNo: string): Promise<OpenOrder> {
  const order = await ownOrder(call, application, outerNo, false);
  const isPaid = !["pending", "cancelled", "expired"].includes(order.state);
  const tickets = await ticketsTold(call, order.id, isPaid);
  return {
    ...{ outerNo, orderNo: order.orderNo, state: order.state as OpenOrder["state"], visitDay: order.visitDay },
    ...{ payable: order.payable, paid: order.paid, refunded: order.refunded },
    ...{ holdUntil: order.holdUntil.toISOString(), payNo: order.payNo ?? "" },
    abnormal: order.latePayNo !== null && order.payNo === null,
    tickets,
  };
}

/** Whether an order was made by a connected application: whoever runs that has sold it. */
export async function isOfApplication({ db }: Call, orderId: number): Promise<boolean> {
  return Boolean(await firstOf(db, sql`select id from open_order where order_id = ${orderId}`));
}
