/** Which orders an invoice is asked for: those that were chosen, or those of a statement of which something is left. */
import { mostOrders } from "~/contract/invoice/bounds";
import { m } from "~/contract/messages";
import { Invalid, NotFound } from "../../kernel/refusal";
import type { Call } from "../../kernel/served";
import { ordersOfStatement } from "../travel/statement-orders";
import { leftOfOrders } from "./left";

export interface AskedFor {
  orderIds: readonly number[];
  statementId?: number | undefined;
}

export interface AskedOrders {
  /** All of them, to be locked: what is left of each is looked at afterwards. */
  orderIds: number[];
  /** Of the statement; "" where orders were chosen. */
  statement: string;
  /** Why this statement is invoiced by nobody. */
  whyNot: string;
}

export async function ordersAsked(call: Call, { orderIds, statementId }: AskedFor): Promise<AskedOrders> {
  if (statementId === undefined) {
    if (orderIds.length === 0) throw new Invalid({ orderIds: [m.v_required()] });
    return { orderIds: [...new Set(orderIds)], statement: "", whyNot: "" };
  }
  const found = await ordersOfStatement(call, statementId);
  if (!found) throw new NotFound();
  const { code, fixed, orderIds: all } = found;
  const large = all.length > mostOrders ? m.invoice_statement_large({ n: mostOrders, code }) : "";
  return { orderIds: all, statement: code, whyNot: fixed ? large : m.invoice_statement_open({ code }) };
}

/** Of a statement, what was invoiced order by order or went back is left out; who chose orders is told of each. */
export async function stillOpen(call: Call, { orderIds, statement }: AskedOrders): Promise<number[]> {
  if (statement === "") return orderIds;
  const lefts = await leftOfOrders(call, orderIds);
  return lefts.filter(({ total }) => total > 0).map(({ order }) => order.id);
}
