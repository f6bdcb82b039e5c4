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

/** In letters that scanners do not change: capitals, figures, points. */
export const walletText = ({ id, step, mark }: WalletCode): string =>
  ["WC", id.toString(36), step.toString(36), mark].join(".").toUpperCase();

const shape = /^WC\.([0-9A-Z]{1,9})\.([0-9A-Z]{1,9})\.([0-9A-F]{20})$/;

/** As it was recognised at a gate; null: it is none. */
export function readWalletCode(value: string): WalletCode | null {
  const [, id = "", step = "", mark = ""] = shape.exec(value) ?? [];
  return id === "" ? null : { id: Number.parseInt(id, 36), step: Number.parseInt(step, 36), mark };
}

/** The step of the moment and its neighbours: clocks of phones and gates differ by seconds, and a scan takes some. */
export const isFresh = ({ step }: WalletCode, now: Date): boolean => Math.abs(stepOf(now) - step) <= 1;
