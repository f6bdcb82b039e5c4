/** Entries of the menu: figures. */
import { menuEntries, openEntries } from "../menu-entry";
import { m } from "../messages";

/** For every account; they have no code. */
export const reportOpenMenu = openEntries({
  dataCentre: { group: "reports", place: 10, label: m.fun_data_centre, url: "/datacenter" },
});

export const reportMenu = menuEntries({
  reportYear: { group: "reports", place: 200, label: m.fun_report_year, url: "/statistics/year", built: true },
});

declare module "../menu-entry" {
  interface BusinessMenus {
    report: typeof reportMenu;
  }
}
