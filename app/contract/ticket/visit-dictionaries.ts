/** States of what says who may come and when. */
import { dictionaries } from "../dictionary-declaration";

export const visitDictionaries = dictionaries({
  restrictionState: {
    name: ["限制状态", "Restriction status"],
    items: [
      ["active", "限制中", "In force", "bad"],
      ["lifted", "已解除", "Lifted", "calm"],
    ],
  },
  closureState: {
    name: ["闭园状态", "Closure status"],
    items: [
      ["draft", "草稿", "Draft"],
      ["inForce", "闭园中", "Closed", "bad"],
      ["settling", "处理中", "Settling orders", "accent"],
      ["settled", "已处理", "Orders settled", "good"],
      ["lifted", "已解除", "Reopened", "calm"],
    ],
  },
  closureTreatment: {
    name: ["订单处理方式", "What becomes of orders"],
    items: [
      ["refund", "全额退款", "Full refund"],
      ["move", "改到另一天", "Move to another day"],
      ["prolong", "延长有效期", "Prolong"],
    ],
  },
  closureOrderState: {
    name: ["闭园订单状态", "Order under a closure"],
    items: [
      ["waiting", "待处理", "Waiting", "accent"],
      ["refunded", "已退款", "Refunded", "good"],
      ["moved", "已改期", "Moved", "good"],
      ["prolonged", "已延期", "Prolonged", "good"],
      ["failed", "未能处理", "Not settled", "bad"],
    ],
  },
});

declare module "../dictionary-declaration" {
  interface BusinessDictionaries {
    visits: typeof visitDictionaries;
  }
}
