/** Screens of orders and refunds. */
import { cashUp } from "../../contract/order/cash-up";
import { getFlows } from "../../contract/order/flow";
import { orderDetail, quoteRefund } from "../../contract/order/order";
import { orderOwn } from "../../contract/order/own";
import { payAccount } from "../../contract/order/pay-account";
import { payTypePayments, payTypeQuote } from "../../contract/order/pay-type";
import { getRepair } from "../../contract/order/repair";
import { getShift, shiftReport } from "../../contract/order/shift";
import { page, rowPage, type ScreenManifest } from "../screen-manifest";
import { homeBlocks } from "./home-blocks";
import { posRow } from "./row-blocks";

export const order: ScreenManifest = {
  home: homeBlocks,
  details: { pos: rowPage },
  rows: { pos: posRow },
  lists: {
    refund: "screens/order/refund-list.tsx",
    saleLog: "screens/order/sale-log.tsx",
    payAccount: "screens/order/pay-account-list.tsx",
    payTypeCorrection: "screens/order/pay-type-list.tsx",
  },
  pages: [
    page("/networkOrderDetail", "order/network-order-detail.tsx", orderDetail),
    page("/offlineOrderDetail", "order/offline-order-detail.tsx", orderDetail),
    page("/orders/own", "order/own-fields.tsx", orderOwn),
    page("/networkSubOrderDetail", "order/network-sub-order-detail.tsx", orderDetail),
    page("/offlineSubOrderDetail", "order/offline-sub-order-detail.tsx", orderDetail),
    page("/statistics/payments", "order/cash-up.tsx", cashUp),
    page("/manage/shift", "order/shift.tsx", getShift),
    page("/manage/shift/report", "order/shift-report.tsx", shiftReport),
    page("/orderRepair", "order/repair.tsx", getRepair),
    page("/liteflow/nodeSet", "order/flows.tsx", getFlows),
    page("/paySetting/accountList/:id/try", "order/pay-account-try.tsx", payAccount.methods.get),
    page("/dataBase/payTypeModify/payments", "order/pay-type-payments.tsx", payTypePayments),
    page("/dataBase/payTypeModify/correct", "order/pay-type-correct.tsx", payTypeQuote),
    page("/orders/refund", "order/refund.tsx", quoteRefund),
  ],
};
