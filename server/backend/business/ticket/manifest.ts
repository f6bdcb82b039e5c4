import type { BackendManifest } from "../manifest";
import { keepsBesideOrders } from "../order/list-beside";
import { tellsOrigins } from "../order/origins";
import { changeServed } from "./change";
import { checkServed } from "./check-served";
import { settleClosure, undoClosure } from "./closure-jobs";
import { tellClosure } from "./closure-tell";
import { comboServed } from "./combo";
import * as comboSchema from "./combo-schema";
import { concessionServed } from "./concession";
import * as concessionSchema from "./concession-schema";
import { seedParks } from "./demonstration/parks";
import { expireTickets } from "./expire";
import { findsTickets } from "./find";
import { groupNamesServed } from "./group-names";
import { groupBeside, groupOrigin } from "./group-origin";
import { groupInvariants } from "./group-places";
import { prepaidBackend, prepaidInvariants } from "./group-prepaid";
import * as groupSchema from "./group-schema";
import { groupServed } from "./group-served";
import { heldCartServed } from "./held-cart";
import * as heldCartSchema from "./held-cart-schema";
import { holidayServed, warnOfHolidays } from "./holiday";
import * as holidaySchema from "./holiday-schema";
import { served } from "./index";
import { ticketInvariants } from "./invariants";
import { issuedServed } from "./issued";
import { passageServed } from "./passage";
import { ticketPersonal } from "./personal";
import { ticketPortables } from "./portables";
import { printTemplateServed } from "./print-template";
import * as printTemplateSchema from "./print-template-schema";
import { quotaInvariants } from "./quota-invariants";
import { quotaLedgerBackend } from "./quota-ledger";
import { cardServed } from "./reduce/card-batches";
import { reduceInvariants } from "./reduce/invariants";
import { staffLedgerBackend, staffServed } from "./reduce/staff-rules";
import * as reduceSchema from "./reduce-schema";
import { salesPageServed } from "./sales-page";
import * as salesPageSchema from "./sales-page-schema";
import * as schema from "./schema";
import { selectPolicyServed } from "./select-policy";
import * as selectPolicySchema from "./select-policy-schema";
import { sells } from "./sells";
import { sharedGateServed } from "./shared-gate";
import * as sharedGateSchema from "./shared-gate-schema";
import { subTicketServed } from "./sub-ticket";
import * as subTicketSchema from "./sub-ticket-schema";
import { serveSettlement } from "./sub-ticket-settlement";
import { supplementServed } from "./supplement";
import * as visitSchema from "./visit-schema";
import { visitServed } from "./visit-served";
import { findsWristbands } from "./wristband";
import { ticketYears } from "./years";

tellsOrigins(groupOrigin);
keepsBesideOrders({ bookingNo: groupBeside });

export const ticket: BackendManifest = {
  portables: ticketPortables,
  served: [
    ...served,
    ...issuedServed,
    ...checkServed,
    ...passageServed,
    ...visitServed,
    ...comboServed,
    ...selectPolicyServed,
    ...subTicketServed,
    ...printTemplateServed,
    ...salesPageServed,
    serveSettlement,
    ...heldCartServed,
    ...staffServed,
    ...cardServed,
    ...changeServed,
    ...supplementServed,
    ...concessionServed,
    ...holidayServed,
    ...groupServed,
    ...groupNamesServed,
    ...sharedGateServed,
  ],
  personal: ticketPersonal,
  data: {
    // Head office keeps it for all.
    corp: ["official_holiday"],
    // Nothing was sold by it, and none is fetched on another day.
    traces: ["held_cart"],
    settings: [
      "park",
      "park_capacity",
      "gate",
      "gate_device",
      "gate_group",
      "shared_gate",
      "shared_gate_park",
      "ticket_type",
      "ticket_type_blackout",
      "ticket_type_booking_clock",
      "ticket_type_refund_band",
      "ticket_type_slot",
      "ticket_key",
      "combo",
      "combo_part",
      "concession",
      "price_policy",
      "print_template",
      "print_template_element",
      "quota_pool",
      "quota_pool_type",
      "restricted_visitor",
      "sales_page",
      "sales_page_item",
      "select_policy",
      "select_policy_point",
      "staff_reduction",
      "sub_ticket",
      "sub_ticket_part",
    ],
  },
  tables: [
    schema,
    visitSchema,
    comboSchema,
    heldCartSchema,
    reduceSchema,
    selectPolicySchema,
    subTicketSchema,
    concessionSchema,
    printTemplateSchema,
    salesPageSchema,
    holidaySchema,
    groupSchema,
    sharedGateSchema,
  ],
  purges: [{ table: "held_cart", what: "Carts that were set aside and not fetched", kept: 7, by: "created_at" }],
  years: ticketYears,
  finds: [findsTickets, findsWristbands],
  sells,
  kinds: [expireTickets, settleClosure, undoClosure, tellClosure, warnOfHolidays],
  roles: [
    {
      code: "manager",
      grants: [
        ["buyTktLog", ["sale:print", "sale:reprint"]],
        ["wristbandList", ["wristband:bind"]],
        ["priceCalendar", ["pricePolicy:add"]],
      ],
    },
    {
      code: "seller",
      name: "售票员",
      grants: [
        ["buyTktList", ["sale:sell", "sale:print", "sale:reprint"]],
        ["buyTktLog", ["sale:print", "sale:reprint"]],
      ],
    },
    { code: "gatekeeper", name: "验票员", grants: [["tktChevkPage", ["check:pass"]]] },
  ],
  ledgers: [quotaLedgerBackend, staffLedgerBackend, prepaidBackend],
  invariants: {
    ...ticketInvariants,
    ...quotaInvariants,
    ...reduceInvariants,
    ...groupInvariants,
    ...prepaidInvariants,
  },
  demonstration: seedParks,
};
