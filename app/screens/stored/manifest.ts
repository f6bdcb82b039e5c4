/** Screens of stored value: the counter, cards for a company, statements, what is owed, and a rule in sentences. */
import { storedListLook, storedListSheet } from "../../contract/stored/card-list";
import { storedCounter, storedOwed, storedStatement } from "../../contract/stored/counter";
import { storedOfflineTerms } from "../../contract/stored/offline";
import { storedSheet } from "../../contract/stored/sheet";
import { storedSlip } from "../../contract/stored/slip";
import { page, type ScreenManifest } from "../screen-manifest";

export const stored: ScreenManifest = {
  details: { storedRule: "screens/stored/rule-page.tsx" },
  pages: [
    page("/smartCard/list/counter", "stored/counter.tsx", storedCounter),
    page("/smartCard/list/group", "stored/list-sale.tsx", storedListLook),
    page("/smartCard/list/group/template", "stored/list-template.ts", storedListLook),
    page("/smartCard/list/group/:id", "stored/list-sheet.tsx", storedListSheet),
    page("/smartCard/offlineList/enter", "stored/offline.tsx", storedOfflineTerms),
    page("/smartCard/offlineList/till", "stored/till.ts", storedOfflineTerms),
    page("/smartCard/list/:id/statement", "stored/statement.tsx", storedStatement),
    { ...page("/smartCard/list/:id/slip", "stored/slip.tsx", storedSlip), alone: true },
    { ...page("/smartCard/list/:id/print", "stored/print.tsx", storedSheet), alone: true },
    page("/smartCard/ledger/owed", "stored/owed.tsx", storedOwed),
    page("/smartCard/ledger/owed/file", "stored/owed-file.ts", storedOwed),
  ],
};
