/** Words and menu of group bookings. */
import { dictionaries } from "../dictionary-declaration";
import { menuEntries } from "../menu-entry";
import { m } from "../messages";

export const groupMenu = menuEntries({
  createGroup: {
    ...{ group: "counter", place: 50, label: m.fun_create_group, url: "/createGroup", built: true },
    buttons: {
      "groupBooking:arrive": m.button_group_arrive,
      "groupBooking:settle": m.button_group_settle,
      "groupBooking:prepay": m.button_group_prepay,
      "groupBooking:prepayBackLate": m.button_group_prepay_back_late,
      "groupBooking:namesLate": m.button_group_names_late,
    },
    money: { "groupBooking:settle": true, "groupBooking:prepay": true, "groupBooking:prepayBackLate": true },
  },
  groupPrepaid: { group: "counter", place: 52, label: m.group_prepaid_ledger, url: "/groupPrepaid", built: true },
});

export const groupDictionaries = dictionaries({
  groupBookingState: {
    name: ["团队预订状态", "Group booking status"],
    items: [
      ["booked", "已预订", "Booked", "accent"],
      ["confirmed", "已确认", "Confirmed", "accent"],
      ["arrived", "已到园", "Arrived", "warn"],
      ["settled", "已结算", "Settled", "good"],
      ["cancelled", "已取消", "Cancelled", "calm"],
    ],
  },
});

declare module "../menu-entry" {
  interface BusinessMenus {
    groups: typeof groupMenu;
  }
}
declare module "../dictionary-declaration" {
  interface BusinessDictionaries {
    groups: typeof groupDictionaries;
  }
}
