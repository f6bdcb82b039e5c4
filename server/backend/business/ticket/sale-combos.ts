/** Combos at the sale: a type with its parts, and the lines that a combo becomes. Pure but for the statement's part. */
import { type SQL, sql } from "drizzle-orm";
import { documentKinds } from "~/contract/document-kinds";
import { m } from "~/contract/messages";
import type { RefundBand } from "~/contract/ticket/ticket-terms";
import { allocate } from "../../kernel/allocate";
import type { ComboRow, SoldType } from "./sold-type";

/** The combos of these types, as a list of {@link ComboRow}. */
export const combosOf = (types: SQL): SQL => sql`
  select coalesce(json_agg(json_build_object(
    'ticketTypeId', c.ticket_type_id, 'pieces', c.pieces, 'refundBy', c.refund_by, 'validBy', c.valid_by,
    'parts', (
      select coalesce(json_agg(json_build_object(
        'ticketTypeId', l.ticket_type_id, 'quantity', l.quantity,
        'weight', coalesce(case c.split_by when 'amount' then l.amount else l.weight end, 0)
      ) order by l.position), '[]')
      from combo_part l
      where l.corp_code = c.corp_code and l.combo_id = c.id
    )
  )), '[]')
  from combo c
  where c.ticket_type_id in (${types})
`;

const strictness = ["none", "perOrder", "perTicket"] as const;
const stricter = (one: SoldType["realName"], other: SoldType["realName"]) =>
  strictness.indexOf(one) > strictness.indexOf(other) ? one : other;

/** A type with the parts of its combo: names and slots are those that the parts ask for. A type without one is as it was. */
export function comboType(type: SoldType, row: ComboRow | undefined, types: ReadonlyMap<number, SoldType>): SoldType {
  if (!row) return type;
  const parts = row.parts.flatMap(({ ticketTypeId, quantity, weight }) => {
    const own = types.get(ticketTypeId);
    return own ? [{ type: partType(type, own, row.validBy), partName: own.name, quantity, weight }] : [];
  });
  const named = parts.filter((part) => part.type.realName !== "none");
  const lists = [type, ...named.map((part) => part.type)]
    .map(({ documents }) => documents)
    .filter((one) => one.length > 0);
  const documents = lists.length > 0 ? documentKinds.filter((kind) => lists.every((one) => one.includes(kind))) : [];
  const perTicket = named.filter((part) => part.type.realName === "perTicket").map(({ quantity }) => quantity);
  return {
    ...type,
    documents,
    realName: named.reduce((rule, part) => stricter(rule, part.type.realName), type.realName),
    slots: parts.find((part) => part.type.slots.length > 0)?.type.slots ?? [],
    perIdentityDay: null,
    combo: { ...row, people: Math.max(1, ...perTicket), parts },
  };
}

/** Sold within a combo: under its name, on its channels, given back by its rule; admitted and counted as itself. */
function partType(type: SoldType, part: SoldType, validBy: ComboRow["validBy"]): SoldType {
  const { channels, refundRule, refundBands, refundFrom, expired, validity, validDays, rangeFrom, rangeTo } = type;
  return {
    ...part,
    name: m.combo_part_name({ combo: type.name, part: part.name }),
    ...{ channels, refundRule, refundBands, refundFrom, expired, realName: stricter(part.realName, type.realName) },
    concession: part.concession ?? type.concession,
    ...(type.rules.concession && { rules: { concession: type.rules.concession, ...part.rules } }),
    ...(validBy === "combo" && { validity, validDays, rangeFrom, rangeTo }),
  };
}

/** Why its parts as a whole cannot be sold; "" when they can. Each part has its own reasons besides. */
export function partsWhyNot({ name, combo }: SoldType): string {
  if (!combo) return "";
  const there = combo.parts.reduce((sum, { quantity }) => sum + quantity, 0);
  if (there !== combo.pieces) return m.combo_other_park({ name });
  const slotted = combo.parts.filter((part) => part.type.slots.length > 0);
  return slotted.length > 1
    ? m.combo_two_slots({ one: slotted[0]?.partName ?? "", other: slotted[1]?.partName ?? "" })
    : "";
}

/** What a ticket of a combo keeps of it. */
export interface OfCombo {
  id: number;
  name: string;
  refundBy: "whole" | "parts";
  /** Tickets in one combo. */
  pieces: number;
  /** Fen of one combo. */
  unitPrice: number;
}

export interface PartLine {
  type: SoldType;
  quantity: number;
  unitPrice: number;
  ofCombo: OfCombo;
  /** Of each ticket: which of the order's combos it belongs to, and which of the combo's people it is for, from 0. */
  places: { set: number; person: number }[];
}

/**
 * The tickets of `quantity` combos as lines: one for each part, or more where its share of the price or of a fixed refund
 * fee is not the same for all of its tickets. Both add up to those of the combos, to the fen.
 */
export function partLinesOf(type: SoldType, unitPrice: number, quantity: number, firstSet: number): PartLine[] {
  const { combo } = type;
  if (!combo) return [];
  const { refundBy, pieces, people } = combo;
  const ofCombo = { id: type.id, name: type.name, refundBy, pieces, unitPrice };
  const shares = allocate(
    unitPrice,
    combo.parts.map(({ weight }) => weight),
  );
  const prices = combo.parts.map((part, index) => allocate(shares[index] ?? 0, Array<number>(part.quantity).fill(1)));
  const bands = bandsByPiece(type, prices.flat());
  let piece = 0;
  return combo.parts.flatMap((part, index) => {
    const groups = new Map<string, { price: number; refundBands: RefundBand[]; places: number[] }>();
    for (const [place, price] of (prices[index] ?? []).entries()) {
      const refundBands = bands[piece++] ?? [];
      const key = [price, ...refundBands.map(({ feeEach }) => feeEach ?? 0)].join("/");
      const group = groups.get(key) ?? { price, refundBands, places: [] };
      group.places.push(Math.min(place, people - 1));
      groups.set(key, group);
    }
    return [...groups.values()].map(({ price, refundBands, places: tickets }) => {
      const places = Array.from({ length: quantity }, (_, n) =>
        tickets.map((person) => ({ set: firstSet + n, person })),
      ).flat();
      return { type: { ...part.type, refundBands }, quantity: places.length, unitPrice: price, ofCombo, places };
    });
  });
}

/** The refund bands of each ticket of one combo: a fixed fee is for the combo, and each ticket has its share of it by price. */
function bandsByPiece({ refundBands }: SoldType, prices: readonly number[]): RefundBand[][] {
  const fees = refundBands.map(({ feeEach }) => allocate(feeEach ?? 0, prices));
  return prices.map((_, piece) =>
    refundBands.map((band, n) => (band.feeEach ? { ...band, feeEach: fees[n]?.[piece] ?? 0 } : band)),
  );
}
