/** Tickets: what is sold at what price and within what quota, the counter, the gates. */
import type { ContractManifest } from "../manifest";
import * as check from "./check";
import * as chosenPark from "./chosen-park";
import { ticketDictionaries } from "./dictionaries";
import { gate, gateGroup, pos } from "./gate";
import * as issued from "./issued";
import { ticketMenu } from "./menu-entries";
import { park } from "./park";
import { passage } from "./passage";
import * as price from "./price";
import { pricePolicy } from "./price-policy-list";
import * as quota from "./quota";
import { quotaLedger } from "./quota-ledger";
import { quotaPool } from "./quota-list";
import * as sale from "./sale";
import { ticketType } from "./ticket-type";
import * as today from "./today";

export const ticket: ContractManifest = {
  resources: [
    // As the description of the API has them.
    park,
    ticketType,
    pos,
    gateGroup,
    gate,
    issued.issuedTicket,
    passage,
    pricePolicy,
    quotaPool,
  ],
  methods: [chosenPark, today, price, quota, sale, issued, check],
  ledgers: [quotaLedger],
  menu: ticketMenu,
  dictionaries: ticketDictionaries,
};
