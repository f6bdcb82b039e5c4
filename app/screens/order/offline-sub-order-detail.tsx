/** One line of an offline order (`/offlineSubOrderDetail?id=7`). */
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { loadSubOrder } from "./load-sub-order.server";
import { SubOrderView } from "./sub-order-view";

export const handle = { menu: "/order/offlineOrderList" };
export const meta: MetaFunction = () => [{ title: m.order_sub_title() }];

export const loader = (args: LoaderFunctionArgs) => loadSubOrder(args);

export default function OfflineSubOrderDetail() {
  return <SubOrderView line={useLoaderData<typeof loader>()} />;
}
