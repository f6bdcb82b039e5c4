/** Screens of orders and refunds. */
import { orderDetail, quoteRefund } from "../../contract/order/order";
import { page, type ScreenManifest } from "../screen-manifest";

export const order: ScreenManifest = {
  lists: { refund: "screens/order/refund-list.tsx" },
  pages: [
    page("/networkOrderDetail", "order/network-order-detail.tsx", orderDetail),
    page("/offlineOrderDetail", "order/offline-order-detail.tsx", orderDetail),
    page("/orders/refund", "order/refund.tsx", quoteRefund),
  ],
};
