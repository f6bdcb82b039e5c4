/** Its entry of the menu. */
import { menuEntries } from "../menu-entry";
import { m } from "../messages";

export const mobileMenu = menuEntries({
  mobileConfiguration: {
    ...{ group: "system", place: 70, label: m.fun_mobile_configuration, built: true },
    url: "/basicConfiguration?sysBusType=18",
  },
});

declare module "../menu-entry" {
  interface BusinessMenus {
    mobile: typeof mobileMenu;
  }
}
