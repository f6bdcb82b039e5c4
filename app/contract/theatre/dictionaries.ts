/** Dictionaries of a first start; the words that a corp chose for itself stay. */
import { dictionaries } from "../dictionary-declaration";

export const theatreDictionaries = dictionaries({
  theatreVenueKind: {
    name: ["场馆类型", "Kind of venue"],
    items: [
      ["theatre", "剧院", "Theatre"],
      ["cinema", "影院", "Cinema"],
    ],
  },
  theatreAreaKind: {
    name: ["区域类型", "Kind of area"],
    items: [
      ["seats", "对号入座", "Numbered seats"],
      ["unseated", "无座", "Unseated"],
    ],
  },
  theatreTint: {
    name: ["票价区颜色", "Colour of a price zone"],
    items: [
      ["blue", "蓝", "Blue"],
      ["green", "绿", "Green"],
      ["amber", "黄", "Amber"],
      ["red", "红", "Red"],
      ["violet", "紫", "Violet"],
      ["grey", "灰", "Grey"],
    ],
  },
  theatreShowKind: {
    name: ["节目类型", "Kind of show"],
    items: [
      ["show", "演出", "Show"],
      ["film", "电影", "Film"],
    ],
  },
  theatreSessionState: {
    name: ["场次状态", "Session status"],
    items: [
      ["onSale", "在售", "On sale", "good"],
      ["stopped", "停售", "Sale stopped", "warn"],
      ["cancelled", "已取消", "Cancelled", "bad"],
    ],
  },
  theatrePreselectKind: {
    name: ["预留对象", "Set aside for"],
    items: [
      ["group", "团队", "Group"],
      ["channel", "渠道", "Channel"],
      ["guest", "嘉宾", "Guests"],
    ],
  },
  theatrePreselectState: {
    name: ["预选座状态", "Status of a pre-selection"],
    items: [
      ["open", "预留中", "Set aside", "accent"],
      ["handed", "已转售票", "Handed to the sale", "good"],
      ["released", "已释放", "Released", "calm"],
      ["expired", "到期释放", "Expired", "calm"],
    ],
  },
  theatrePolicyHow: {
    name: ["优惠方式", "Who gets a reduction"],
    items: [
      ["asked", "售票时选", "Chosen at the sale"],
      ["all", "所有座位", "All seats"],
    ],
  },
  theatrePolicyDays: {
    name: ["优惠适用日", "Days of a reduction"],
    items: [
      ["any", "每天", "Every day"],
      ["workdays", "周一至周五", "Monday to Friday"],
      ["weekend", "周六周日", "Saturday and Sunday"],
    ],
  },
  theatreMoveState: {
    name: ["取消场次的票", "Ticket of a cancelled session"],
    items: [
      ["moved", "已移", "Moved", "good"],
      ["left", "留下", "Left", "warn"],
      ["refunded", "已退", "Refunded", "calm"],
    ],
  },
});

declare module "../dictionary-declaration" {
  interface BusinessDictionaries {
    theatre: typeof theatreDictionaries;
  }
}
