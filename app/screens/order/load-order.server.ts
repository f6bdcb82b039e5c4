/** The page of one order, by the `id` in its address. */
import type { LoaderFunctionArgs } from "@remix-run/node";
import { orderDetail } from "~/contract/order/order";
import { loadLabels } from "~/screens/labels.server";
import { permission } from "~/screens/permission.server";
import { idFrom } from "~/screens/query.server";
import { type OrderPage, orderPage } from "./order-page.server";

export async function loadOrder({ request, context }: LoaderFunctionArgs): Promise<OrderPage> {
  const [order, labels, refund, print] = await Promise.all([
    context.dispatch.call(orderDetail, { id: idFrom(request, "id") }),
    loadLabels(context, "orderState", "ticketState", "refundState", "paymentType", "saleChannel", "refundRule"),
    permission(context, "order:refund"),
    permission(context, "sale:print"),
  ]);
  return orderPage(context, order, labels, { refund, print });
}
