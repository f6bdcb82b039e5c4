/** Who the tickets are for: the names and documents that the rule asks for, and the limit per document and day. */
import { sql } from "drizzle-orm";
import type { z } from "zod";
import { documentNames } from "~/contract/document-kinds";
import { m } from "~/contract/messages";
import type { visitor } from "~/contract/ticket/sale";
import { maskIdentity } from "../../kernel/mask";
import { Invalid, Refusal } from "../../kernel/refusal";
import { rowsOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import type { AskedLine, Cart, CartLine } from "./sale-cart";

export type Visitor = z.output<typeof visitor>;
const nobody: Visitor = { name: "", document: "resident", country: "", identity: "" };

/**
 * The holder of each ticket, line by line. One for each ticket (perTicket) in the order of what was asked for, the first for
 * the rest (perOrder). A combo names its people once, whatever it is made of.
 */
export function holdersOf(cart: Pick<Cart, "asked" | "lines">, visitors: readonly Visitor[]): Visitor[][] {
  const needed = visitorsNeeded(cart);
  if (needed === 0 && visitors.length > 0) throw new Invalid({ visitors: [m.r_visitors_not_needed()] });
  if (visitors.length !== needed) {
    throw new Invalid({ visitors: [m.r_visitors_needed({ n: needed, given: visitors.length })] });
  }
  visitors.forEach(({ name }, index) => {
    if (name === "") throw new Invalid({ [`visitors.${index}.name`]: [m.r_visitor_name()] });
  });
  return placesOf(cart).map((places, line) =>
    places.map((place) => {
      if (place === null) return nobody;
      const holder = visitors[place] ?? nobody;
      const type = cart.lines[line]?.type;
      if (type) checkDocument(type, holder, place);
      return holder;
    }),
  );
}

function visitorsNeeded({ asked }: Pick<Cart, "asked">): number {
  const eachTicket = asked
    .filter(({ type }) => type.realName === "perTicket")
    .reduce((sum, { type, quantity }) => sum + quantity * (type.combo?.people ?? 1), 0);
  return eachTicket || (asked.some(({ type }) => type.realName === "perOrder") ? 1 : 0);
}

/** Line by line, of which visitor each ticket is; null where it has no name. */
export function placesOf({ asked, lines }: Pick<Cart, "asked" | "lines">): (number | null)[][] {
  const first: number[] = [];
  let eachTicket = 0;
  for (const { type, quantity } of asked) {
    first.push(eachTicket);
    if (type.realName === "perTicket") eachTicket += quantity * (type.combo?.people ?? 1);
  }
  return lines.map((line) =>
    Array.from({ length: line.quantity }, (_, ticket) => {
      if (line.type.realName === "none") return null;
      return line.type.realName === "perTicket" ? (first[line.asked] ?? 0) + personOfTicket(asked, line, ticket) : 0;
    }),
  );
}

/** Which of its line's people a ticket is for, from 0. */
export function personOfTicket(asked: readonly AskedLine[], { places, asked: at }: CartLine, ticket: number): number {
  const place = places?.[ticket];
  const combo = asked[at]?.type.combo;
  if (!place || !combo) return ticket;
  return (place.set - (places?.[0]?.set ?? 0)) * combo.people + place.person;
}

function checkDocument(type: CartLine["type"], visitor: Visitor, place: number): void {
  const message = documentWhyNot(type, visitor);
  if (message) throw new Invalid({ [`visitors.${place}.document`]: [message] });
}

/** Why the type does not take the kind of document; "" where it does. */
export function documentWhyNot(
  { name, documents }: Pick<CartLine["type"], "name" | "documents">,
  { document }: Pick<Visitor, "document">,
): string {
  if (documents.length === 0 || documents.includes(document)) return "";
  const taken = documents.map((kind) => documentNames[kind]()).join(m.words_comma());
  return m.r_document_not_taken({ name, kind: documentNames[document](), taken });
}

/** What a limit asks of a line. */
export interface Held {
  type: Pick<CartLine["type"], "id" | "name" | "perIdentityDay">;
  /** Default: the day that is asked about. */
  day?: string;
  quantity: number;
}

interface Holding {
  type: Held["type"];
  day: string;
  holder: Visitor;
  wanted: number;
  /** Of the first ticket that is theirs, among the visitors. */
  place: number;
}

/** Kind, country and number together are the person. */
const personOf = ({ document, country, identity }: Omit<Visitor, "name">) => `${document}/${country}/${identity}`;

/** Refuses what exceeds a type's limit per document and day, sales under way at another window included. */
export async function checkIdentityLimits(
  call: Call,
  visitDay: string,
  lines: readonly Held[],
  holders: readonly Visitor[][],
  except: readonly number[] = [],
): Promise<void> {
  const holdings = holdingsOf(visitDay, lines, (line, index) => holders[line]?.[index] ?? null);
  const keys = [...new Set(holdings.map(({ type, holder, day }) => `${type.id}/${personOf(holder)}/${day}`))].sort();
  // One after the other for the same person, type and day: or two windows would each see room for one more.
  for (const key of keys) {
    await call.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${call.caller.corpCode}/${key}`}, 0))`);
  }
  const [beyond] = await beyondLimit(call, holdings, except);
  if (beyond) throw new Refusal(beyond.message);
}

export interface BeyondLimit {
  typeId: number;
  place: number;
  message: string;
}

/** As {@link checkIdentityLimits} for a quotation of holders that are all known. */
export function holdersBeyondLimit(
  call: Call,
  visitDay: string,
  lines: readonly Held[],
  holders: readonly Visitor[][],
  except: readonly number[],
): Promise<BeyondLimit[]> {
  const holdings = holdingsOf(visitDay, lines, (line, index) => holders[line]?.[index] ?? null);
  return beyondLimit(call, holdings, except);
}

/** Who of the visitors that are known so far has had theirs: for a quotation, which holds nobody up. */
export async function visitorsBeyondLimit(
  call: Call,
  { visitDay, asked, lines }: Pick<Cart, "visitDay" | "asked" | "lines">,
  visitors: readonly (Visitor | null)[],
): Promise<BeyondLimit[]> {
  const places = placesOf({ asked, lines });
  const holdings = holdingsOf(
    visitDay,
    lines,
    (line, index) => visitors[places[line]?.[index] ?? -1] ?? null,
    (line, index) => places[line]?.[index] ?? 0,
  );
  return beyondLimit(call, holdings);
}

/** `except`: tickets that are given back in the same breath. */
async function beyondLimit(
  call: Call,
  holdings: readonly Holding[],
  except: readonly number[] = [],
): Promise<BeyondLimit[]> {
  if (holdings.length === 0) return [];
  const wanted = holdings.map(({ type, holder, day }) => ({ typeId: type.id, day, ...holder }));
  const counted = await rowsOf<{ typeId: number; day: string; had: number } & Omit<Visitor, "name">>(
    call.db,
    sql`
      select t.ticket_type_id as "typeId", w.day::text as day, w.document, w.country, w.identity, count(*)::int as had
      from json_to_recordset(${JSON.stringify(wanted)}::json)
        as w ("typeId" bigint, day date, document text, country text, identity text)
      join ticket t
        on t.holder_identity = w.identity
       and t.holder_identity <> ''
       and t.holder_document = w.document
       and t.holder_country = w.country
       and t.ticket_type_id = w."typeId"
       and t.visit_day = w.day
       and t.state not in ('refunded', 'changed', 'voided')
       and t.id <> all (${sql.param([...except])}::bigint[])
      group by t.ticket_type_id, w.day, w.document, w.country, w.identity
    `,
  );
  return holdings.flatMap(({ type, day, holder, wanted: more, place }) => {
    const isTheirs = (row: (typeof counted)[number]) =>
      row.typeId === type.id && row.day === day && personOf(row) === personOf(holder);
    const had = counted.find(isTheirs)?.had ?? 0;
    const limit = type.perIdentityDay ?? Number.POSITIVE_INFINITY;
    if (had + more <= limit) return [];
    const identity = maskIdentity(holder.identity);
    const message = m.r_identity_limit({ name: type.name, limit, identity, day, had, wanted: more });
    return [{ typeId: type.id, place, message }];
  });
}

function holdingsOf(
  visitDay: string,
  lines: readonly Held[],
  holderOf: (line: number, index: number) => Visitor | null,
  placeOf: (line: number, index: number) => number = () => 0,
): Holding[] {
  const holdings = new Map<string, Holding>();
  lines.forEach(({ type, day = visitDay, quantity }, line) => {
    if (type.perIdentityDay === null) return;
    for (let index = 0; index < quantity; index += 1) {
      const holder = holderOf(line, index);
      if (!holder || holder.identity === "") continue;
      const key = `${type.id}/${day}/${personOf(holder)}`;
      const holding = holdings.get(key) ?? { type, day, holder, wanted: 0, place: placeOf(line, index) };
      holding.wanted += 1;
      holdings.set(key, holding);
    }
  });
  return [...holdings.values()];
}
