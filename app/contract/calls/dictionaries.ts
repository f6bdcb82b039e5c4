/** Dictionaries of a first start; the words that a corp chose for itself stay. */
import { dictionaries } from "../dictionary-declaration";

export const callDictionaries = dictionaries({
  callOutcome: {
    name: ["调用结果", "Outcome of calls"],
    items: [
      ["ok", "成功", "Answered", "good"],
      ["refused", "被拒绝", "Refused", "warn"],
      ["failed", "出错", "Failed", "bad"],
    ],
  },
  callOrigin: {
    name: ["调用来源", "Origin of calls"],
    items: [
      ["page", "后台页面", "Page"],
      ["open", "开放接口", "Open API"],
      ["program", "其他程序", "Other program"],
    ],
  },
});

declare module "../dictionary-declaration" {
  interface BusinessDictionaries {
    calls: typeof callDictionaries;
  }
}
