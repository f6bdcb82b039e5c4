/** What an element of a card template may show. */
import { dictionaries } from "../dictionary-declaration";

export const cardTemplateDictionaries = dictionaries({
  cardPrintField: {
    name: ["卡面字段", "Card field"],
    items: [
      ["number", "卡号", "Card no."],
      ["holder", "持卡人", "Holder"],
      ["typeName", "卡类型", "Card type"],
      ["valid", "有效期", "Validity"],
      ["identity", "证件号（隐藏）", "ID (masked)"],
      ["parks", "适用景区", "Parks"],
      ["corpName", "企业名称", "Company"],
    ],
  },
});

declare module "../dictionary-declaration" {
  interface BusinessDictionaries {
    cardTemplate: typeof cardTemplateDictionaries;
  }
}
