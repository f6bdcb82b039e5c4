/** Dictionaries of invoices. States and what rules hang on are the program's; words are the corp's. */
import { dictionaries } from "../dictionary-declaration";

export const invoiceDictionaries = dictionaries({
  invoiceState: {
    name: ["发票状态", "Invoice status"],
    items: [
      ["requested", "待开具", "Requested", "warn"],
      ["sent", "开具中", "Sent", "accent"],
      ["issued", "已开具", "Issued", "good"],
      ["failed", "开具失败", "Failed", "bad"],
      ["partlyReversed", "部分冲红", "Partly reversed", "accent"],
      ["reversed", "已冲红", "Reversed", "calm"],
      ["cancelled", "已撤回", "Cancelled", "calm"],
    ],
  },
  invoiceKind: {
    name: ["发票种类", "Kind of invoice"],
    items: [
      ["ordinary", "电子发票（普通发票）", "Ordinary"],
      ["special", "电子发票（增值税专用发票）", "Special (VAT)"],
    ],
  },
  invoiceBuyer: {
    name: ["购买方类型", "Kind of buyer"],
    items: [
      ["person", "个人", "Person"],
      ["company", "企业", "Company"],
      ["abroad", "境外单位或个人", "Abroad"],
    ],
  },
  invoiceUse: {
    name: ["购买方使用情况", "Use by the buyer"],
    items: [
      ["none", "未用途确认、未入账", "Neither used nor booked"],
      ["used", "已用途确认", "Used for deduction"],
      ["booked", "已入账", "Booked"],
    ],
  },
  invoiceSource: {
    name: ["开票申请来源", "Requested by"],
    items: [
      ["staff", "员工开票", "Staff"],
      ["visitor", "游客自助", "Visitor"],
    ],
  },
  invoiceTreatment: {
    name: ["计税方式", "Taxation"],
    items: [
      ["taxed", "应税", "Taxed"],
      ["exempt", "免税", "Exempt"],
      ["notTaxed", "不征税", "Not taxed"],
    ],
  },
  invoiceTaxScope: {
    name: ["开票规则对象", "What a tax rule is for"],
    items: [
      ["default", "默认（其他所有项目）", "Everything else"],
      ["ticketType", "指定票种", "A ticket type"],
      ["fee", "退改手续费", "Fees kept of refunds and changes"],
      ["topUp", "储值卡充值", "Top-ups of stored-value cards"],
    ],
  },
  invoiceWay: {
    name: ["开具方式", "How it is issued"],
    items: [
      ["byHand", "人工登记", "By hand"],
      ["platform", "对接开票平台", "Through a platform"],
    ],
  },
  redState: {
    name: ["红字发票状态", "Status of a red letter"],
    items: [
      ["waiting", "待对方确认", "Waiting for the buyer", "warn"],
      ["confirmed", "待开具", "To be issued", "accent"],
      ["sent", "开具中", "Sent", "accent"],
      ["issued", "已开具", "Issued", "good"],
      ["refused", "对方拒绝", "Refused by the buyer", "bad"],
      ["withdrawn", "已撤销", "Withdrawn", "calm"],
      ["lapsed", "超时失效", "Lapsed", "calm"],
    ],
  },
  redReason: {
    name: ["冲红原因", "Reason of a red letter"],
    items: [
      ["error", "开票有误", "Issued in error"],
      ["returned", "销货退回", "Goods returned"],
      ["stopped", "服务中止", "Service stopped"],
      ["allowance", "销售折让", "Allowance"],
      ["rebate", "协议量返利", "Rebate of an agreed quantity"],
    ],
  },
});

declare module "../dictionary-declaration" {
  interface BusinessDictionaries {
    invoice: typeof invoiceDictionaries;
  }
}
