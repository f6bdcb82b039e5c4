/** One offline order (`/offlineOrderDetail`). */
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { loadOrder } from "./load-order.server";
import { OrderView } from "./order-view";

export const handle = { menu: "/order/offlineOrderList" };
export const meta: MetaFunction = () => [{ title: m.order_title() }];

export const loader = (args: LoaderFunctionArgs) => loadOrder(args);

export default function OfflineOrderDetail() {
  return <OrderView order={useLoaderData<typeof loader>()} />;
}
