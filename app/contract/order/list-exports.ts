/** The lists of orders that are exported. */
import type { ListExport } from "../list-export";
import { m } from "../messages";
import { networkOrderList, offlineOrderList, saleLogList } from "./order";
import { networkOrderExport, offlineOrderExport, saleLogExport } from "./order-export";

const orders = {
  filters: [
    { name: "orderNo", kind: "text" },
    { name: "state", kind: "choice" },
    { name: "channel", kind: "choice" },
    { name: "contactMobile", kind: "text" },
    { name: "visitDay", kind: "days" },
  ],
  sorts: ["id", "visitDay", "createdAt", "payable"],
} as const;

export const orderListExports: readonly ListExport[] = [
  {
    path: "/order/networkOrderList",
    title: m.order_network_title,
    ...orders,
    list: networkOrderList,
    start: networkOrderExport,
  },
  {
    path: "/order/offlineOrderList",
    title: m.order_offline_title,
    ...orders,
    list: offlineOrderList,
    start: offlineOrderExport,
  },
  { path: "/inside/buyTktLog", title: m.sale_log_title, ...orders, list: saleLogList, start: saleLogExport },
];
