/** The page of one line of an order, a sub-order, by the `id` in its address: its terms, what became of it, its tickets. */
import type { LoaderFunctionArgs } from "@remix-run/node";
import { m } from "~/contract/messages";
import { formatYuan } from "~/contract/money";
import { orderDetail } from "~/contract/order/order";
import { keepingWay, leadingOn, type WayBack, wayBack } from "~/resource/way-back.server";
import { labelOf, loadLabels } from "~/screens/labels.server";
import { permission } from "~/screens/permission.server";
import { idFrom } from "~/screens/query.server";
import { lineState } from "./line-state";
import { commandsOf, type OrderCommands, reductionsTable, ticketsTable } from "./order-page.server";
import type { SmallTable } from "./order-table";

export interface SubOrderPage {
  title: string;
  state: { state: string; label: string };
  /** To the whole order. */
  to: string;
  /** Where it was not opened from the order. */
  back: WayBack | null;
  facts: [label: string, value: string][];
  money: [label: string, value: string][];
  tables: SmallTable[];
  commands: OrderCommands;
}

export async function loadSubOrder({ request, context }: LoaderFunctionArgs): Promise<SubOrderPage> {
  const lineId = idFrom(request, "id");
  const [order, labels, refund, change, supplement] = await Promise.all([
    context.dispatch.call(orderDetail, { lineId }),
    loadLabels(context, "orderState", "ticketState", "saleChannel", "refundRule", "discountReason", "reductionKind"),
    permission(context, "order:refund"),
    permission(context, "order:change"),
    permission(context, "order:supplement"),
  ]);
  const place = order.lines.findIndex(({ id }) => id === lineId);
  const line = order.lines[place];
  if (!line) throw new Response(null, { status: 404 });
  const label = (dictionary: string, value: string) => ({ state: value, label: labelOf(labels, dictionary, value) });
  const own = { ...order, lines: [line], tickets: order.tickets.filter((ticket) => ticket.lineId === lineId) };
  const page = order.channel === "network" ? "/networkOrderDetail" : "/offlineOrderDetail";
  const { dictionary, value } = lineState(order, line);
  const whole = `${page}?id=${order.id}`;
  const from = wayBack(context, whole);
  const leading = leadingOn(context);
  return {
    title: `${order.orderNo}-${place + 1}`,
    state: label(dictionary, value),
    to: from?.to.startsWith(`${page}?`) ? from.to : leading(whole),
    back: from?.to.startsWith(`${page}?`) ? null : from,
    facts: [
      [m.sale_ticket(), line.name] as [string, string],
      [m.sale_slot(), line.slot] as [string, string],
      [m.order_channel(), labelOf(labels, "saleChannel", order.channel)] as [string, string],
      [m.order_visit_day(), line.visitDay || order.visitDay] as [string, string],
      [m.order_created(), order.createdAt] as [string, string],
      [m.order_policy(), line.policyName || m.order_list_price()] as [string, string],
      [m.refund_rule(), labelOf(labels, "refundRule", line.refundRule)] as [string, string],
      [m.order_quantity(), String(line.quantity)] as [string, string],
      [m.order_used(), String(line.used)] as [string, string],
      [m.order_refunding(), String(line.refunding)] as [string, string],
      [m.order_refunded_n(), String(line.refunded)] as [string, string],
      [m.change_changed_n(), line.changed > 0 ? String(line.changed) : ""] as [string, string],
    ].filter(([, value]) => value !== ""),
    money: [
      [m.order_unit_price(), formatYuan(line.unitPrice)],
      [m.order_amount(), formatYuan(line.amount)],
      [m.order_discount(), formatYuan(line.discount)],
      [m.order_payable(), formatYuan(line.amount - line.discount)],
    ],
    tables: [...reductionsTable(own, labels), ticketsTable(own, label, leading)],
    commands: commandsOf(own, { refund, change, supplement }, keepingWay(context)),
  };
}
