/** What of cards can be handed over to another tenant: fees, templates, types. No card, and nobody's money. */
import { cardFee as feeResource } from "~/contract/card/fee";
import { cardTemplate as templateResource } from "~/contract/card/template";
import { cardType as typeResource } from "~/contract/card/type";
import { m } from "~/contract/messages";
import type { Portable } from "../../kernel/portable";
import {
  cardFee,
  cardFeeStep,
  cardTemplate,
  cardTemplateElement,
  cardType,
  cardTypeOff,
  cardTypePlace,
  cardTypeTier,
} from "./schema";

export const cardPortables: readonly Portable[] = [
  {
    resource: feeResource,
    table: cardFee,
    key: ["code"],
    parts: { refundScale: { table: cardFeeStep, parent: "card_fee_id" } },
  },
  {
    resource: templateResource,
    table: cardTemplate,
    key: ["name"],
    left: ["pictures"],
    parts: { elements: { table: cardTemplateElement, parent: "card_template_id" } },
    cannot: ({ pictures }) => (pictures ? "files" : null),
  },
  {
    resource: typeResource,
    table: cardType,
    key: ["code"],
    begins: { status: "F" },
    references: {
      card_fee_id: { noun: feeResource.noun, agrees: true },
      card_template_id: { noun: templateResource.noun },
    },
    // Which type a card may be raised to is left out: it leads from type to type and back.
    parts: {
      giftTiers: { table: cardTypeTier, parent: "card_type_id" },
      blackouts: { table: cardTypeOff, parent: "card_type_id" },
      places: {
        table: cardTypePlace,
        parent: "card_type_id",
        references: { park_id: { noun: "park" }, gate_group_id: { noun: "gateGroup", agrees: ["parkId"] } },
      },
    },
    note: m.migration_note_cards,
  },
];
