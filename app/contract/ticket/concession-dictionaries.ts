/** For whom a concession is, how it is proved, and who sets the prices of a park. */
import { dictionaries } from "../dictionary-declaration";

export const concessionDictionaries = dictionaries({
  concessionBasis: {
    name: ["优待对象", "Who a concession is for"],
    items: [
      ["age", "年龄段", "Age band"],
      ["height", "儿童身高", "Child by height"],
      ["student", "学生", "Student"],
      ["soldier", "军人", "Soldier"],
      ["disabled", "残疾人", "Disabled person"],
      ["resident", "本地居民", "Resident"],
      ["other", "其他", "Other"],
    ],
  },
  concessionProof: {
    name: ["优待认定方式", "How a concession is proved"],
    items: [
      ["number", "按证件号码认定", "By the document number"],
      ["shown", "出示凭证，售票员核验", "Document shown and ticked by the seller"],
      ["either", "号码符合即可，否则核验凭证", "By the number, else by the document shown"],
    ],
  },
  parkPricing: {
    name: ["景区定价方式", "Pricing of a park"],
    items: [
      ["market", "市场调节价", "Market-priced"],
      ["government", "政府定价或指导价", "Government-priced"],
    ],
  },
});

declare module "../dictionary-declaration" {
  interface BusinessDictionaries {
    concessions: typeof concessionDictionaries;
  }
}
