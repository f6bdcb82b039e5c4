/** Entry of the menu: closed business years. */
import { menuEntries } from "../menu-entry";
import { m } from "../messages";

export const yearsMenu = menuEntries({
  completeList: {
    ...{ group: "system", place: 120, label: m.fun_complete_list, url: "/dataBase/completeList", built: true },
    buttons: { "closedYear:close": m.year_right_close },
  },
});

declare module "../menu-entry" {
  interface BusinessMenus {
    years: typeof yearsMenu;
  }
}
