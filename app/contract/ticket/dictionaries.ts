/** Dictionaries of a first start; the words that a corp chose for itself stay. */
import { dictionaries } from "../dictionary-declaration";
import { anyChannel } from "./price";

export const ticketDictionaries = dictionaries({
  gateDirection: {
    name: ["闸机方向", "Gate direction"],
    items: [
      ["in", "入口", "In"],
      ["out", "出口", "Out"],
      ["both", "双向", "Both ways"],
    ],
  },
  printerKind: {
    name: ["打印机", "Printer"],
    items: [
      ["receipt80", "80 毫米小票", "Receipt 80 mm"],
      ["receipt58", "58 毫米小票", "Receipt 58 mm"],
      ["a4", "A4", "A4"],
    ],
  },
  ticketKind: {
    name: ["票类", "Kind of ticket"],
    open: true,
    items: [
      ["single", "单票", "Single"],
      ["combo", "组合票", "Combo"],
      ["selectPoint", "选点票", "Select-point"],
      ["activity", "活动票", "Activity"],
      ["theatre", "剧院票", "Theatre"],
      ["ski", "滑雪票", "Ski"],
      ["annual", "年卡", "Annual card"],
      ["season", "季卡", "Season card"],
    ],
  },
  realNameRule: {
    name: ["实名规则", "Real-name rule"],
    items: [
      ["none", "不实名", "None"],
      ["perOrder", "一单一证", "One per order"],
      ["perTicket", "一票一证", "One per ticket"],
    ],
  },
  validityRule: {
    name: ["有效期规则", "Validity rule"],
    items: [
      ["day", "当日有效", "Day of visit"],
      ["days", "若干天内有效", "A number of days"],
    ],
  },
  refundRule: {
    name: ["退票规则", "Refund rule"],
    items: [
      ["free", "可退", "Refundable"],
      ["approval", "审批后可退", "With approval"],
      ["never", "不可退", "Never"],
    ],
  },
  saleChannel: {
    name: ["销售渠道", "Sales channel"],
    open: true,
    reserved: [anyChannel],
    items: [
      ["window", "窗口", "Window"],
      ["network", "网络", "Network"],
      ["agency", "旅行社", "Agency"],
      ["selfService", "自助机", "Self-service"],
      ["mobile", "移动端", "Mobile"],
      ["internal", "内部", "Internal"],
    ],
  },
  customerGroup: {
    name: ["客群", "Customer group"],
    open: true,
    items: [
      ["any", "全部", "Everybody"],
      ["retail", "散客", "Retail"],
      ["agency", "旅行社", "Agency"],
      ["member", "会员", "Member"],
    ],
  },
  ticketTypeStatus: {
    name: ["票种状态", "State of a ticket type"],
    items: [
      ["draft", "草稿", "Draft"],
      ["onSale", "在售", "On sale"],
      ["suspended", "停售", "Suspended"],
      ["retired", "已下架", "Retired"],
    ],
  },
  ticketState: {
    name: ["电子票状态", "State of a ticket"],
    items: [
      ["issued", "未使用", "Issued"],
      ["partlyUsed", "部分使用", "Partly used"],
      ["used", "已使用", "Used"],
      ["refunding", "退款中", "Refunding"],
      ["refunded", "已退款", "Refunded"],
      ["changed", "已改签", "Changed"],
      ["voided", "已作废", "Voided"],
      ["expired", "已过期", "Expired"],
    ],
  },
  holidayRule: {
    name: ["节假日规则", "Holiday rule"],
    items: [
      ["any", "不限", "Any day"],
      ["only", "仅节假日", "Holidays only"],
      ["never", "非节假日", "Not on holidays"],
    ],
  },
  passageResult: {
    name: ["通行结果", "Result of a passage"],
    items: [
      ["admitted", "入园", "Admitted", "good"],
      ["refused", "拒绝", "Refused", "bad"],
      ["reversed", "撤销入园", "Taken back", "calm"],
    ],
  },
  verdictReason: {
    name: ["验票结果", "Verdict of a check"],
    items: [
      ["ok", "通过", "Admitted"],
      ["forced", "强制放行", "Forced pass"],
      ["unknown", "无此票", "Unknown"],
      ["unpaid", "未支付", "Unpaid"],
      ["cancelled", "已取消", "Cancelled"],
      ["refunded", "已退票", "Refunded"],
      ["revoked", "已作废", "Revoked"],
      ["blocked", "已冻结", "Blocked"],
      ["wrongDay", "日期不符", "Wrong day"],
      ["tooEarly", "未到时间", "Too early"],
      ["tooLate", "已过时间", "Too late"],
      ["wrongPark", "景区不符", "Wrong park"],
      ["wrongGate", "闸机不符", "Wrong gate"],
      ["alreadyUsed", "已使用", "Already used"],
      ["usedUp", "次数用完", "Used up"],
      ["tooSoon", "间隔太短", "Too soon"],
      ["identityMismatch", "证件不符", "Identity does not match"],
      ["ambiguous", "需选择", "Ambiguous"],
    ],
  },
});

declare module "../dictionary-declaration" {
  interface BusinessDictionaries {
    ticket: typeof ticketDictionaries;
  }
}
