/** Columns of the month: each side in pieces and in fen; the same on the screen and in the file. */
import { type Message, m } from "~/contract/messages";

export const sides = ["opening", "in", "out", "closing"] as const;
export type Side = (typeof sides)[number];

export const sideLabels: Readonly<Record<Side, Message>> = {
  opening: m.stock_opening,
  in: m.stock_month_in,
  out: m.stock_month_out,
  closing: m.stock_closing,
};
