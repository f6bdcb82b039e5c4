/**
 * The code on a receipt by which a visitor asks for the invoice of that order, or top-up: its id, and a mark that nobody else
 * makes. And the key that the device gets which asked: whoever holds the receipt alone does not see what was typed there.
 */
import { timingSafeEqual } from "node:crypto";
import type { Call } from "../../kernel/served";

/** A mark is good in its place alone: no code of an order is one of a top-up. */
const places = { order: "invoice.receipt", topUp: "invoice.topUp" } as const;
const devicePlace = "invoice.device";
type Kind = keyof typeof places;
const before: Readonly<Record<Kind, string>> = { order: "", topUp: "t." };
const signs = 16;

type Keeper = Pick<Call, "secrets" | "caller">;

const textOf = ({ caller }: Keeper, id: number | string) => `${caller.corpCode}/${id}`;

function codeOf(keeper: Keeper, kind: Kind, id: number): string {
  const mark = keeper.secrets.mark(textOf(keeper, id), places[kind]).slice(0, signs);
  return mark && `${before[kind]}${id.toString(36)}.${mark}`;
}

/** "" where the backend has no key to make one with. */
export const receiptCode = (keeper: Keeper, orderId: number): string => codeOf(keeper, "order", orderId);
export const topUpCode = (keeper: Keeper, topUpId: number): string => codeOf(keeper, "topUp", topUpId);

/** For the device on which an invoice was asked for. */
export const deviceKey = (keeper: Keeper, serial: string): string =>
  keeper.secrets.mark(textOf(keeper, serial), devicePlace);

/** Whether one of the keys that a device has is of this invoice; those of older keys for secrets are good. */
export const isOfDevice = (keeper: Keeper, serial: string, keys: readonly string[]): boolean =>
  keeper.secrets.marks(textOf(keeper, serial), devicePlace).some((one) => keys.some((key) => isSame(one, key)));

/** In the same time wherever they differ. */
function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** What a code is of; null for one that was made up. Codes of older keys are good. */
export function ofCode(keeper: Keeper, code: string): { kind: Kind; id: number } | null {
  const [, sign = "", text = "", mark = ""] = /^(t\.)?([0-9a-z]{1,10})\.([\w-]{16})$/.exec(code) ?? [];
  const kind = sign === "" ? "order" : "topUp";
  const id = Number.parseInt(text, 36);
  if (!Number.isSafeInteger(id) || id < 1) return null;
  const right = keeper.secrets.marks(textOf(keeper, id), places[kind]).some((one) => isSame(one.slice(0, signs), mark));
  return right ? { kind, id } : null;
}
