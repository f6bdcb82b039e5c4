/** Dictionaries of a first start; the words that a corp chose for itself stay. */
import { dictionaries } from "../dictionary-declaration";
import { documentKinds, documentNames } from "../document-kinds";
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
    name: ["票类", "Ticket category"],
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
      ["reservation", "预约", "Reservation"],
    ],
  },
  realNameRule: {
    name: ["实名规则", "ID requirement"],
    items: [
      ["none", "不实名", "None"],
      ["perOrder", "一单一证", "One ID per order"],
      ["perTicket", "一票一证", "One ID per ticket"],
    ],
  },
  identityDocument: {
    name: ["证件类型", "Document type"],
    items: documentKinds.map((kind) => [
      kind,
      documentNames[kind]({}, { locale: "zh-CN" }),
      documentNames[kind]({}, { locale: "en" }),
    ]),
  },
  validityRule: {
    name: ["有效期规则", "Validity"],
    items: [
      ["day", "当日有效", "Visit date only"],
      ["days", "若干天内有效", "Number of days"],
      ["range", "固定日期段有效", "Fixed range of dates"],
    ],
  },
  refundRule: {
    name: ["退票规则", "Refund policy"],
    items: [
      ["free", "可退", "Refundable"],
      ["approval", "审批后可退", "Refundable with approval"],
      ["never", "不可退", "Non-refundable"],
    ],
  },
  refundFrom: {
    name: ["退票时限起算", "Refund deadlines"],
    items: [
      ["day", "游玩日零点", "Midnight of the visit date"],
      ["slot", "时段开始", "Start of the time slot"],
    ],
  },
  expiredRefund: {
    name: ["过期未用的票", "Unused tickets after expiry"],
    items: [
      ["request", "过期后可申请退", "Refunded on request"],
      ["auto", "过期后自动退", "Refunded automatically"],
    ],
  },
  saleChannel: {
    name: ["销售渠道", "Sales channel"],
    open: true,
    reserved: [anyChannel],
    items: [
      ["window", "窗口", "Counter"],
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
      ["any", "全部", "Everyone"],
      ["retail", "散客", "Retail"],
      ["agency", "旅行社", "Agency"],
      ["member", "会员", "Member"],
    ],
  },
  ticketTypeStatus: {
    name: ["票种状态", "Ticket type status"],
    items: [
      ["draft", "草稿", "Draft"],
      ["onSale", "在售", "On sale"],
      ["suspended", "停售", "Sales suspended"],
      ["retired", "已下架", "Off sale"],
    ],
  },
  ticketState: {
    name: ["电子票状态", "Ticket status"],
    items: [
      ["issued", "未使用", "Unused"],
      ["partlyUsed", "部分使用", "Partly used"],
      ["used", "已使用", "Used"],
      ["refunding", "退款中", "Refunding"],
      ["refunded", "已退款", "Refunded"],
      ["changed", "已改签", "Changed"],
      ["voided", "已作废", "Voided"],
      ["expired", "已过期", "Expired"],
    ],
  },
  conflictState: {
    name: ["通行冲突状态", "Passage conflict status"],
    items: [
      ["open", "待处理", "To decide", "bad"],
      ["booked", "已补扣", "Admission taken", "good"],
      ["kept", "仅计人数", "Counted only", "calm"],
      ["struck", "未通行", "Nobody passed", "calm"],
      ["settled", "已自动消除", "Settled by itself", "good"],
    ],
  },
  gateDeviceState: {
    name: ["闸机设备状态", "Gate device status"],
    items: [
      ["waiting", "待配对", "Waiting", "calm"],
      ["paired", "已配对", "Paired", "good"],
      ["revoked", "已吊销", "Revoked", "bad"],
    ],
  },
  weekday: {
    name: ["星期", "Weekday"],
    items: [
      ["1", "周一", "Monday"],
      ["2", "周二", "Tuesday"],
      ["3", "周三", "Wednesday"],
      ["4", "周四", "Thursday"],
      ["5", "周五", "Friday"],
      ["6", "周六", "Saturday"],
      ["7", "周日", "Sunday"],
    ],
  },
  reentryRule: {
    name: ["再入园规则", "Re-entry"],
    items: [
      ["none", "离园后作废", "No re-entry"],
      ["day", "当日可再入园", "Same day, any number of times"],
      ["times", "限次再入园", "Limited number of times"],
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
    name: ["通行结果", "Passage result"],
    items: [
      ["admitted", "入园", "Admitted", "good"],
      ["refused", "拒绝", "Refused", "bad"],
      ["reversed", "撤销入园", "Undone", "calm"],
    ],
  },
  verdictReason: {
    name: ["验票结果", "Check result"],
    items: [
      ["ok", "通过", "Admitted"],
      ["forced", "强制放行", "Override"],
      ["unknown", "无此票", "No such ticket"],
      ["unpaid", "未支付", "Unpaid"],
      ["cancelled", "已取消", "Cancelled"],
      ["refunded", "已退", "Refunded"],
      ["revoked", "已作废", "Voided"],
      ["blocked", "暂不可用", "Not usable"],
      ["wrongDay", "日期不符", "Wrong day"],
      ["tooEarly", "未到时间", "Too early"],
      ["tooLate", "已过时间", "Too late"],
      ["wrongPark", "景区不符", "Wrong park"],
      ["wrongGate", "闸机不符", "Wrong gate"],
      ["alreadyUsed", "已使用", "Already used"],
      ["usedUp", "次数用完", "Used up"],
      ["tooSoon", "间隔太短", "Too soon"],
      ["dayLimit", "当日次数用完", "Day limit"],
      ["groupLimit", "该项目次数用完", "Attraction limit"],
      ["reentryOver", "再入园次数用完", "Re-entries used"],
      ["notInside", "不在园内", "Not inside"],
      ["identityMismatch", "证件不符", "ID mismatch"],
      ["restricted", "限制入园", "Restricted"],
      ["closed", "闭园", "Closed"],
      ["full", "园内已满", "Park full"],
      ["ambiguous", "需选择", "Choice needed"],
      ["keyReused", "编号重复", "Number reused"],
      ["clockOff", "时钟不准", "Clock off"],
    ],
  },
});

declare module "../dictionary-declaration" {
  interface BusinessDictionaries {
    ticket: typeof ticketDictionaries;
  }
}
