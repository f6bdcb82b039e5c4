import { dictionaries } from "../dictionary-declaration";

export const storedDictionaries = dictionaries({
  storedState: {
    name: ["储值卡状态", "Status of a stored-value card"],
    items: [
      ["stock", "库存", "In stock", "calm"],
      ["active", "有效", "Active", "good"],
      ["frozen", "挂失冻结", "Reported lost", "bad"],
      ["replaced", "已补换", "Replaced", "calm"],
      ["cancelled", "已退卡", "Cancelled", "bad"],
      ["spoiled", "作废", "Spoiled", "bad"],
    ],
  },
  storedStep: {
    name: ["储值卡业务", "Step of a stored-value card"],
    items: [
      ["sell", "售卡", "Sold"],
      ["topUp", "充值", "Topped up"],
      ["deposit", "收押金", "Deposit taken"],
      ["spend", "消费", "Spent"],
      ["spendBack", "消费退回", "Purchase returned"],
      ["refund", "退款", "Refunded"],
      ["reportLoss", "挂失", "Loss reported"],
      ["found", "解挂", "Found again"],
      ["replace", "补卡（新卡）", "Issued as a replacement"],
      ["replaced", "补卡（旧卡作废）", "Replaced"],
      ["prolong", "延期", "Extended"],
      ["cancel", "退卡", "Cancelled"],
      ["spoil", "作废", "Spoiled"],
      ["walletIssue", "发放电子卡", "Given out on a phone"],
      ["walletRevoke", "收回电子卡", "Taken back from the phone"],
    ],
  },
  cardShareState: {
    name: ["储值卡集团通用状态", "Status of cards opened to the group"],
    items: [
      ["shared", "通用中", "Open", "good"],
      ["ended", "已停止", "Ended", "calm"],
    ],
  },
  storedOfflineState: {
    name: ["断网消费状态", "Offline purchases"],
    items: [
      ["booked", "已扣款", "Charged", "good"],
      ["open", "待处理", "To decide", "bad"],
      ["settled", "已补扣", "Charged later", "good"],
      ["dropped", "景区承担", "Borne by the house", "calm"],
    ],
  },
  storedGiftOrder: {
    name: ["赠送金使用顺序", "When gift is spent"],
    items: [
      ["last", "先用本金", "After the principal"],
      ["first", "先用赠送金", "Before the principal"],
    ],
  },
  storedRefundRule: {
    name: ["储值卡退款规则", "Refunds of stored value"],
    items: [
      ["anytime", "随时可退未用本金", "Unused principal at any time"],
      ["sevenDays", "充值七日内可退", "Within seven days of the top-up"],
    ],
  },
});

declare module "../dictionary-declaration" {
  interface BusinessDictionaries {
    stored: typeof storedDictionaries;
  }
}
