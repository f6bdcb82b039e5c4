/** Dictionaries of a first start; the words that a corp chose for itself stay. */
import { dictionaries } from "../dictionary-declaration";

export const parkingDictionaries = dictionaries({
  parkingVehicle: {
    name: ["车型", "Vehicle class"],
    items: [
      ["small", "小型车", "Car"],
      ["large", "大型车", "Large vehicle"],
      ["newEnergy", "新能源车", "New energy"],
      ["motorcycle", "摩托车", "Motorcycle"],
      ["coach", "旅游大巴", "Coach"],
    ],
  },
  parkingLotState: {
    name: ["停车场状态", "Status of a car park"],
    items: [
      ["open", "开放", "Open", "good"],
      ["closed", "关闭", "Closed", "bad"],
    ],
  },
  parkingCapBy: {
    name: ["封顶周期", "Cap period"],
    items: [
      ["entry", "入场起每 24 小时", "24 hours from entry"],
      ["calendar", "自然日", "Calendar day"],
    ],
  },
  parkingRecordState: {
    name: ["进出状态", "Entry status"],
    items: [
      ["inside", "在场", "Inside", "accent"],
      ["left", "已离场", "Left", "calm"],
    ],
  },
  parkingHow: {
    name: ["离场方式", "How it left"],
    items: [
      ["paid", "缴费", "Paid"],
      ["free", "免费时长", "Free minutes"],
      ["pass", "月卡", "Month pass"],
      ["manual", "人工放行", "Released by hand", "warn"],
    ],
  },
  parkingPassState: {
    name: ["月卡状态", "Status of a month pass"],
    items: [
      ["live", "有效", "Valid", "good"],
      ["expired", "已到期", "Expired", "calm"],
      ["cancelled", "已退卡", "Cancelled", "bad"],
    ],
  },
});

declare module "../dictionary-declaration" {
  interface BusinessDictionaries {
    parking: typeof parkingDictionaries;
  }
}
