/** The counter's own log (`/inside/buyTktLog`). */
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { saleLogList } from "~/contract/order/order";
import { ListFrame } from "~/resource/parts/list-frame";
import { loadOrders } from "~/screens/order/load-orders.server";

export const meta: MetaFunction = () => [{ title: m.sale_log_title() }];

export function loader(args: LoaderFunctionArgs) {
  return loadOrders(args, {
    title: m.sale_log_title(),
    path: "/inside/buyTktLog",
    detail: "/offlineOrderDetail",
    method: saleLogList,
  });
}

export default function SaleLog() {
  return <ListFrame view={useLoaderData<typeof loader>()} />;
}
