/** Selling beyond a quota: what is missing of each pool, whether this seller may, and what they are warned of. */
import { m } from "~/contract/messages";
import type { Call } from "../../kernel/served";
import type { Taking } from "./quota-take";
import { placesIn, roomBeyond, type SaleContext } from "./sale-context";

export interface Overbooking {
  /** In all; of each taking as many as are missing. */
  places: number;
  missing: ReadonlyMap<Taking, number>;
  /** A sentence for each quota. */
  says: string[];
}

/** Null: nothing is missing, the pools allow no more, or the caller may not. */
export async function overbookingOf(
  call: Call,
  contextOf: (day: string) => SaleContext,
  takings: readonly Taking[],
): Promise<Overbooking | null> {
  const missing = new Map<Taking, number>();
  const says: string[] = [];
  for (const taking of takings) {
    const { poolId, poolName: pool, day, slot, quantity } = taking;
    const known = contextOf(day).pools.find(({ id }) => id === poolId);
    if (!known) continue;
    const left = Math.max(0, placesIn(known, slot).left);
    const n = quantity - left;
    if (n <= 0) continue;
    if (n > roomBeyond(known, slot)) return null;
    missing.set(taking, n);
    const { overbooked: before } = placesIn(known, slot);
    says.push(m.sale_overbook_says({ pool, when: `${day} ${slot}`.trim(), left, n, before, most: known.overbook }));
  }
  if (missing.size === 0 || !(await call.may("sale:overbook"))) return null;
  return { places: [...missing.values()].reduce((sum, n) => sum + n, 0), missing, says };
}

/** No more than was said: where others sold in between, the sale is refused and says so anew. */
export function takeBeyond({ missing }: Overbooking): void {
  for (const [taking, n] of missing) taking.beyond = n;
}
