/** Orders of an application: found by its own number, locked where something is done about them, and told. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import type { OpenOrder } from "~/contract/open/operations";
import { NotFound } from "../../kernel/refusal";
import { firstOf, rowsOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import { type HeldOrder, heldOrder } from "../order/hold";
import { type ApplicationParty, partiesOfApplications } from "../platform/open-application";
import { ticketsTold } from "../ticket/sold-tickets";
import type { Application } from "./authenticate";
import { ownOfOrder } from "./own";

export interface OwnOrder extends HeldOrder {
  openId: number;
  outerNo: string;
  requestHash: string;
  holdUntil: Date;
  payNo: string | null;
  latePayNo: string | null;
  /** On whose account it is sold; null where the application takes the money. */
  agencyId: number | null;
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
             hold_until as "holdUntil", agency_id::float8 as "agencyId"
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
    onAccount: order.agencyId !== null,
    tickets,
    own: await ownOfOrder(call, order.id),
  };
}

/** By order: the application that has sold it, where its customers are not the house's own. */
export async function applicationsOf(
  { db }: Call,
  orderIds: readonly number[],
): Promise<Map<number, ApplicationParty>> {
  const sold = await rowsOf<{ orderId: number; applicationId: number }>(
    db,
    sql`
      select order_id::float8 as "orderId", access_app_id::float8 as "applicationId"
      from open_order
      where order_id = any (${`{${orderIds.join(",")}}`}::bigint[])
    `,
  );
  if (sold.length === 0) return new Map();
  const ids = [...new Set(sold.map(({ applicationId }) => applicationId))];
  const parties = await partiesOfApplications(db, ids);
  return new Map(
    sold.flatMap(({ orderId, applicationId }): [number, ApplicationParty][] => {
      const party = parties.get(applicationId);
      return party ? [[orderId, party]] : [];
    }),
  );
}
