/** Entry of the menu for official holidays: head office keeps them, and their days set prices for all tenants. */
import { menuEntries } from "../menu-entry";
import { m } from "../messages";

export const holidayMenu = menuEntries({
  holidayList: {
    ...{ group: "tickets", place: 72, label: m.holiday_list, url: "/ticket/holidayList", built: true },
    headOffice: true,
    money: {
      "officialHoliday:add": true,
      "officialHoliday:edit": true,
      "officialHoliday:remove": true,
      "officialHoliday:import": true,
    },
  },
});

declare module "../menu-entry" {
  interface BusinessMenus {
    holidays: typeof holidayMenu;
  }
}
