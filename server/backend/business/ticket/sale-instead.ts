/** Which ticket somebody may have in place of the one in the cart, as their number tells: for the quotation alone. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { sayConcession } from "~/contract/ticket/concession-terms";
import type { Instead } from "~/contract/ticket/sale";
import { yuan } from "../../kernel/money";
import { rowsOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import { entitled } from "./rules/concession";
import { type AskedLine, type Cart, ruleWhyNot } from "./sale-cart";
import { priceOf, readSaleContext, type SaleContext, scarcestOf, slotOf } from "./sale-context";
import { placesOf, type Visitor } from "./sale-visitors";
import { pageWhyNot } from "./sales-page-sold";
import type { SoldType } from "./sold-type";

/** The cheapest that each visitor qualifies for: where it is cheaper than what they have, or theirs is not for them. */
export async function insteadOf(call: Call, cart: Cart, visitors: readonly (Visitor | null)[]): Promise<Instead[]> {
  const named = cart.asked.filter(({ type }) => type.realName === "perTicket" && !type.combo);
  // Swapped in the form by its offers, which are those of one day.
  if (cart.days.length > 1) return [];
  if (named.length === 0 || visitors.every((visitor) => visitor === null)) return [];
  const context = await familiesOf(call, cart.visitDay, named);
  if (!context) return [];
  const places = placesOf(cart);
  return cart.lines.flatMap((line, index) => {
    if (line.type.combo || line.ofCombo) return [];
    return (places[index] ?? []).flatMap((place) => {
      const visitor = place === null ? null : (visitors[place] ?? null);
      const better = visitor && betterOf(call, context, cart, line, visitor);
      if (!visitor || !better || place === null) return [];
      return [{ place, ticketTypeId: better.type.id, message: sayOf(better, visitor, place) }];
    });
  });
}

/** The full-price types of these lines with all that are sold in their places; null where there is no choice. */
async function familiesOf(call: Call, visitDay: string, named: readonly AskedLine[]): Promise<SaleContext | null> {
  const fulls = named.map(({ type }) => type.insteadOfId ?? type.id);
  const rows = await rowsOf<{ id: number }>(
    call.db,
    sql`
      select id
      from ticket_type
      where status = 'onSale'
        and real_name = 'perTicket'
        and (instead_of_id = any (${sql.param(fulls)}::bigint[]) or id = any (${sql.param(fulls)}::bigint[]))
    `,
  );
  if (rows.length < 2) return null;
  return readSaleContext(
    call,
    visitDay,
    rows.map(({ id }) => id),
  );
}

interface Better {
  type: SoldType;
  /** Fen. */
  price: number;
}

function betterOf(call: Call, context: SaleContext, { page }: Cart, line: AskedLine, visitor: Visitor): Better | null {
  const { visitDay } = context;
  const says = (type: SoldType) =>
    type.concession ? entitled(type.concession, type.name, visitor, visitDay).by : ("yes" as const);
  const wrong = says(line.type) === "no";
  const family = line.type.insteadOfId ?? line.type.id;
  const choices = context.types
    .filter((type) => type.id !== line.type.id && (type.id === family || type.insteadOfId === family))
    .filter((type) => says(type) === "yes" && pageWhyNot(page, type) === "")
    .map((type) => ({ type, slot: slotOf(type, line.slot) }))
    .filter(({ type, slot }) => ruleWhyNot(call, context, type, slot) === "")
    .filter(({ type, slot }) => scarcestOf(context, type, [slot])?.left !== 0)
    .map(({ type, slot }) => ({ type, price: priceOf(context, type, slot).price }))
    .filter(({ price }) => wrong || price < line.unitPrice);
  return choices.sort((one, other) => one.price - other.price)[0] ?? null;
}

function sayOf({ type, price }: Better, { name }: Visitor, place: number): string {
  const visitor = name || m.concession_visitor({ n: place + 1 });
  const inputs = { visitor, type: type.name, price: yuan(price) };
  return type.concession
    ? m.concession_offer({ ...inputs, who: sayConcession(type.concession) })
    : m.concession_offer_full(inputs);
}
