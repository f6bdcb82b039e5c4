/** Selling what the booking clock has closed: which of the cart that is, whether this seller may, and why they do. */
import type { Call } from "../../kernel/served";
import type { SoldType } from "./sale-context";

/** The type as if its clock never closed; a release that is still to come stays. */
export function neverClosed(type: SoldType): SoldType {
  const open = (one: SoldType): SoldType => ({
    ...one,
    clocks: (one.clocks ?? []).map((clock) => ({ ...clock, closeMinutes: null, closeTime: null })),
  });
  const { combo } = type;
  const parts = combo?.parts.map((part) => ({ ...part, type: open(part.type) }));
  return { ...open(type), ...(combo && parts && { combo: { ...combo, parts } }) };
}

export interface LateSale {
  /** Why each of them is closed. */
  says: string[];
  /** Why it is sold all the same; "" while nobody has said it: then it is not. */
  reason: string;
}

/** Null: nothing of it is closed, or the caller may not. `closed`: the sentences of lines that the clock alone refuses. */
export async function lateSaleOf(call: Call, closed: readonly string[], reason: string): Promise<LateSale | null> {
  const says = [...new Set(closed)];
  if (says.length === 0 || !(await call.may("sale:late"))) return null;
  return { says, reason: reason.trim() };
}
