/** An order as a repair looks at it, and why each of the ways to put it right cannot be taken. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { type RepairAction, repairActions } from "~/contract/order/repair-actions";
import { yuan } from "../../../kernel/money";
import { NotFound } from "../../../kernel/refusal";
import { firstOf, rowsOf } from "../../../kernel/rows";
import type { Call } from "../../../kernel/served";
import { type Sellable, type SoldLine, sellableOf } from "../sellable";
import { orderWithLines } from "../sold-order";
import { visibleOrders } from "../visible";

interface Shown {
  id: number;
  lineId: number;
  ticketNo: string;
  state: string;
}

export interface Looked {
  id: number;
  orderNo: string;
  offline: boolean;
  state: string;
  visitDay: string;
  paid: number;
  refunded: number;
  refunding: number;
  quantity: number;
  mobile: string;
  contact: string;
  /** A company has yet to say what became of its payment. */
  waits: boolean;
  lines: SoldLine[];
  pieces: Shown[];
}

/** By number; locked where something is to be done with it. Who may not see it does not find it. */
export async function lookAt(
  call: Call,
  sellables: readonly Sellable[],
  which: { orderNo: string } | { id: number },
  lock: boolean,
): Promise<Looked> {
  const by = "id" in which ? sql`o.id = ${which.id}` : sql`o.order_no = ${which.orderNo}`;
  const read = () =>
    firstOf<Omit<Looked, "lines" | "pieces">>(
      call.db,
      sql`
        select o.id, o.order_no as "orderNo", o.offline, o.state, o.visit_day::text as "visitDay", o.paid, o.refunded,
               o.refunding, o.quantity, o.contact_mobile as mobile, o.contact_name as contact,
               exists (
                 select from pay_attempt a
                 where a.corp_code = o.corp_code and a.order_id = o.id and a.state in ('started', 'unknown')
               ) as waits
        from orders o
        where ${by}
      `,
    );
  const found = await firstOf<{ id: number }>(
    call.db,
    sql`select o.id from orders o where ${by} and ${await visibleOrders(call)}`,
  );
  if (!found) throw new NotFound();
  const { lines } = await orderWithLines(call, found.id, lock);
  const order = await read();
  if (!order) throw new NotFound();
  const pieces: Shown[] = [];
  for (const name of new Set(lines.map(({ business }) => business))) {
    const { shown } = sellableOf(sellables, name);
    if (shown) pieces.push(...(await rowsOf<Shown>(call.db, shown.pieces(order.id))));
  }
  return { ...order, lines, pieces };
}

/** Of each line of a business that can issue again: how many pieces are missing. */
export function missingOf(sellables: readonly Sellable[], { lines, pieces }: Looked) {
  return lines.flatMap((line) => {
    const { issueAgain } = sellableOf(sellables, line.business);
    const missing = line.quantity - pieces.filter(({ lineId }) => lineId === line.id).length;
    return issueAgain && missing > 0 ? [{ line, missing, whyNot: issueAgain.whyNot(line) }] : [];
  });
}

const closed = ["cancelled", "expired"];
export const usable = ["issued", "partlyUsed"];

export function whyNot(call: Call, sellables: readonly Sellable[], order: Looked, action: RepairAction): string {
  const left = order.paid - order.refunded;
  switch (action) {
    case "reissue": {
      if (order.state === "pending") return m.repair_no_unpaid();
      if (closed.includes(order.state)) return m.repair_no_closed();
      if (order.state === "refunded") return m.repair_no_refunded();
      const missing = missingOf(sellables, order);
      if (missing.length === 0)
        return order.pieces.length === 0 ? m.repair_no_pieces() : m.repair_no_all_issued({ n: order.pieces.length });
      return missing.find((one) => one.whyNot !== "")?.whyNot ?? "";
    }
    case "resend":
      if (!order.pieces.some(({ state }) => usable.includes(state))) return m.repair_no_tickets();
      if (order.mobile === "") return m.repair_no_mobile();
      return call.texts.needsMobile ? "" : m.repair_no_gateway();
    case "askPayment":
      return "";
    case "close":
      if (order.waits) return m.pay_repair_waits();
      if (closed.includes(order.state)) return m.repair_no_closed();
      if (left + order.refunding > 0) return m.repair_no_paid({ amount: yuan(left) });
      if (order.pieces.some(({ state }) => usable.includes(state))) return m.repair_no_issued();
      return order.state === "pending" ? "" : m.repair_no_pending();
  }
}

export const actionsOf = (call: Call, sellables: readonly Sellable[], order: Looked) =>
  repairActions.map((action) => ({ action, whyNot: whyNot(call, sellables, order, action) }));
