/** Orders of windows and machines. */
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { offlineOrderList } from "~/contract/order/order";
import { ListFrame } from "~/resource/parts/list-frame";
import { loadOrders } from "./load-orders.server";

export const meta: MetaFunction = () => [{ title: m.order_offline_title() }];

export function loader(args: LoaderFunctionArgs) {
  return loadOrders(args, {
    title: m.order_offline_title(),
    path: "/order/offlineOrderList",
    detail: "/offlineOrderDetail",
    method: offlineOrderList,
  });
}

export default function OfflineOrderList() {
  return <ListFrame view={useLoaderData<typeof loader>()} />;
}
