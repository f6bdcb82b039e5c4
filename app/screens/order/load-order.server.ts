/** The page of one order, by the `id` in its address. */
import type { LoaderFunctionArgs } from "@remix-run/node";
import { orderDetail } from "~/contract/order/order";
import { loadLabels } from "~/screens/labels.server";
import { idFrom } from "~/screens/query.server";
import { mayPress } from "~/screens/rights.server";
import { type OrderPage, orderPage } from "./order-page.server";

export async function loadOrder({ request, context }: LoaderFunctionArgs): Promise<OrderPage> {
  const [order, labels] = await Promise.all([
    context.dispatch.call(orderDetail, { id: idFrom(request, "id") }),
    loadLabels(context, "orderState", "ticketState", "refundState", "paymentType", "saleChannel", "refundRule"),
  ]);
  return orderPage(order, labels, (button) => mayPress(context, button));
}
