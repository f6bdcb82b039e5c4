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
  stockRollState: {
    name: ["票卷状态", "Status of a roll"],
    items: [
      ["open", "使用中", "In use", "accent"],
      ["returned", "已交回", "Handed back", "good"],
      ["carried", "已结转", "Carried over", "calm"],
    ],
  },
  stockSerialState: {
    name: ["号码状态", "Where a number is"],
    items: [
      ["stock", "在库", "In stock", "good"],
      ["transit", "调拨在途", "In transit", "accent"],
      ["seller", "售票员手中", "With a seller", "accent"],
      ["issued", "已领用", "Issued", "calm"],
      ["sold", "已售", "Sold", "calm"],
      ["spoiled", "作废", "Spoiled", "warn"],
      ["missing", "缺号", "Missing", "bad"],
      ["writtenOff", "已报废", "Written off", "bad"],
    ],
  },
  stockSerialEvent: {
    name: ["号码变动", "What became of a number"],
    items: [
      ["in", "入库", "Received"],
      ["inBack", "冲销入库", "Receipt reversed"],
      ["out", "出库", "Issued"],
      ["outBack", "冲销出库", "Issue reversed"],
      ["ship", "调拨发出", "Sent to another warehouse"],
      ["shipBack", "冲销调拨发出", "Sending reversed"],
      ["receive", "调拨收入", "Arrived from another warehouse"],
      ["receiveBack", "冲销调拨收入", "Arrival reversed"],
      ["writeOff", "报废", "Written off"],
      ["writeOffBack", "冲销报废", "Write-off reversed"],
      ["more", "盘盈", "Found in a count"],
      ["less", "盘亏", "Missing in a count"],
      ["hand", "领卷", "Handed to a seller"],
      ["handBack", "交回", "Handed back"],
      ["carry", "结转", "Carried over"],
      ["sold", "出票", "Printed"],
      ["spoiled", "作废", "Spoiled"],
      ["missing", "缺号", "Missing"],
      ["priced", "按发票重新计价", "Priced by the invoice"],
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
