/** One offline order (`/offlineOrderDetail`). */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { commandOrder, loadOrder } from "./load-order.server";
import { OrderView } from "./order-view";

export const handle = { menu: "/order/offlineOrderList" };
export const meta: MetaFunction = () => [{ title: m.order_title() }];

export const loader = (args: LoaderFunctionArgs) => loadOrder(args);
export const action = (args: ActionFunctionArgs) => commandOrder(args);

export default function OfflineOrderDetail() {
  return <OrderView order={useLoaderData<typeof loader>()} />;
}
