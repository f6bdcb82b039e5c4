/** Its entry of the menu. */
import { menuEntries } from "../menu-entry";
import { m } from "../messages";

export const announcementMenu = menuEntries({
  announcementList: {
    ...{ group: "system", place: 90, label: m.fun_announcement_list, url: "/system/announcementList", built: true },
  },
});

declare module "../menu-entry" {
  interface BusinessMenus {
    announcement: typeof announcementMenu;
  }
}
