/** The code on a receipt by which a visitor asks for the invoice of that order: its id, and a mark that nobody else makes. */
import { timingSafeEqual } from "node:crypto";
import type { Call } from "../../kernel/served";

const place = "invoice.receipt";
const signs = 16;

type Keeper = Pick<Call, "secrets" | "caller">;

const textOf = ({ caller }: Keeper, orderId: number) => `${caller.corpCode}/${orderId}`;

/** "" where the backend has no key to make one with. */
export function receiptCode(keeper: Keeper, orderId: number): string {
  const mark = keeper.secrets.mark(textOf(keeper, orderId), place).slice(0, signs);
  return mark && `${orderId.toString(36)}.${mark}`;
}

/** The order that a code is of; null for one that was made up. Codes of older keys are good. */
export function orderOfCode(keeper: Keeper, code: string): number | null {
  const [, id = "", mark = ""] = /^([0-9a-z]{1,10})\.([\w-]{16})$/.exec(code) ?? [];
  const orderId = Number.parseInt(id, 36);
  if (!Number.isSafeInteger(orderId) || orderId < 1) return null;
  const right = keeper.secrets
    .marks(textOf(keeper, orderId), place)
    .some((one) => timingSafeEqual(Buffer.from(one.slice(0, signs)), Buffer.from(mark)));
  return right ? orderId : null;
}
