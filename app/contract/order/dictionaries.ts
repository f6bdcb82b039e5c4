/** Dictionaries of a first start; the words that a corp chose for itself stay. */
import { dictionaries } from "../dictionary-declaration";

export const orderDictionaries = dictionaries({
  paymentType: {
    name: ["支付方式", "Payment method"],
    open: true,
    items: [
      ["cash", "现金", "Cash"],
      ["wechat", "微信", "WeChat"],
      ["alipay", "支付宝", "Alipay"],
      ["card", "银行卡", "Bank card"],
      ["unionpay", "云闪付", "UnionPay"],
      ["storedCard", "储值卡", "Stored-value card"],
      ["onAccount", "挂账", "On account"],
    ],
  },
  orderState: {
    name: ["订单状态", "Order status"],
    items: [
      ["pending", "待支付", "Unpaid"],
      ["paid", "已支付", "Paid"],
      ["partlyFulfilled", "部分使用", "Partly used"],
      ["fulfilled", "已使用", "Used"],
      ["cancelled", "已取消", "Cancelled"],
      ["expired", "已过期", "Expired"],
      ["partlyRefunded", "部分退款", "Partly refunded"],
      ["refunded", "已退款", "Refunded"],
    ],
  },
  refundState: {
    name: ["退款状态", "Refund status"],
    items: [
      ["waiting", "待审批", "Pending approval"],
      ["held", "暂缓退款", "On hold"],
      ["done", "已退款", "Refunded"],
      ["rejected", "已驳回", "Rejected"],
      ["withdrawn", "已撤回", "Withdrawn"],
      ["expired", "超时未批", "Expired"],
    ],
  },
  shiftStatus: {
    name: ["班次状态", "Shift status"],
    items: [
      ["open", "当班中", "Open", "accent"],
      ["closed", "已交班", "Closed", "calm"],
    ],
  },
  paymentState: {
    name: ["支付状态", "Payment status"],
    items: [
      ["done", "完成", "Completed"],
      ["underWay", "处理中", "Processing"],
      ["withdrawn", "已撤回", "Withdrawn"],
    ],
  },
});

declare module "../dictionary-declaration" {
  interface BusinessDictionaries {
    order: typeof orderDictionaries;
  }
}
