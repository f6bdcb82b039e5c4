/** Figures of the month, the same on the screen and in the file. */
import type { invoiceMonth } from "~/contract/invoice/month";
import { type Message, m } from "~/contract/messages";
import type { AnswerOf } from "~/contract/method";

export type Month = AnswerOf<typeof invoiceMonth>;

/** Each with the sign that it has in the sum. */
export const steps: readonly { name: keyof Month & string; label: Message; sign: 1 | -1 }[] = [
  { name: "opening", label: m.invoice_month_opening, sign: 1 },
  { name: "paid", label: m.invoice_month_paid, sign: 1 },
  { name: "refunded", label: m.invoice_month_refunded, sign: -1 },
  { name: "toppedUp", label: m.invoice_month_topped_up, sign: 1 },
  { name: "toppedUpBack", label: m.invoice_month_topped_up_back, sign: -1 },
  { name: "invoicedNow", label: m.invoice_month_now, sign: -1 },
  { name: "invoicedEarlier", label: m.invoice_month_earlier, sign: -1 },
  { name: "reversed", label: m.invoice_month_reversed, sign: 1 },
  { name: "closing", label: m.invoice_month_closing, sign: 1 },
];

export const sides = ["invoiced", "reversed", "total"] as const;
export const sideLabels: Readonly<Record<(typeof sides)[number], Message>> = {
  invoiced: m.invoice_month_blue,
  reversed: m.invoice_month_red,
  total: m.invoice_month_net,
};
export const figures = ["net", "tax", "gross"] as const;
export const figureLabels: Readonly<Record<(typeof figures)[number], Message>> = {
  net: m.invoice_net,
  tax: m.invoice_tax,
  gross: m.invoice_gross,
};
