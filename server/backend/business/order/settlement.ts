/** How an order is paid and how its money goes back, by payment type. Pure. Amounts in fen. */
import { cash } from "~/contract/order/cash";

/** What was handed over. */
export interface Tender {
  paymentType: string;
  amount: number;
}

/** A row of the ledger to be. */
export interface Settled {
  paymentType: string;
  amount: number;
  /** Of cash: what was handed over. */
  received: number | null;
}

export type Settlement =
  | { ok: true; payments: Settled[]; change: number }
  /** Less than is due; `cashOnly`: all of it is cash. */
  | { ok: false; why: "short"; given: number; cashOnly: boolean }
  /** More than is due, and not by cash: no change is given of it. */
  | { ok: false; why: "above"; given: number };

/** Takes each payment whole and of cash what is left to pay; change is given of cash only. */
export function settle(payable: number, tenders: readonly Tender[]): Settlement {
  const given = tenders.reduce((sum, { amount }) => sum + amount, 0);
  const others = tenders.filter(({ paymentType }) => paymentType !== cash);
  if (given < payable) return { ok: false, why: "short", given, cashOnly: others.length === 0 };
  let due = payable - others.reduce((sum, { amount }) => sum + amount, 0);
  if (due < 0) return { ok: false, why: "above", given };
  const payments: Settled[] = [];
  for (const { paymentType, amount: received } of tenders) {
    // Nothing of a way is no payment by it; an order that costs nothing is paid by the way that was chosen.
    if (received === 0 && payable > 0) continue;
    if (paymentType !== cash) {
      payments.push({ paymentType, amount: received, received: null });
      continue;
    }
    const amount = Math.min(due, received);
    due -= amount;
    payments.push({ paymentType, amount, received });
  }
  return { ok: true, payments, change: given - payable };
}

/**
 * How an amount goes back: by the ways the money came, never more by one than is left of what it took. Other ways first,
 * in the order they were taken, and cash last: what was paid by card never leaves the drawer while the card can take it.
 * `left` is what each way took less what went back, in the order taken.
 */
export function wayBack(left: readonly Tender[], amount: number): Tender[] {
  const ways = [
    ...left.filter(({ paymentType }) => paymentType !== cash),
    ...left.filter(({ paymentType }) => paymentType === cash),
  ];
  let open = amount;
  const parts = ways.flatMap(({ paymentType, amount: most }) => {
    const part = Math.min(open, Math.max(0, most));
    open -= part;
    return part > 0 ? [{ paymentType, amount: part }] : [];
  });
  if (open > 0) throw new Error("The ways that an order was paid hold less than goes back.");
  return parts;
}
