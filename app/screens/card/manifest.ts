/** Screens of cards: the counter, and the page of a type with its rules in sentences. */
import { cardListLook, cardListSheet } from "../../contract/card/card-list";
import { cardCounter } from "../../contract/card/counter";
import { employeeCardDesk } from "../../contract/card/employee-card";
import { cardSheet, cardTemplate } from "../../contract/card/template";
import { page, type ScreenManifest } from "../screen-manifest";

export const card: ScreenManifest = {
  forms: { cardTemplate: "screens/card/template/template-form.tsx" },
  details: { cardType: "screens/card/type-page.tsx", cardTemplate: "screens/card/template/template-page.tsx" },
  pages: [
    page("/seasonCard/seasonCardList/counter", "card/counter.tsx", cardCounter),
    page("/seasonCard/seasonCardList/group", "card/list-sale.tsx", cardListLook),
    page("/seasonCard/seasonCardList/group/template", "card/list-template.ts", cardListLook),
    page("/seasonCard/seasonCardList/group/:id", "card/list-sheet.tsx", cardListSheet),
    page("/seasonCard/employSeasonCard/issue", "card/employee-issue.tsx", employeeCardDesk),
    page("/seasonCard/seasonCardList/:id/slip", "card/slip.tsx", cardCounter),
    { ...page("/seasonCard/seasonCardList/:id/print", "card/template/card-print.tsx", cardSheet), alone: true },
    {
      ...page(
        "/sysThirdParty/cardTemplateManage/:id/sample",
        "card/template/template-sample.tsx",
        cardTemplate.methods.get,
      ),
      alone: true,
    },
  ],
};
