/** Whose the tickets of a group are: by real-name tickets those on its lists who came, each list as long as its tickets are many. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { Refusal } from "../../kernel/refusal";
import { rowsOf } from "../../kernel/rows";
import { ofEverybody } from "../../kernel/scope";
import type { Call } from "../../kernel/served";
import type { PricedGroup } from "./group-terms";
import { restrictedAmong } from "./restricted-visitor";
import type { CartLine } from "./sale-cart";
import { concessionsOf } from "./sale-concession";
import { checkIdentityLimits, documentWhyNot, personOfTicket, type Visitor } from "./sale-visitors";

export interface Listed extends Visitor {
  id: number;
  ticketTypeId: number;
  position: number;
  absent: boolean;
}

export const listedOf = ({ db }: Call, bookingId: number) =>
  rowsOf<Listed>(
    db,
    sql`
      select id::float8 as id, ticket_type_id::float8 as "ticketTypeId", position, name, document, country, identity, absent
      from group_visitor
      where booking_id = ${bookingId}
      order by ticket_type_id, position
    `,
  );

/** Line by line; judged once more, since others may have sold to the same people meanwhile. */
export async function groupHolders(call: Call, bookingId: number, priced: PricedGroup): Promise<Visitor[][]> {
  const { cart } = priced;
  if (cart.asked.every(({ type }) => type.realName === "none")) return priced.holders;
  const came = (await listedOf(call, bookingId)).filter(({ absent }) => !absent);
  const ofType = (typeId: number) => came.filter(({ ticketTypeId }) => ticketTypeId === typeId);
  const people = cart.asked.map(({ type, quantity }): Visitor[] => {
    const own = ofType(type.id).map(({ name, document, country, identity }) => ({ name, document, country, identity }));
    if (type.realName === "none") return [];
    const { name } = type;
    const needed = quantity * (type.combo?.people ?? 1);
    if (type.realName === "perTicket" && own.length !== needed)
      throw new Refusal(m.group_names_other({ name, listed: own.length, came: needed }));
    if (own.length === 0) throw new Refusal(m.group_names_none({ name }));
    return type.realName === "perTicket" ? own : own.slice(0, 1);
  });
  const holders = shared(priced, people);
  await refuseHolders(call, priced, people, holders);
  return holders;
}

/** Free tickets are those of leaders on the list; the others follow in its order. */
function shared({ cart, holders, leaders, isFree }: PricedGroup, people: readonly Visitor[][]): Visitor[][] {
  const left = people.map((own) => [...own]);
  const given: Visitor[][] = cart.lines.map(() => []);
  const take = (line: CartLine, index: number) => {
    const own = left[line.asked] ?? [];
    if (line.type.realName === "perOrder") return Array.from({ length: line.quantity }, () => own[0] as Visitor);
    // Of a combo each ticket is its person's, as often as that one has another part of it.
    if (cart.asked[line.asked]?.type.combo)
      return Array.from({ length: line.quantity }, (_, n) => own[personOfTicket(cart.asked, line, n)] as Visitor);
    if (!isFree[index]) return own.splice(0, line.quantity);
    const named = own.filter(({ name }) => leaders.includes(name)).slice(0, line.quantity);
    if (named.length < line.quantity)
      throw new Refusal(m.group_leader_not_listed({ name: line.type.name, n: line.quantity, listed: named.length }));
    left[line.asked] = own.filter((one) => !named.includes(one));
    return named;
  };
  // Leaders first: what is left of the list is everybody else's.
  const order = cart.lines.map((line, index) => ({ line, index })).sort((a, b) => rank(b.index) - rank(a.index));
  function rank(index: number) {
    return isFree[index] ? 1 : 0;
  }
  for (const { line, index } of order)
    given[index] = line.type.realName === "none" ? (holders[index] ?? []) : take(line, index);
  return given;
}

async function refuseHolders(
  call: Call,
  { cart }: PricedGroup,
  people: readonly Visitor[][],
  holders: readonly Visitor[][],
): Promise<void> {
  for (const [at, { type }] of cart.asked.entries())
    for (const one of people[at] ?? []) {
      const no = documentWhyNot(type, one);
      if (no) throw new Refusal(no);
    }
  const [restricted] = await restrictedAmong(call, people.flat());
  if (restricted) throw new Refusal(restricted.message);
  // Whom a concession's number speaks of is known by the list, line by line as it was asked for.
  const eachTicket = cart.asked.flatMap(({ type }, at) => (type.realName === "perTicket" ? (people[at] ?? []) : []));
  const whole = cart.asked.flatMap((line, asked) =>
    line.type.combo ? cart.lines.filter((one) => one.asked === asked) : [{ ...line, asked }],
  );
  const [wrong] = concessionsOf({ asked: cart.asked, lines: whole, reduced: [] }, eachTicket, []).wrong;
  if (wrong) throw new Refusal(wrong.message);
  await ofEverybody(call, () => checkIdentityLimits(call, cart.visitDay, cart.lines, holders));
}
