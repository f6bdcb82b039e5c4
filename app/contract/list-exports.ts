/** The hand-written lists that are exported: what their address may filter and sort by, as the lists themselves have it. */
import type { ExportMethod } from "./export";
import { type Message, m } from "./messages";
import type { Method } from "./method";
import { networkOrderList, offlineOrderList, saleLogList } from "./order/order";
import { networkOrderExport, offlineOrderExport, saleLogExport } from "./order/order-export";
import { issuedTicketList } from "./ticket/issued";
import { issuedTicketExport } from "./ticket/issued-export";

export interface ListExport {
  /** Of the list; `/export` hangs under it. */
  path: string;
  title: Message;
  filters: readonly { name: string; kind: "text" | "choice" | "choices" | "days" | "numbers" | "amounts" | "flag" }[];
  sorts: readonly string[];
  list: Method;
  start: ExportMethod;
}

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

export const listExports: readonly ListExport[] = [
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
  {
    path: "/ticket/issuedList",
    title: m.issued_title,
    filters: [
      { name: "ticketNo", kind: "text" },
      { name: "orderNo", kind: "text" },
      { name: "state", kind: "choice" },
      { name: "visitDay", kind: "days" },
    ],
    sorts: ["id", "visitDay"],
    list: issuedTicketList,
    start: issuedTicketExport,
  },
];
