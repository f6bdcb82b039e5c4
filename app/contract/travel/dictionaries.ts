/** Dictionaries of a first start; the words that a corp chose for itself stay. */
import { dictionaries } from "../dictionary-declaration";

export const travelDictionaries = dictionaries({
  agencyType: {
    name: ["旅行社类型", "Type of agency"],
    items: [
      ["groups", "组团社", "Tour organiser"],
      ["local", "地接社", "Local operator"],
      ["online", "在线旅行社", "Online agency"],
      ["company", "企业客户", "Company"],
      ["other", "其他", "Other"],
    ],
  },
  agencySettlement: {
    name: ["结算方式", "Settlement"],
    items: [
      ["prepaid", "预存款", "Prepaid"],
      ["credit", "授信挂账", "Credit"],
      ["cash", "现结", "Cash"],
    ],
  },
  agencySource: {
    name: ["申请来源", "Source of an application"],
    items: [
      ["staff", "员工新建", "Staff"],
      ["web", "网上申请", "Web"],
    ],
  },
  agencyReviewState: {
    name: ["签约审核状态", "Signing review status"],
    items: [
      ["submitted", "待审核", "Submitted", "accent"],
      ["approved", "已通过", "Approved", "good"],
      ["rejected", "已驳回", "Rejected", "bad"],
    ],
  },
  agencyAgreementState: {
    name: ["协议状态", "Agreement status"],
    items: [
      ["draft", "待签署", "Draft", "calm"],
      ["signed", "已签署", "Signed", "good"],
      ["void", "作废", "Void", "bad"],
    ],
  },
  agencyHeld: {
    name: ["旅行社归属", "Whose agency it is"],
    items: [
      ["own", "本企业", "Own"],
      ["shared", "集团共享", "Shared within the group", "accent"],
    ],
  },
  agencyShareState: {
    name: ["旅行社共享状态", "Status of a shared agency"],
    items: [
      ["shared", "共享中", "Shared", "good"],
      ["ended", "已结束", "Ended", "calm"],
    ],
  },
  agencyState: {
    name: ["旅行社状态", "Agency status"],
    items: [
      ["applied", "待审核", "Applied", "accent"],
      ["rejected", "未通过", "Rejected", "calm"],
      ["approved", "待签约", "Approved", "accent"],
      ["active", "合作中", "Active", "good"],
      ["suspended", "已暂停", "Suspended", "bad"],
      ["closed", "已终止", "Closed", "calm"],
    ],
  },
});

declare module "../dictionary-declaration" {
  interface BusinessDictionaries {
    travel: typeof travelDictionaries;
  }
}
