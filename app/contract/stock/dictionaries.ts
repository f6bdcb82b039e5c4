/** Dictionaries of a first start; the words that a corp chose for itself stay. */
import { dictionaries } from "../dictionary-declaration";

export const stockDictionaries = dictionaries({
  stockItemKind: {
    name: ["物品类别", "Kind of stock item"],
    items: [
      ["blankTicket", "空白票", "Blank tickets"],
      ["blankCard", "空白卡", "Blank cards"],
      ["goods", "物资", "Goods"],
    ],
  },
  stockInKind: {
    name: ["入库类型", "Kind of receipt"],
    open: true,
    items: [
      ["purchase", "采购入库", "Purchase"],
      ["returned", "退库", "Returned"],
      ["opening", "期初入库", "Opening stock"],
      ["other", "其他入库", "Other"],
    ],
  },
  stockOutKind: {
    name: ["出库类型", "Kind of issue"],
    items: [
      ["use", "领用", "Internal use"],
      ["sale", "销售", "Sale"],
      ["transfer", "调拨", "Transfer"],
      ["other", "其他出库", "Other"],
    ],
  },
  stockWriteOffKind: {
    name: ["报废原因", "Reason for a write-off"],
    open: true,
    items: [
      ["damaged", "损坏", "Damaged"],
      ["expired", "过期", "Expired"],
      ["lost", "遗失", "Lost"],
      ["misprint", "打印作废", "Misprinted"],
      ["other", "其他", "Other"],
    ],
  },
  stockBillState: {
    name: ["库存单据状态", "Status of a stock bill"],
    items: [
      ["draft", "草稿", "Draft", "calm"],
      ["submitted", "待审批", "Waiting for approval", "warn"],
      ["approved", "已审批", "Approved", "accent"],
      ["posted", "已过账", "Posted", "good"],
      ["received", "已收货", "Received", "good"],
      ["rejected", "已驳回", "Rejected", "bad"],
      ["reversed", "已冲销", "Reversed", "calm"],
    ],
  },
  stockCountState: {
    name: ["盘点状态", "Status of a count"],
    items: [
      ["requested", "待盘点", "Requested", "calm"],
      ["counting", "盘点中", "Counting", "accent"],
      ["counted", "已盘点", "Counted", "warn"],
      ["reviewed", "已复核", "Reviewed", "accent"],
      ["posted", "已过账", "Posted", "good"],
      ["cancelled", "已取消", "Cancelled", "calm"],
    ],
  },
});

declare module "../dictionary-declaration" {
  interface BusinessDictionaries {
    stock: typeof stockDictionaries;
  }
}
