/** Orders of the network, agency and mobile channels. */
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { networkOrderList } from "~/contract/order/order";
import { ListFrame } from "~/resource/parts/list-frame";
import { loadOrders } from "./load-orders.server";

export const meta: MetaFunction = () => [{ title: m.order_network_title() }];

export function loader(args: LoaderFunctionArgs) {
  return loadOrders(args, {
    title: m.order_network_title(),
    path: "/order/networkOrderList",
    detail: "/networkOrderDetail",
    method: networkOrderList,
  });
}

export default function NetworkOrderList() {
  return <ListFrame view={useLoaderData<typeof loader>()} />;
}
