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
      ["groupCard", "集团储值卡", "Card of the group"],
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
  saleNode: {
    name: ["销售流程步骤", "Sale flow step"],
    items: [
      ["contactFrom", "联系电话必填", "Contact number required"],
      ["discountMost", "优惠上限", "Discount limit"],
      ["refuseAbove", "单笔金额上限", "Order amount limit"],
      ["tellAbove", "大额订单通知", "Notify of large orders"],
      ["tellDiscount", "大额优惠通知", "Notify of large discounts"],
    ],
  },
  refundNode: {
    name: ["退款流程步骤", "Refund flow step"],
    items: [
      ["refuseOlder", "超期不退", "Refund deadline"],
      ["refuseAbove", "单笔退款上限", "Refund amount limit"],
      ["reasonAtLeast", "退款原因字数", "Length of the reason"],
      ["passSoon", "刚售出的免复核", "No approval just after the sale"],
      ["approveAbove", "大额退款复核", "Approval of large refunds"],
      ["approveCash", "现金退款复核", "Approval of cash refunds"],
      ["approveOlder", "久售退款复核", "Approval of late refunds"],
      ["approveOthers", "他人售出的复核", "Approval for another seller's orders"],
      ["approveMany", "多次退款复核", "Approval of frequent refunds"],
      ["tellAbove", "大额退款通知", "Notify of large refunds"],
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
