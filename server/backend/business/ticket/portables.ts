/** What of tickets can be handed over to another tenant. Whatever would sell or change a price by itself arrives switched off. */
import { m } from "~/contract/messages";
import { combo as comboResource } from "~/contract/ticket/combo";
import { concession as concessionResource } from "~/contract/ticket/concession";
import { gateGroup as gateGroupResource } from "~/contract/ticket/gate";
import { park as parkResource } from "~/contract/ticket/park";
import { pricePolicy as policyResource } from "~/contract/ticket/price-policy-list";
import { printTemplate as templateResource } from "~/contract/ticket/print-template";
import { quotaPool as poolResource } from "~/contract/ticket/quota-list";
import { selectPolicy as selectResource } from "~/contract/ticket/select-policy";
import { ticketType as typeResource } from "~/contract/ticket/ticket-type";
import type { Portable } from "../../kernel/portable";
import { combo, comboPart } from "./combo-schema";
import { concession } from "./concession-schema";
import { printTemplate, printTemplateElement } from "./print-template-schema";
import {
  blackout,
  bookingClock,
  gateGroup,
  park,
  pricePolicy,
  quotaPool,
  quotaPoolType,
  refundBand,
  slot,
  ticketType,
} from "./schema";
import { selectPolicy, selectPolicyPoint } from "./select-policy-schema";

const ofPark = { noun: parkResource.noun };
/** The group stands in the same park there. */
const ofGroup = { noun: gateGroupResource.noun, agrees: ["parkId"] };
/** A price or a quota is not laid upon a ticket type of other content. */
const ofType = { noun: typeResource.noun, agrees: true } as const;

export const ticketPortables: readonly Portable[] = [
  { resource: parkResource, table: park, key: ["code"], left: ["parent_id"], anchor: true },
  { resource: gateGroupResource, table: gateGroup, key: ["code"], references: { park_id: ofPark } },
  { resource: concessionResource, table: concession, key: ["name"] },
  {
    resource: templateResource,
    table: printTemplate,
    key: ["name"],
    left: ["pictures"],
    parts: { elements: { table: printTemplateElement, parent: "print_template_id" } },
    cannot: ({ pictures }) => (pictures ? "files" : null),
  },
  {
    resource: selectResource,
    table: selectPolicy,
    key: ["name"],
    references: { park_id: ofPark },
    parts: {
      points: { table: selectPolicyPoint, parent: "select_policy_id", references: { gate_group_id: ofGroup } },
    },
  },
  {
    resource: typeResource,
    table: ticketType,
    key: ["code"],
    // What the price bureau approved holds for the park that it approved it for; own values are of this tenant's fields.
    left: ["price_ceiling", "approved_by", "own"],
    begins: { status: "draft" },
    references: {
      park_id: ofPark,
      gate_group_id: ofGroup,
      select_policy_id: { noun: selectResource.noun },
      concession_id: { noun: concessionResource.noun, agrees: true },
      instead_of_id: { noun: typeResource.noun },
      print_template_id: { noun: templateResource.noun },
    },
    parts: {
      refundBands: { table: refundBand, parent: "ticket_type_id" },
      slots: { table: slot, parent: "ticket_type_id" },
      blackouts: { table: blackout, parent: "ticket_type_id" },
      bookingClocks: { table: bookingClock, parent: "ticket_type_id" },
    },
    // A combo's type that came without its combo would be sold as one ticket.
    along: [comboResource.noun],
    note: m.migration_note_types,
  },
  {
    resource: comboResource,
    table: combo,
    key: ["ticket_type_id"],
    references: { ticket_type_id: ofType },
    parts: { parts: { table: comboPart, parent: "combo_id", references: { ticket_type_id: ofType } } },
    along: [typeResource.noun],
    note: m.migration_note_combos,
  },
  {
    resource: policyResource,
    table: pricePolicy,
    key: ["ticket_type_id", "name", "channel", "customer_group", "start_day", "end_day", "slot"],
    begins: { status: "F" },
    references: { ticket_type_id: ofType },
    note: m.migration_note_off,
  },
  {
    resource: poolResource,
    table: quotaPool,
    key: ["name"],
    // Triggers keep it.
    left: ["parks"],
    begins: { status: "F" },
    parts: {
      ticketTypeNames: { table: quotaPoolType, parent: "pool_id", references: { ticket_type_id: ofType } },
    },
    note: m.migration_note_off,
  },
];
