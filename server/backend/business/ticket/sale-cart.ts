/** A cart priced and judged by the rules: the same for the quotation and for the sale. */
import type { z } from "zod";
import { m } from "~/contract/messages";
import type { saleLine } from "~/contract/ticket/sale";
import { Invalid } from "../../kernel/refusal";
import type { Call } from "../../kernel/served";
import { quotaWhyNot, type Taking } from "./quota-take";
import { type CapacityOfDay, capacityWhyNot } from "./rules/capacity";
import { slotWhyNot, typeWhyNot } from "./rules/sellable";
import {
  closedWhyNot,
  counterChannel,
  leftIn,
  poolsOf,
  priceOf,
  readSaleContext,
  type SaleContext,
  type SoldType,
} from "./sale-context";

export interface CartLine {
  type: SoldType;
  slot: string;
  quantity: number;
  unitPrice: number;
  amount: number;
  policyId: number | null;
  policyName: string;
  whyNot: string;
}

export interface Cart {
  visitDay: string;
  now: Date;
  lines: CartLine[];
  takings: Taking[];
  capacities: CapacityOfDay[];
  /** Name of the point of sale; "" for none. */
  posName: string;
  /** The first reason against the whole; "" when it can be sold. */
  whyNot: string;
}

interface Wanted {
  visitDay: string;
  lines: readonly z.output<typeof saleLine>[];
  posId?: number | undefined;
}

/** Prices the cart on the server, whatever the page showed. Types and points of sale that there are not are Invalid. */
export async function priceCart(call: Call, { visitDay, lines: wanted, posId }: Wanted): Promise<Cart> {
  const typeIds = [...new Set(wanted.map((line) => line.ticketTypeId))];
  const context = await readSaleContext(call, visitDay, typeIds, posId);
  if (posId !== undefined && context.posName === null) throw new Invalid({ posId: [m.r_no_pos()] });
  const byId = new Map(context.types.map((type) => [type.id, type]));
  const lines = wanted.map(({ ticketTypeId, slot, quantity }, index) => {
    const type = byId.get(ticketTypeId);
    if (!type) throw new Invalid({ [`lines.${index}.ticketTypeId`]: [m.r_no_ticket_type()] });
    const { price, policy } = priceOf(context, type, slot);
    return {
      type,
      slot,
      quantity,
      unitPrice: price,
      amount: price * quantity,
      policyId: policy?.id ?? null,
      policyName: policy?.name ?? "",
      whyNot: "",
    };
  });
  const takings = takingsOf(context, lines);
  for (const line of lines) line.whyNot = lineWhyNot(call, context, lines, takings, line);
  const whyNot = lines.find((line) => line.whyNot !== "")?.whyNot || fullWhyNot(context, lines);
  const { capacities } = context;
  return { visitDay, now: call.now, lines, takings, capacities, posName: context.posName ?? "", whyNot };
}

/** Why this line cannot be sold: its type, slot and number, together with the other lines of its type. */
function lineWhyNot(
  call: Call,
  context: SaleContext,
  lines: readonly CartLine[],
  takings: readonly Taking[],
  { type, slot }: CartLine,
): string {
  const wish = { channel: counterChannel, visitDay: context.visitDay, now: call.now };
  const { name, minPerOrder, maxPerOrder } = type;
  const ofType = lines.filter((line) => line.type.id === type.id).reduce((sum, { quantity }) => sum + quantity, 0);
  const byRule = typeWhyNot(type, wish) || slotWhyNot(type, slot, wish) || closedWhyNot(context, type, slot);
  if (byRule) return byRule;
  if (ofType < minPerOrder) return m.r_min_per_order({ name, n: minPerOrder });
  if (ofType > maxPerOrder) return m.r_max_per_order({ name, n: maxPerOrder });
  for (const pool of poolsOf(context, type.id)) {
    const taking = takings.find((one) => one.poolId === pool.id && one.slot === (pool.bySlot ? slot : ""));
    const no = taking ? quotaWhyNot(taking, leftIn(pool, slot)) : "";
    if (no) return no;
  }
  return "";
}

/** How many of the lines go to each park. */
export function peopleByPark(lines: readonly CartLine[]): Map<number, number> {
  const people = new Map<number, number>();
  for (const { type, quantity } of lines) people.set(type.parkId, (people.get(type.parkId) ?? 0) + quantity);
  return people;
}

function fullWhyNot({ capacities, visitDay }: SaleContext, lines: readonly CartLine[]): string {
  const people = peopleByPark(lines);
  const sentences = capacities.map((one) => capacityWhyNot(one, visitDay, people.get(one.parkId) ?? 0));
  return sentences.find((sentence) => sentence !== "") ?? "";
}

/** What the cart takes of each pool: every pool that an item belongs to, lines of one pool together. */
function takingsOf(context: SaleContext, lines: readonly CartLine[]): Taking[] {
  const takings = new Map<string, Taking>();
  for (const line of lines) {
    for (const pool of poolsOf(context, line.type.id)) {
      const slot = pool.bySlot ? line.slot : "";
      const key = `${pool.id}/${slot}`;
      const taking = takings.get(key) ?? {
        poolId: pool.id,
        poolName: pool.name,
        day: context.visitDay,
        slot,
        quantity: 0,
        typeIds: pool.ticketTypeIds,
        bySlot: pool.bySlot,
      };
      taking.quantity += line.quantity;
      takings.set(key, taking);
    }
  }
  return [...takings.values()];
}

/** Whether a line's places come from a taking. */
export function drawsFrom({ type, slot }: CartLine, taking: Taking): boolean {
  return taking.typeIds.includes(type.id) && taking.slot === (taking.bySlot ? slot : "");
}
