/**
 * What a group pays for those who came: the group's price with its number and itinerary alone, retail for heads without proof
 * and where its agency is sold nothing any more, and nothing for one leader by name per so many who pay.
 */
import { m } from "~/contract/messages";
import { type FreeRule, mostFree } from "~/contract/ticket/free-of-group";
import type { Call } from "../../kernel/served";
import { groupAgreementOf } from "../travel/free-per";
import { closedAgencies } from "../travel/sale-agency";
import { type GroupBooking, type GroupLine, groupCart } from "./group-booking";
import type { Cart, CartLine } from "./sale-cart";
import type { Visitor } from "./sale-visitors";

/** So many of a type came, and so many of those show nothing that proves what they are. */
export interface Came extends GroupLine {
  unproven: number;
}

type Booking = Pick<GroupBooking, "visitDay" | "customerGroup"> & {
  slot: string | null;
  agencyId: number | null;
  tourNo: string;
  itinerary: string;
  leaders: string;
};

export interface PricedGroup {
  /** With its lines apart by price; what was asked for stays as it was. */
  cart: Cart;
  /** Price of a head without proof, by line that was asked for. */
  retail: number[];
  /** So many are free for so many who pay; `per` 0: nobody is. */
  rule: FreeRule;
  /** How many may be free of those who came, and how many are: no more than leaders are named. */
  freeMost: number;
  free: number;
  leaders: string[];
  /** By line: whose the free tickets are. */
  holders: Visitor[][];
  /** By line: whether nothing is paid for it. */
  isFree: boolean[];
  /** Why nobody has the group's price; "" where they have. */
  whyRetail: string;
  /** Why its agency is sold nothing, on account or otherwise: it is then sold as nobody's; "" where it is, or there is none. */
  closed: string;
}

export const leadersIn = (text: string): string[] => [
  ...new Set(text.split(/[、,，;；\s]+/).filter((name) => name !== "")),
];

const everybody = { customerGroup: "retail", agencyId: null };

export async function priceGroup(call: Call, booking: Booking, came: readonly Came[]): Promise<PricedGroup> {
  const { agencyId, visitDay, tourNo, itinerary } = booking;
  const closed = agencyId === null ? "" : ((await closedAgencies(call, [agencyId])).get(agencyId) ?? "");
  const untold = agencyId !== null && (tourNo === "" || itinerary === "");
  // A group at the gate is not sent away for its agency.
  const whyRetail = closed ? m.group_agency_closed({ why: closed }) : untold ? m.group_no_tour() : "";
  const cart = await groupCart(call, whyRetail ? { ...booking, ...everybody } : booking, came, { anyTime: true });
  const unproven = came.some((one) => one.unproven > 0);
  const others =
    whyRetail || !unproven ? cart : await groupCart(call, { ...booking, ...everybody }, came, { anyTime: true });
  const { per, count, started } = await groupAgreementOf(call, agencyId, visitDay);
  const rule = { per: whyRetail ? 0 : per, count, started };
  const freeMost = mostFree(
    came.reduce((sum, { quantity }) => sum + quantity, 0),
    rule,
  );
  const leaders = leadersIn(booking.leaders);
  const split = splitLines(cart, others, came, { most: Math.min(freeMost, leaders.length), rule });
  const free = split.reduce((sum, line) => sum + (line.free ? line.quantity : 0), 0);
  return {
    cart: { ...cart, lines: split.map(({ free: _, ...line }) => line) },
    holders: holdersIn(split, leaders),
    isFree: split.map((line) => line.free),
    retail: others.asked.map(({ unitPrice }) => unitPrice),
    ...{ rule, freeMost, free, leaders, whyRetail, closed },
  };
}

function holdersIn(lines: readonly { quantity: number; free: boolean }[], leaders: readonly string[]): Visitor[][] {
  const names = [...leaders];
  return lines.map(({ quantity, free }) =>
    free ? names.splice(0, quantity).map((name) => ({ name, document: "resident", country: "", identity: "" })) : [],
  );
}

/** Leaders go with the type that most came of. A combo is sold whole, at its price. */
function splitLines(
  cart: Cart,
  others: Cart,
  came: readonly Came[],
  { most, rule }: { most: number; rule: FreeRule },
): (CartLine & { free: boolean })[] {
  const provenOf = (line: CartLine) => Math.max(0, line.quantity - (came[line.asked]?.unproven ?? 0));
  const plain = cart.lines.filter(({ type }) => !type.combo).sort((one, other) => provenOf(other) - provenOf(one));
  const freeOf = new Map<CartLine, number>();
  let left = most;
  for (const line of plain) {
    const own = Math.min(left, provenOf(line));
    freeOf.set(line, own);
    left -= own;
  }
  return cart.lines.flatMap((line) => {
    const own = freeOf.get(line);
    if (own === undefined) return [{ ...line, free: false }];
    const without = line.quantity - provenOf(line);
    const { unitPrice, policyId, policyName } = others.asked[line.asked] ?? line;
    return [
      { ...line, quantity: line.quantity - without - own, free: false },
      { ...line, unitPrice, policyId, policyName, quantity: without, free: false },
      { ...line, unitPrice: 0, policyId: null, policyName: "", quantity: own, free: true },
    ]
      .filter(({ quantity }) => quantity > 0)
      .map((one) => ({
        ...one,
        amount: one.unitPrice * one.quantity,
        ...(most > 0 && { ofGroup: { ...rule, free: one.free, price: line.unitPrice } }),
      }));
  });
}
