/** Dictionaries of a first start; the words that a corp chose for itself stay. */
import { dictionaries } from "../dictionary-declaration";

export const ownDictionaries = dictionaries({
  ownFieldOf: {
    name: ["自定义字段所属", "Records with custom fields"],
    items: [
      ["park", "景区", "Parks"],
      ["ticketType", "票种", "Ticket types"],
      ["agency", "旅行社", "Travel agencies"],
      ["seasonCard", "卡", "Cards"],
      ["employee", "员工", "Employees"],
      ["order", "订单", "Orders"],
    ],
  },
  ownFieldKind: {
    name: ["自定义字段类型", "Kind of custom field"],
    items: [
      ["text", "文本", "Text"],
      ["number", "数字", "Number"],
      ["date", "日期", "Date"],
      ["choice", "单选", "Choice"],
      ["file", "附件", "File"],
    ],
  },
});

declare module "../dictionary-declaration" {
  interface BusinessDictionaries {
    own: typeof ownDictionaries;
  }
}
