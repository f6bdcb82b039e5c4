/** Entries of the menu: lockers, below rental. */
import { menuEntries } from "../menu-entry";
import { m } from "../messages";

const rental = { group: "rental", built: true } as const;

export const lockerMenu = menuEntries({
  lockerGroupList: { ...rental, place: 30, label: m.fun_locker_group_list, url: "/locker/groupList" },
  lockerBoxList: {
    ...{ ...rental, place: 32, label: m.locker_boxes, url: "/locker/boxList" },
    money: { "lockerBox:occupy": true, "lockerBox:release": true, "lockerBox:clear": true },
  },
  lockerOverdue: { ...rental, place: 34, label: m.locker_overdue, url: "/locker/overdueList" },
  lockerDeposits: { ...rental, place: 36, label: m.locker_deposit_ledger, url: "/locker/depositLedger" },
});

declare module "../menu-entry" {
  interface BusinessMenus {
    locker: typeof lockerMenu;
  }
}
