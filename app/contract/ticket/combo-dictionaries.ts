/** How a combo is split, refunded and valid. */
import { dictionaries } from "../dictionary-declaration";

export const comboDictionaries = dictionaries({
  comboSplit: {
    name: ["组合票分账方式", "How a combo is split"],
    items: [
      ["weight", "按比例", "By weight"],
      ["amount", "按金额", "By amount"],
    ],
  },
  comboRefund: {
    name: ["组合票退票方式", "How a combo is refunded"],
    items: [
      ["whole", "整套退", "Whole only"],
      ["parts", "可退单张", "By part"],
    ],
  },
  comboValidity: {
    name: ["组合票有效期", "How long a combo is valid"],
    items: [
      ["parts", "各子票按自身规则", "Each part by its own rule"],
      ["combo", "统一按组合票", "All parts as the combo"],
    ],
  },
});

declare module "../dictionary-declaration" {
  interface BusinessDictionaries {
    combos: typeof comboDictionaries;
  }
}
