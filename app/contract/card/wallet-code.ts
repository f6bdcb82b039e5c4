/** The code of a card on a phone that changes every 30 seconds: which card's, of which 30 seconds, and a mark. Pure. */

/** Milliseconds that a code is shown. */
export const walletStep = 30_000;

export const stepOf = (now: Date): number => Math.floor(now.getTime() / walletStep);

export interface WalletCode {
  /** Of the link that was given out. */
  id: number;
  step: number;
  mark: string;
}

/** What a code begins with: of annual and season cards, and of stored-value cards. */
export type WalletSign = "WC" | "WS";

/** In letters that scanners do not change: capitals, figures, points. */
export const walletText = ({ id, step, mark }: WalletCode, sign: WalletSign = "WC"): string =>
  [sign, id.toString(36), step.toString(36), mark].join(".").toUpperCase();

const shape = /^(WC|WS)\.([0-9A-Z]{1,9})\.([0-9A-Z]{1,9})\.([0-9A-F]{20})$/;

/** As it was recognised at a gate or a till; null: it is none of that sign. */
export function readWalletCode(value: string, sign: WalletSign = "WC"): WalletCode | null {
  const [, begins = "", id = "", step = "", mark = ""] = shape.exec(value) ?? [];
  return begins !== sign ? null : { id: Number.parseInt(id, 36), step: Number.parseInt(step, 36), mark };
}

/** As a scanner types it into a field, with whatever it adds. */
export const typedWalletCode = (typed: string, sign: WalletSign = "WC"): WalletCode | null =>
  readWalletCode(typed.replace(/[\s\p{Cc}]+/gu, "").toUpperCase(), sign);

/** The step of the moment and its neighbours: clocks of phones and gates differ by seconds, and a scan takes some. */
export const isFresh = ({ step }: WalletCode, now: Date): boolean => Math.abs(stepOf(now) - step) <= 1;
