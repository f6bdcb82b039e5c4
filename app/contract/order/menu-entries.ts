/** Entries of the menu: orders and refunds. */
import { menuEntries } from "../menu-entry";
import { m } from "../messages";

export const orderMenu = menuEntries({
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
    buttons: { "order:refund": m.button_order_refund, "sensitive:view": m.button_sensitive_view },
  },
  refundList: {
    group: "orders",
    place: 30,
    label: m.fun_refund_list,
    url: "/order/refundList",
    built: true,
    buttons: { "refund:decide": m.button_refund_decide },
  },
});

declare module "../menu-entry" {
  interface BusinessMenus {
    order: typeof orderMenu;
  }
}
