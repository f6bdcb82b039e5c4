/** The three lists of orders: what they show, filter and sort by, said once. */
import { date, dictionary, mobile, moment, money, number, ownFields, text } from "../field-kinds";
import { m } from "../messages";
import { view } from "../resource-view";
import { orderStates } from "./order";

/** What its table and its three lists have. */
export const order = {
  business: "order",
  noun: "order",
  nameField: "orderNo",
  status: "state",
  defaultSort: { field: "id", order: "desc" },
  fields: {
    orderNo: text({ label: m.order_no, required: true, list: true, filter: "equals" }),
    state: dictionary("orderState", {
      label: m.order_state,
      required: true,
      list: true,
      filter: "equals",
      values: orderStates,
    }),
    channel: dictionary("saleChannel", { label: m.order_channel, required: true, list: true, filter: "equals" }),
    visitDay: date({
      ...{ label: m.order_visit_day, required: true, list: true, filter: "between", sort: true },
      ...{ beside: ["lastVisitDay"], apart: " – " },
    }),
    lastVisitDay: date({ label: m.order_last_visit_day, list: "file" }),
    quantity: number({ label: m.order_quantity, required: true, list: true }),
    total: money({ label: m.order_total, required: true, list: "file" }),
    discount: money({ label: m.order_discount, default: 0, list: "file", hideZero: true }),
    discountNames: text({ label: m.order_discount_for, max: 400, list: "file" }),
    payable: money({ label: m.order_payable, required: true, list: true, sort: true }),
    paid: money({ label: m.order_paid, default: 0, list: "file" }),
    refunded: money({ label: m.order_refunded, default: 0, list: true, hideZero: true }),
    contactName: text({ label: m.order_contact, list: true, beside: ["contactMobile"] }),
    contactMobile: mobile({ abroad: true, label: m.order_mobile, list: "file", filter: "equals", mask: true }),
    sellerName: text({ label: m.order_seller, list: true, beside: ["posName"], apart: " · " }),
    sellerId: number({ label: m.order_seller, filter: "equals", search: false }),
    posName: text({ label: m.order_pos, list: "file" }),
    /** Of the trade, and the group booking that it settled. */
    agencyName: text({ label: m.sale_agency, max: 80, list: true, hiddenAtFirst: true, filter: "contains" }),
    guideName: text({ label: m.trade_guide_one, max: 40, list: true, hiddenAtFirst: true, filter: "contains" }),
    bookingNo: text({ label: m.group_booking, max: 20, list: true, hiddenAtFirst: true, filter: "equals" }),
    own: ownFields("order"),
    createdAt: moment({
      label: m.order_created,
      required: true,
      list: true,
      filter: "between",
      search: false,
      sort: true,
    }),
  },
} as const;

/** Orders of the network, agency and mobile channels. Also filtered by `createdAt` and `sellerId`. */
export const networkOrder = view(order, {
  noun: "networkOrder",
  title: m.order_network_title,
  path: "/order/networkOrderList",
  fun: "networkOrderList",
  pages: { detail: "/networkOrderDetail?id={id}" },
});

/** Orders of the window, internal and self-service channels. Also filtered by `createdAt` and `sellerId`. */
export const offlineOrder = view(order, {
  noun: "offlineOrder",
  title: m.order_offline_title,
  path: "/order/offlineOrderList",
  fun: "offlineOrderList",
  pages: { detail: "/offlineOrderDetail?id={id}" },
});

/** The counter's own log: the caller's sales unless they hold `sale:viewAll`. */
export const saleLog = view(order, {
  noun: "saleLog",
  title: m.sale_log_title,
  path: "/inside/buyTktLog",
  fun: "buyTktLog",
  pages: { detail: "/offlineOrderDetail?id={id}" },
});
