/** Its entry of the menu. */
import { menuEntries } from "../menu-entry";
import { m } from "../messages";
import { startUpPath } from "./steps";

export const startUpMenu = menuEntries({
  guidePage: { group: "workbench", place: 30, label: m.fun_start_guide, url: startUpPath, built: true },
});

declare module "../menu-entry" {
  interface BusinessMenus {
    startup: typeof startUpMenu;
  }
}
