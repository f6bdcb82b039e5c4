/**
 * What somebody has set aside for a customer in a business (seats of a session) and may sell in one order with the tickets
 * of the counter. Each business registers itself; the order core and the counter know none of them.
 */
import { Invalid } from "../../kernel/refusal";
import type { Call } from "../../kernel/served";
import type { Part } from "./sellable";

/** Of the caller, as it stands now. */
export interface SetAside {
  /** Tells it from others of its business. */
  key: string;
  /** In the language of the call. */
  name: string;
  /** On which it is used. */
  day: string;
  quantity: number;
  /** Fen. */
  amount: number;
  /** hh:mm: afterwards it is free for others. */
  until: string;
}

export interface BesideSeller {
  /** Name of the business's folder. */
  business: string;
  /** Where what was sold of an order is seen and printed. */
  page: { label: () => string; path: (orderNo: string) => string };
  list(call: Call): Promise<SetAside[]>;
  /** All of one as a part of an order; `locks`: it is sold now. What is let go of by now, or not the caller's to sell, says so. */
  part(call: Call, key: string, locks: boolean): Promise<Part>;
}

const sellers = new Map<string, BesideSeller>();

/** One of a business: a second takes the place of the first. */
export function sellsBeside(seller: BesideSeller): void {
  sellers.set(seller.business, seller);
}

export async function setAsideBy(call: Call): Promise<(SetAside & { business: string })[]> {
  const found: (SetAside & { business: string })[] = [];
  for (const { business, list } of sellers.values())
    found.push(...(await list(call)).map((one) => ({ business, ...one })));
  return found;
}

/** Pages of the businesses of an order's lines. */
export function pagesBeside(orderNo: string, businesses: readonly string[]): { label: string; path: string }[] {
  return [...sellers.values()]
    .filter(({ business }) => businesses.includes(business))
    .map(({ page }) => ({ label: page.label(), path: page.path(orderNo) }));
}

/** In their order, each once. A business that nobody registered is Invalid. */
export async function partsBeside(
  call: Call,
  asked: readonly { business: string; key: string }[],
  locks = false,
): Promise<{ business: string; key: string; part: Part }[]> {
  const once = new Map(asked.map((one) => [`${one.business}/${one.key}`, one]));
  const parts: { business: string; key: string; part: Part }[] = [];
  for (const { business, key } of once.values()) {
    const seller = sellers.get(business);
    if (!seller) throw new Invalid({ beside: [`${business}/${key}`] });
    parts.push({ business, key, part: await seller.part(call, key, locks) });
  }
  return parts;
}
