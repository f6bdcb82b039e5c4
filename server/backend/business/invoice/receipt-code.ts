/** The code on a receipt by which a visitor asks for the invoice of that order, or top-up: its id, and a mark that nobody else makes. */
import { timingSafeEqual } from "node:crypto";
import type { Call } from "../../kernel/served";

/** A mark is good in its place alone: no code of an order is one of a top-up. */
const places = { order: "invoice.receipt", topUp: "invoice.topUp" } as const;
type Kind = keyof typeof places;
const before: Readonly<Record<Kind, string>> = { order: "", topUp: "t." };
const signs = 16;

type Keeper = Pick<Call, "secrets" | "caller">;

const textOf = ({ caller }: Keeper, id: number) => `${caller.corpCode}/${id}`;

function codeOf(keeper: Keeper, kind: Kind, id: number): string {
  const mark = keeper.secrets.mark(textOf(keeper, id), places[kind]).slice(0, signs);
  return mark && `${before[kind]}${id.toString(36)}.${mark}`;
}

/** "" where the backend has no key to make one with. */
export const receiptCode = (keeper: Keeper, orderId: number): string => codeOf(keeper, "order", orderId);
export const topUpCode = (keeper: Keeper, topUpId: number): string => codeOf(keeper, "topUp", topUpId);

/** What a code is of; null for one that was made up. Codes of older keys are good. */
export function ofCode(keeper: Keeper, code: string): { kind: Kind; id: number } | null {
  const [, sign = "", text = "", mark = ""] = /^(t\.)?([0-9a-z]{1,10})\.([\w-]{16})$/.exec(code) ?? [];
  const kind = sign === "" ? "order" : "topUp";
  const id = Number.parseInt(text, 36);
  if (!Number.isSafeInteger(id) || id < 1) return null;
  const right = keeper.secrets
    .marks(textOf(keeper, id), places[kind])
    .some((one) => timingSafeEqual(Buffer.from(one.slice(0, signs)), Buffer.from(mark)));
  return right ? { kind, id } : null;
}
