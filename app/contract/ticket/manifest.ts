/** Tickets: what is sold at what price and within what quota, the counter, the gates. */
import type { ContractManifest } from "../manifest";
import { m } from "../messages";
import * as activityCard from "./activity-card";
import { admissionsReport } from "./admissions-report";
import * as capacity from "./capacity";
import * as change from "./change";
import { changeDictionaries } from "./change-dictionaries";
import * as impact from "./change-impact";
import * as check from "./check";
import * as chosenPark from "./chosen-park";
import { closure, closureOrder } from "./closure";
import { combo } from "./combo";
import { comboDictionaries } from "./combo-dictionaries";
import { comboMenu } from "./combo-menu-entries";
import { concession } from "./concession";
import { concessionDictionaries } from "./concession-dictionaries";
import { concessionMenu } from "./concession-menu-entries";
import { ticketDictionaries } from "./dictionaries";
import { discountDictionaries, discountParameters } from "./discount";
import { gate, gateGroup, pos } from "./gate";
import * as board from "./gate-board";
import * as device from "./gate-device";
import * as groups from "./group-booking";
import * as groupNames from "./group-names";
import * as groupPrepay from "./group-prepay";
import { groupDictionaries, groupMenu } from "./group-terms";
import * as heldCart from "./held-cart";
import * as holiday from "./holiday";
import { holidayMenu } from "./holiday-menu-entries";
import * as issued from "./issued";
import { ticketMenu } from "./menu-entries";
import { ticketParameters } from "./parameters";
import { park } from "./park";
import { passage } from "./passage";
import { passageConflict } from "./passage-conflict";
import * as price from "./price";
import { pricePolicy } from "./price-policy-list";
import { printDictionaries } from "./print-dictionaries";
import { printMenu } from "./print-menu-entries";
import { printTemplate } from "./print-template";
import * as quota from "./quota";
import { quotaLedger } from "./quota-ledger";
import { quotaPool } from "./quota-list";
import { quotaReport } from "./quota-report";
import * as quotaTransfer from "./quota-transfer";
import * as reservations from "./reservation";
import { reservationDictionaries, reservationMenu, reservationParameters } from "./reservation-terms";
import { restrictedVisitor } from "./restricted-visitor";
import * as sale from "./sale";
import * as salesPage from "./sales-page";
import { selectPolicy } from "./select-policy";
import { selectPolicyMenu } from "./select-policy-menu-entries";
import { sharedGate } from "./shared-gate";
import { staffDictionaries, staffLedger, staffMenu, staffReduction, staffUse } from "./staff-reduction";
import * as sub from "./sub-ticket";
import { subTicketDictionaries } from "./sub-ticket-dictionaries";
import { subTicketMenu } from "./sub-ticket-menu-entries";
import * as supplement from "./supplement";
import * as thingToday from "./thing-today";
import { ticketType } from "./ticket-type";
import * as today from "./today";
import * as tryRules from "./try-rules";
import { visitDictionaries } from "./visit-dictionaries";
import { visitMenu } from "./visit-menu-entries";
import { visitParameters } from "./visit-parameters";
import * as wristbands from "./wristband";

export const ticket: ContractManifest = {
  reports: [admissionsReport, quotaReport],
  resources: [
    // As the description of the API has them.
    park,
    ticketType,
    pos,
    gateGroup,
    gate,
    issued.issuedTicket,
    passage,
    passageConflict,
    device.gateDevice,
    pricePolicy,
    quotaPool,
    restrictedVisitor,
    capacity.parkCapacity,
    closure,
    closureOrder,
    combo,
    staffReduction,
    staffUse,
    activityCard.activityCard,
    activityCard.activityCode,
    selectPolicy,
    sub.subTicket,
    sub.subTicketShare,
    concession,
    printTemplate,
    reservations.reservation,
    salesPage.salesPage,
    holiday.officialHoliday,
    groups.groupBooking,
    sharedGate,
    wristbands.wristband,
  ],
  methods: [
    activityCard,
    capacity,
    chosenPark,
    today,
    thingToday,
    price,
    quota,
    quotaTransfer,
    impact,
    sale,
    heldCart,
    change,
    supplement,
    issued,
    check,
    board,
    device,
    tryRules,
    sub,
    reservations,
    salesPage,
    holiday,
    groups,
    groupNames,
    groupPrepay,
    wristbands,
  ],
  ledgers: [quotaLedger, staffLedger, groupPrepay.groupPrepaidLedger],
  menu: {
    ...ticketMenu,
    ...visitMenu,
    ...comboMenu,
    ...staffMenu,
    ...activityCard.cardMenu,
    ...selectPolicyMenu,
    ...subTicketMenu,
    ...concessionMenu,
    ...printMenu,
    ...reservationMenu,
    ...holidayMenu,
    ...groupMenu,
    ...wristbands.wristbandMenu,
  },
  dictionaries: {
    ...ticketDictionaries,
    ...visitDictionaries,
    ...comboDictionaries,
    ...discountDictionaries,
    ...staffDictionaries,
    ...changeDictionaries,
    ...activityCard.cardDictionaries,
    ...subTicketDictionaries,
    ...concessionDictionaries,
    ...printDictionaries,
    ...reservationDictionaries,
    ...groupDictionaries,
    ...wristbands.wristbandDictionaries,
  },
  things: { heldCart: { title: m.held_cart }, ticketKey: { title: m.phone_key_title } },
  parameters: { ...ticketParameters, ...visitParameters, ...discountParameters, ...reservationParameters },
};
