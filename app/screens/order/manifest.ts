/** Screens of orders and refunds. */
import { networkOrderList, offlineOrderList, orderDetail, quoteRefund, refundList } from "../../contract/order/order";
import { page, type ScreenManifest } from "../screen-manifest";

export const order: ScreenManifest = {
  pages: [
    page("/networkOrderDetail", "order/network-order-detail.tsx", orderDetail),
    page("/offlineOrderDetail", "order/offline-order-detail.tsx", orderDetail),
    page("/orders/refund", "order/refund.tsx", quoteRefund),
    page("/order/networkOrderList", "order/network-order-list.tsx", networkOrderList),
    page("/order/offlineOrderList", "order/offline-order-list.tsx", offlineOrderList),
    page("/order/refundList", "order/refund-list.tsx", refundList),
  ],
};
