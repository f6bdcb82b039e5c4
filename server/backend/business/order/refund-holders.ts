/**
 * Businesses that may hold money which goes back of an order until something of their own is done. The order core knows none
 * of them: each registers itself, as those do that pay from accounts.
 */
import type { Call } from "../../kernel/served";
import type { Tender } from "./settlement";

export interface GoingBack {
  orderId: number;
  /** By which payment types, in fen. */
  ways: readonly Tender[];
  /** A change of tickets and a correction of the payment type cannot wait: they are refused. */
  by: "refund" | "change" | "correction";
}

export interface RefundHolder {
  /** What it has to wait for, in the caller's language; "" where it need not. The order is locked. */
  holds(call: Call, back: GoingBack): Promise<string>;
  /** Why it may not be paid before that is done, not even by a second person; "" where it may. The order is locked. */
  whyNotFirst(call: Call, back: GoingBack): Promise<string>;
  /** Money went back that waited for nobody: the house gave it itself, or a second person decided so. */
  paidFirst(call: Call, back: { orderId: number; refundId: number }): Promise<void>;
}

const holders = new Map<string, RefundHolder>();

/** One of a business: a second takes the place of the first. */
export function holdsRefunds(business: string, holder: RefundHolder): void {
  holders.set(business, holder);
}

/** The first sentence against it; "" where nobody holds it. */
export async function whyHeld(call: Call, back: GoingBack): Promise<string> {
  if (back.ways.length === 0) return "";
  for (const holder of holders.values()) {
    const why = await holder.holds(call, back);
    if (why !== "") return why;
  }
  return "";
}

/** The first sentence against paying what is held; "" where a second person may decide so. */
export async function whyNotFirst(call: Call, back: GoingBack): Promise<string> {
  for (const holder of holders.values()) {
    const why = await holder.whyNotFirst(call, back);
    if (why !== "") return why;
  }
  return "";
}

export async function tellPaidFirst(call: Call, back: { orderId: number; refundId: number }): Promise<void> {
  for (const holder of holders.values()) await holder.paidFirst(call, back);
}
