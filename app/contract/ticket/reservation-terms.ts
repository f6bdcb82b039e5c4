/** Words, menu and rules of reservations. */
import { dictionaries } from "../dictionary-declaration";
import { menuEntries } from "../menu-entry";
import { m } from "../messages";
import { parameters } from "../parameter-declaration";

export const reservationMenu = menuEntries({
  reservationList: {
    ...{ group: "tickets", place: 82, label: m.reservation_list, url: "/ticket/reservationList", built: true },
    buttons: { "reservation:book": m.button_reservation_book },
  },
});

export const reservationDictionaries = dictionaries({
  reservationState: {
    name: ["预约状态", "Reservation status"],
    items: [
      ["booked", "已预约", "Booked", "accent"],
      ["arrived", "已到", "Arrived", "good"],
      ["cancelled", "已取消", "Cancelled", "calm"],
      ["noShow", "未到", "No-show", "bad"],
    ],
  },
  reservationCancelledBy: {
    name: ["预约取消方", "Who cancels a reservation"],
    items: [
      ["visitor", "游客要求", "The visitor"],
      ["park", "景区原因", "The park"],
    ],
  },
});

const rule = { group: "business", scope: "corp" } as const;
const count = { kind: "number", min: 0, max: 366 } as const;
const days = { kind: "number", min: 1, max: 366 } as const;

export const reservationParameters = parameters({
  /** Reservations that a person may have in a period; 0: any number. */
  reservationLimit: {
    ...{ ...rule, place: 70, default: "0", input: count },
    ...{ label: m.reservation_p_limit, help: m.reservation_p_limit_help },
  },
  reservationPeriod: {
    ...{ ...rule, place: 71, default: "7", input: days },
    ...{ label: m.reservation_p_period, help: m.reservation_p_period_help },
  },
  /** No-shows after which a person is kept from reserving; 0: never. */
  noShowLimit: {
    ...{ ...rule, place: 72, default: "3", input: count },
    ...{ label: m.reservation_p_no_shows, help: m.reservation_p_no_shows_help },
  },
  noShowPeriod: {
    ...{ ...rule, place: 73, default: "180", input: days },
    ...{ label: m.reservation_p_no_show_days, help: m.reservation_p_no_show_days_help },
  },
  noShowBar: {
    ...{ ...rule, place: 74, default: "60", input: days },
    ...{ label: m.reservation_p_bar, help: m.reservation_p_bar_help },
  },
});

declare module "../menu-entry" {
  interface BusinessMenus {
    reservations: typeof reservationMenu;
  }
}
declare module "../dictionary-declaration" {
  interface BusinessDictionaries {
    reservations: typeof reservationDictionaries;
  }
}
declare module "../parameter-declaration" {
  interface BusinessParameters {
    reservations: typeof reservationParameters;
  }
}
