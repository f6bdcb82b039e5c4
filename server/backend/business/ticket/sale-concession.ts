/** Concessions at the sale: whose number speaks against it, whose proof has to be seen, how many for each adult. */
import { m } from "~/contract/messages";
import { type ConcessionTerms, isForChildren } from "~/contract/ticket/concession-terms";
import { Invalid, Refusal } from "../../kernel/refusal";
import type { ReducedCart } from "./reduce/reduce";
import { entitled } from "./rules/concession";
import type { CartLine } from "./sale-cart";
import { placesOf, type Visitor } from "./sale-visitors";
import type { SoldType } from "./sold-type";

/** What the seller has ticked. */
export interface Seen {
  concessionId: number;
  seen: number;
}

/** The proof of so many people is to be looked at. */
export interface ProofNeeded extends Seen {
  name: string;
  shows: string;
  needed: number;
}

export interface ConcessionsFound {
  proofs: ProofNeeded[];
  /** Visitors whose number says no. */
  wrong: { place: number; message: string }[];
  /** Why the whole cannot be sold; "" when it can. */
  whyNot: string;
}

/** One of the people that a cart is for, with what they hold. */
interface Somebody {
  type: SoldType;
  /** On which they come. */
  day: string;
  /** Fen that are paid for all of their tickets. */
  price: number;
  /** Null: nobody knows their name. */
  visitor: Visitor | null;
  place: number | null;
}

type Cart = Pick<ReducedCart, "asked" | "lines" | "reduced">;

/** What is asked for and what speaks against it; asks the database nothing. `visitors`: as far as they are known. */
export function concessionsOf(
  cart: Cart,
  visitors: readonly (Visitor | null)[],
  seen: readonly Seen[],
): ConcessionsFound {
  const found: ConcessionsFound = { proofs: [], wrong: [], whyNot: "" };
  if (!cart.lines.some(({ type }) => type.concession)) return found;
  const people = peopleOf(cart, visitors);
  for (const { type, day, visitor, place } of people) {
    const { concession, name } = type;
    if (!concession) continue;
    const says = entitled(concession, name, visitor, day);
    if (says.by === "no" && place !== null) found.wrong.push({ place, message: says.message });
    if (says.by === "untold") askFor(found.proofs, concession, seen);
  }
  found.whyNot = tooMany(people);
  return found;
}

/** Refuses what may not be sold so; the fields are `visitors.<place>.identity` and `proofs.<concession>`. */
export function refuseConcessions(cart: Cart, visitors: readonly Visitor[], seen: readonly Seen[]): void {
  const { proofs, wrong, whyNot } = concessionsOf(cart, visitors, seen);
  const unseen = proofs.filter((proof) => proof.seen < proof.needed);
  if (wrong.length + unseen.length > 0) {
    throw new Invalid(
      Object.fromEntries([
        ...wrong.map(({ place, message }) => [`visitors.${place}.identity`, [message]]),
        ...unseen.map((proof) => [`proofs.${proof.concessionId}`, [m.concession_unseen(proof)]]),
      ]),
    );
  }
  if (whyNot) throw new Refusal(whyNot);
}

/** Where nobody looks at a proof, what asks for one is not sold. */
export function atWindowOnly({ lines }: Pick<Cart, "lines">): string {
  const line = lines.find(({ type }) => type.concession);
  return line?.type.concession
    ? m.concession_at_window({ name: line.type.name, shows: line.type.concession.shows })
    : "";
}

function askFor(proofs: ProofNeeded[], { id, name, shows }: ConcessionTerms, seen: readonly Seen[]): void {
  const proof = proofs.find(({ concessionId }) => concessionId === id);
  if (proof) proof.needed += 1;
  else {
    const ticked = seen.find(({ concessionId }) => concessionId === id)?.seen ?? 0;
    proofs.push({ concessionId: id, name, shows, needed: 1, seen: ticked });
  }
}

/** Tickets of one person of a combo are one; so are those of one concession that somebody has of it. */
function peopleOf({ asked, lines, reduced }: Cart, visitors: readonly (Visitor | null)[]): Somebody[] {
  const places = placesOf({ asked, lines });
  const people = new Map<string, Somebody>();
  lines.forEach((line, index) => {
    const { type, day, quantity, unitPrice } = line;
    for (let ticket = 0; ticket < quantity; ticket += 1) {
      const price = unitPrice - (reduced[index]?.off[ticket] ?? 0);
      const place = type.realName === "perTicket" ? (places[index]?.[ticket] ?? null) : null;
      const key = keyOf(line, index, ticket);
      const known = people.get(key);
      if (known) known.price += price;
      else people.set(key, { type, day, price, place, visitor: place === null ? null : (visitors[place] ?? null) });
    }
  });
  return [...people.values()];
}

function keyOf({ places, type }: CartLine, line: number, ticket: number): string {
  const place = places?.[ticket];
  return place ? `${place.set}/${place.person}/${type.concession?.id ?? 0}` : `line ${line}/${ticket}`;
}

/** Children for each paying adult: of those who come that day with the same full-price type or one in its place, else of the park. */
function tooMany(people: readonly Somebody[]): string {
  for (const { type, day } of people) {
    const { concession, name } = type;
    if (!concession?.perAdult) continue;
    const together = people.filter((one) => one.day === day && familyOf(one.type, type));
    const asked = together.filter((one) => one.type.concession?.id === concession.id).length;
    const adults = together.filter(
      (one) => one.price > 0 && !(one.type.concession && isForChildren(one.type.concession)),
    ).length;
    const most = adults * concession.perAdult;
    if (asked > most) return m.concession_too_many({ name, n: concession.perAdult, adults, most, asked });
  }
  return "";
}

function familyOf(one: SoldType, type: SoldType): boolean {
  if (one.parkId !== type.parkId) return false;
  return type.insteadOfId === null || one.id === type.insteadOfId || one.insteadOfId === type.insteadOfId;
}
