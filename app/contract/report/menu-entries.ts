/** Entries of the menu: figures. */
import { openEntries } from "../menu-entry";
import { m } from "../messages";

/** For every account; they have no code. */
export const reportOpenMenu = openEntries({
  dataCentre: { group: "reports", place: 10, label: m.fun_data_centre, url: "/datacenter" },
});
