/** How an order was paid, in words for receipts: a way with its amount, and what cash was given and came back. */
import { m } from "~/contract/messages";
import { formatYuan } from "~/contract/money";
import { type Labels, labelOf } from "./labels.server";

interface Paid {
  kind?: "payment" | "refund" | "correction";
  paymentType: string;
  amount: number;
  received: number | null;
}

/** The name alone where one way took the whole and nothing was counted. */
export function paidWords(payments: readonly Paid[], labels: Labels): string[] {
  const taken = rightly(payments);
  return taken.map(({ paymentType, amount, received }) => {
    const name = labelOf(labels, "paymentType", paymentType);
    const words = taken.length > 1 ? `${name} ¥${formatYuan(amount)}` : name;
    if (received === null || received === amount) return words;
    const change = formatYuan(received - amount);
    return `${words} · ${m.sale_received({ received: formatYuan(received), change })}`;
  });
}

/** What came in, each by the type that it was corrected to. */
function rightly(payments: readonly Paid[]): Paid[] {
  const taken = payments.filter(({ kind = "payment" }) => kind === "payment");
  if (!payments.some(({ kind }) => kind === "correction")) return taken;
  const sums = new Map<string, number>();
  for (const { kind, paymentType, amount } of payments)
    if (kind !== "refund") sums.set(paymentType, (sums.get(paymentType) ?? 0) + amount);
  return [...sums].flatMap(([paymentType, amount]) => (amount > 0 ? [{ paymentType, amount, received: null }] : []));
}

/** What cash was counted and what of it came back, in yuan; null where none was counted. */
export function cashOf(payments: readonly Paid[]): { received: string; change: string } | null {
  const counted = rightly(payments).find(({ received }) => received !== null);
  if (!counted || counted.received === null) return null;
  return { received: formatYuan(counted.received), change: formatYuan(counted.received - counted.amount) };
}
