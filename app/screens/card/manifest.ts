/** Screens of cards: the counter, and the page of a type with its rules in sentences. */
import { cardCounter } from "../../contract/card/counter";
import { employeeCardDesk } from "../../contract/card/employee-card";
import { page, type ScreenManifest } from "../screen-manifest";

export const card: ScreenManifest = {
  details: { cardType: "screens/card/type-page.tsx" },
  pages: [
    page("/seasonCard/seasonCardList/counter", "card/counter.tsx", cardCounter),
    page("/seasonCard/employSeasonCard/issue", "card/employee-issue.tsx", employeeCardDesk),
    page("/seasonCard/seasonCardList/:id/slip", "card/slip.tsx", cardCounter),
  ],
};
