/** Dictionaries of changes. */
import { dictionaries } from "../dictionary-declaration";

export const changeDictionaries = dictionaries({
  changeWhat: {
    name: ["可改签内容", "What may be changed"],
    items: [
      ["day", "改日期", "Visit date"],
      ["slot", "改场次", "Time slot"],
      ["holder", "改持票人", "Ticket holder"],
    ],
  },
  changeFee: {
    name: ["改签手续费", "Change fee"],
    items: [
      ["fixed", "每张固定金额", "Fixed amount per ticket"],
      ["rate", "按票价千分比", "Per mille of the price"],
    ],
  },
});

declare module "../dictionary-declaration" {
  interface BusinessDictionaries {
    changes: typeof changeDictionaries;
  }
}
