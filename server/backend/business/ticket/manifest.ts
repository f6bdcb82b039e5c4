import type { BackendManifest } from "../manifest";
import { checkServed } from "./check-served";
import { settleClosure, undoClosure } from "./closure-jobs";
import { tellClosure } from "./closure-tell";
import { comboServed } from "./combo";
import * as comboSchema from "./combo-schema";
import { seedParks } from "./demonstration/parks";
import { expireTickets } from "./expire";
import { findsTickets } from "./find";
import { heldCartServed } from "./held-cart";
import * as heldCartSchema from "./held-cart-schema";
import { served } from "./index";
import { ticketInvariants } from "./invariants";
import { issuedServed } from "./issued";
import { passageServed } from "./passage";
import { quotaLedgerBackend } from "./quota-ledger";
import * as schema from "./schema";
import { sells } from "./sells";
import * as visitSchema from "./visit-schema";
import { visitServed } from "./visit-served";

export const ticket: BackendManifest = {
  served: [
    ...served,
    ...issuedServed,
    ...checkServed,
    ...passageServed,
    ...visitServed,
    ...comboServed,
    ...heldCartServed,
  ],
  tables: [schema, visitSchema, comboSchema, heldCartSchema],
  finds: [findsTickets],
  sells,
  kinds: [expireTickets, settleClosure, undoClosure, tellClosure],
  roles: [
    {
      code: "manager",
      grants: [
        ["buyTktLog", ["sale:print"]],
        ["priceCalendar", ["pricePolicy:add"]],
      ],
    },
    {
      code: "seller",
      name: "售票员",
      grants: [
        ["buyTktList", ["sale:sell", "sale:print"]],
        ["buyTktLog", ["sale:print"]],
      ],
    },
    { code: "gatekeeper", name: "验票员", grants: [["tktChevkPage", ["check:pass"]]] },
  ],
  ledgers: [quotaLedgerBackend],
  invariants: ticketInvariants,
  demonstration: seedParks,
};
