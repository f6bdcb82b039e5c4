/** The lists of orders as files. */
import { type ExportColumn, exportMethod } from "../export";
import { m } from "../messages";
import { networkOrderList, offlineOrderList, saleLogList } from "./order";

export const orderExportColumns: ExportColumn[] = [
  { name: "orderNo", label: m.order_no, kind: "text" },
  { name: "state", label: m.order_state, kind: "text" },
  { name: "channel", label: m.order_channel, kind: "text" },
  { name: "visitDay", label: m.order_visit_day, kind: "day" },
  { name: "quantity", label: m.order_quantity, kind: "number" },
  { name: "total", label: m.order_total, kind: "money" },
  { name: "discount", label: m.order_discount, kind: "money" },
  { name: "payable", label: m.order_payable, kind: "money" },
  { name: "paid", label: m.order_paid, kind: "money" },
  { name: "refunded", label: m.order_refunded, kind: "money" },
  { name: "contactName", label: m.order_contact, kind: "text" },
  { name: "contactMobile", label: m.order_mobile, kind: "text" },
  { name: "sellerName", label: m.order_seller, kind: "text" },
  { name: "posName", label: m.order_pos, kind: "text" },
  { name: "createdAt", label: m.order_created, kind: "moment" },
];

export const networkOrderExport = exportMethod("order", networkOrderList.name, networkOrderList.access);
export const offlineOrderExport = exportMethod("order", offlineOrderList.name, offlineOrderList.access);
export const saleLogExport = exportMethod("order", saleLogList.name, saleLogList.access);
