/** How an order was paid, in words for receipts: a way with its amount, and what cash was given and came back. */
import { m } from "~/contract/messages";
import { formatYuan } from "~/contract/money";
import { type Labels, labelOf } from "./labels.server";

interface Paid {
  kind?: "payment" | "refund";
  paymentType: string;
  amount: number;
  received: number | null;
}

/** The name alone where one way took the whole and nothing was counted. */
export function paidWords(payments: readonly Paid[], labels: Labels): string[] {
  const taken = payments.filter(({ kind = "payment" }) => kind === "payment");
  return taken.map(({ paymentType, amount, received }) => {
    const name = labelOf(labels, "paymentType", paymentType);
    const words = taken.length > 1 ? `${name} ¥${formatYuan(amount)}` : name;
    if (received === null || received === amount) return words;
    const change = formatYuan(received - amount);
    return `${words} · ${m.sale_received({ received: formatYuan(received), change })}`;
  });
}

/** What cash was counted and what of it came back, in yuan; null where none was counted. */
export function cashOf(payments: readonly Paid[]): { received: string; change: string } | null {
  const counted = payments.find(({ kind = "payment", received }) => kind === "payment" && received !== null);
  if (!counted || counted.received === null) return null;
  return { received: formatYuan(counted.received), change: formatYuan(counted.received - counted.amount) };
}
