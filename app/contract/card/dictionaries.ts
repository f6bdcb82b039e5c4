/** Dictionaries of a first start; the words that a corp chose for itself stay. */
import { dictionaries } from "../dictionary-declaration";

export const cardDictionaries = dictionaries({
  cardKind: {
    name: ["卡种", "Kind of card"],
    items: [
      ["annual", "年卡", "Annual"],
      ["season", "季卡", "Season"],
      ["stored", "储值卡", "Stored value"],
      ["employee", "员工卡", "Employee card"],
    ],
  },
  cardValidity: {
    name: ["卡有效期方式", "Validity of a card"],
    items: [
      ["sale", "售出日起算", "From the sale"],
      ["activation", "激活日起算", "From activation"],
      ["fixed", "固定起止日期", "Fixed dates"],
    ],
  },
  cardScaleBasis: {
    name: ["退卡比例依据", "Basis of a card's refund"],
    items: [
      ["share", "按有效期已过比例", "Share of the term gone"],
      ["days", "按售出天数", "Days since the sale"],
    ],
  },
  cardState: {
    name: ["卡状态", "Card status"],
    items: [
      ["stock", "库存", "In stock", "calm"],
      ["sold", "已售待激活", "Sold, not active", "accent"],
      ["active", "有效", "Active", "good"],
      ["frozen", "冻结", "Frozen", "bad"],
      ["replaced", "已补换", "Replaced", "calm"],
      ["expired", "已过期", "Expired", "calm"],
      ["cancelled", "已退卡", "Cancelled", "bad"],
      ["spoiled", "作废", "Spoiled", "bad"],
    ],
  },
  /** Of letters to holders: the languages that the product speaks. */
  cardLanguage: {
    name: ["提醒邮件语言", "Language of reminders"],
    items: [
      ["zh-CN", "中文", "Chinese"],
      ["en", "英文", "English"],
    ],
  },
  cardFrozenFor: {
    name: ["卡冻结原因", "Why a card is frozen"],
    items: [
      ["loss", "挂失", "Reported lost"],
      ["refund", "退卡待办结", "Refund not settled yet"],
    ],
  },
  cardStep: {
    name: ["卡业务", "Step of a card"],
    items: [
      ["sell", "售卡", "Sold"],
      ["activate", "激活", "Activated"],
      ["reportLoss", "挂失", "Loss reported"],
      ["found", "解挂", "Found again"],
      ["replace", "补卡（新卡）", "Issued as a replacement"],
      ["replaced", "补卡（旧卡作废）", "Replaced"],
      ["renew", "续卡", "Renewed"],
      ["upgrade", "升级", "Upgraded"],
      ["holderAdd", "增加持卡人", "Holder added"],
      ["refundAsked", "退卡申请", "Refund asked for"],
      ["refundRejected", "退卡驳回", "Refund rejected"],
      ["cancel", "退卡", "Cancelled"],
      ["expire", "到期", "Expired"],
      ["spoil", "作废", "Spoiled"],
      ["staffIssue", "发放员工卡", "Issued to an employee"],
      ["staffEnd", "离职收回", "Ended on leaving"],
      ["walletIssue", "发放电子卡", "Given out on a phone"],
      ["walletRevoke", "收回电子卡", "Taken back from the phone"],
      ["passedBack", "疑似转借", "Perhaps handed to somebody else"],
    ],
  },
});

declare module "../dictionary-declaration" {
  interface BusinessDictionaries {
    card: typeof cardDictionaries;
  }
}
