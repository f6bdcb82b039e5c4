/** Dictionaries of a first start; the words that a corp chose for itself stay. */
import { dictionaries } from "../dictionary-declaration";

export const lockerDictionaries = dictionaries({
  lockerSize: {
    name: ["柜格规格", "Locker size"],
    items: [
      ["small", "小", "Small"],
      ["medium", "中", "Medium"],
      ["large", "大", "Large"],
    ],
  },
  lockerState: {
    name: ["柜格状态", "Locker status"],
    items: [
      ["free", "空闲", "Free", "good"],
      ["occupied", "使用中", "In use", "accent"],
      ["faulty", "故障", "Out of order", "bad"],
      ["disabled", "停用", "Inactive", "calm"],
    ],
  },
});

declare module "../dictionary-declaration" {
  interface BusinessDictionaries {
    locker: typeof lockerDictionaries;
  }
}
