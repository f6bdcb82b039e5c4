/** Words and menu of reception tickets. */
import { dictionaries } from "../dictionary-declaration";
import { menuEntries } from "../menu-entry";
import { m } from "../messages";

export const receptionMenu = menuEntries({
  receptionTickets: {
    ...{ group: "trade", built: true, place: 94, label: m.fun_reception_tickets, url: "/travelInfo/reception" },
    money: {
      "receptionRequest:approve": true,
      "receptionRequest:issue": true,
      "receptionQuota:add": true,
      "receptionQuota:edit": true,
    },
  },
});

export const receptionDictionaries = dictionaries({
  receptionState: {
    name: ["接待票申请状态", "Status of a reception request"],
    items: [
      ["requested", "待审批", "Requested", "accent"],
      ["approved", "待出票", "Approved", "accent"],
      ["issued", "已出票", "Issued", "good"],
      ["rejected", "已驳回", "Rejected", "bad"],
      ["withdrawn", "已撤回", "Withdrawn", "calm"],
    ],
  },
});

declare module "../menu-entry" {
  interface BusinessMenus {
    reception: typeof receptionMenu;
  }
}
declare module "../dictionary-declaration" {
  interface BusinessDictionaries {
    reception: typeof receptionDictionaries;
  }
}
