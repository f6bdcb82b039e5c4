/** Entries of the menu: orders and refunds. */
import { menuEntries } from "../menu-entry";
import { m } from "../messages";

export const orderMenu = menuEntries({
  shift: {
    group: "counter",
    place: 40,
    label: m.fun_shift,
    url: "/manage/shift",
    built: true,
    buttons: { "shift:work": m.button_shift_work, "shift:others": m.button_shift_others },
    money: { "shift:work": true, "shift:others": true },
  },
  networkOrderList: {
    group: "orders",
    place: 10,
    label: m.fun_network_order_list,
    url: "/order/networkOrderList",
    built: true,
    help: "/help/order.svg",
  },
  offlineOrderList: {
    group: "orders",
    place: 20,
    label: m.fun_offline_order_list,
    url: "/order/offlineOrderList",
    built: true,
    buttons: {
      "order:refund": m.button_order_refund,
      "order:change": m.button_order_change,
      "order:supplement": m.button_order_supplement,
      "order:own": m.button_order_own,
      "order:removeNote": m.button_note_remove,
      "sensitive:view": m.button_sensitive_view,
    },
    money: { "order:refund": "refundApprovalLimit", "order:change": "refundApprovalLimit", "order:supplement": true },
    refunds: ["order:refund"],
  },
  refundList: {
    group: "orders",
    place: 30,
    label: m.fun_refund_list,
    url: "/order/refundList",
    built: true,
    buttons: { "refund:decide": m.button_refund_decide },
    money: { "refund:decide": true },
    refunds: ["refund:decide"],
  },
  reportSalesByDay: {
    group: "reports",
    place: 20,
    label: m.fun_report_sales_by_day,
    url: "/statistics/salesByDay",
    built: true,
  },
  reportSalesByTicketType: {
    group: "reports",
    place: 30,
    label: m.fun_report_sales_by_ticket_type,
    url: "/statistics/salesByTicketType",
    built: true,
  },
  reportSalesByChannel: {
    group: "reports",
    place: 40,
    label: m.fun_report_sales_by_channel,
    url: "/statistics/salesByChannel",
    built: true,
  },
  reportSalesByPos: {
    group: "reports",
    place: 50,
    label: m.fun_report_sales_by_pos,
    url: "/statistics/salesByPos",
    built: true,
  },
  reportSalesBySeller: {
    group: "reports",
    place: 60,
    label: m.fun_report_sales_by_seller,
    url: "/statistics/salesBySeller",
    built: true,
  },
  reportRefunds: {
    group: "reports",
    place: 100,
    label: m.fun_report_refunds,
    url: "/statistics/refunds",
    built: true,
  },
  reportPayments: {
    group: "reports",
    place: 110,
    label: m.fun_report_payments,
    url: "/statistics/payments",
    built: true,
  },
});

declare module "../menu-entry" {
  interface BusinessMenus {
    order: typeof orderMenu;
  }
}
