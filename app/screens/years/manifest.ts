/** Screens of closed years. */
import { closeYearForm } from "../../contract/years/year";
import { page, type ScreenManifest } from "../screen-manifest";

export const years: ScreenManifest = {
  lists: { closedYear: "screens/years/year-list.tsx" },
  details: { closedYear: "screens/years/year.tsx" },
  pages: [page("/dataBase/completeList/close", "years/close.tsx", closeYearForm)],
};
