/** Dictionaries of a first start: how business years stand, and what checking one again has found. */
import { dictionaries } from "../dictionary-declaration";

export const yearDictionaries = dictionaries({
  closedYearState: {
    name: ["年度封账状态", "State of a business year"],
    items: [
      ["closing", "正在封账", "Closing", "accent"],
      ["closed", "已封账", "Closed", "good"],
      ["reopened", "已解封", "Open again", "bad"],
    ],
  },
  closedYearCheck: {
    name: ["年度复核结果", "Check of a business year"],
    items: [
      ["none", "未复核", "Not checked", "calm"],
      ["running", "正在复核", "Checking", "accent"],
      ["agrees", "一致", "Agrees", "good"],
      ["differs", "不一致", "Differs", "bad"],
    ],
  },
});

declare module "../dictionary-declaration" {
  interface BusinessDictionaries {
    years: typeof yearDictionaries;
  }
}
