/** The discount that a seller gives by right, with a reason and up to the corp's limit. */
import { m } from "~/contract/messages";
import { otherReason } from "~/contract/ticket/discount";
import { discountOf } from "~/contract/ticket/discount-amount";
import { labelOfItem } from "../../../kernel/dictionaries";
import { yuan } from "../../../kernel/money";
import { parameterOf } from "../../../kernel/parameters";
import type { Call } from "../../../kernel/served";
import type { Cart } from "../sale-cart";
import { spreadOver } from "./off";
import type { Found, Problem, ReductionWish } from "./wish";

/** `left`: fen that are left of each unit when what is off by rule has been taken away. */
export async function discountOff(
  call: Call,
  { asked }: Pick<Cart, "asked">,
  left: readonly number[][],
  wish: ReductionWish,
): Promise<Found> {
  const { discount = 0, discountRate = 0, discountOn, discountReason = "", discountWords = "" } = wish;
  if (discount === 0 && discountRate === 0) return { offs: [], problems: [] };
  const refused = (field: string, message: string): Found => ({ offs: [], problems: [{ field, message }] });
  if (!(await call.may("sale:discount"))) return refused("discount", m.r_no_discount_right());
  const lines = asked.flatMap(({ type }, line) => (discountOn === undefined || type.id === discountOn ? [line] : []));
  if (lines.length === 0) return refused("discountOn", m.discount_not_in_cart());
  const sum = lines.flatMap((line) => left[line] ?? []).reduce((total, price) => total + price, 0);
  const amount = discountOf(sum, { amount: discount, rate: discountRate });
  if (amount > sum) return refused("discount", m.r_discount_above_total({ total: yuan(sum) }));
  const limit = Number(await parameterOf(call.db, "discountLimit"));
  if (amount * 100 > sum * limit && !(await call.may("sale:discountBeyond"))) {
    const most = yuan(Math.floor((sum * limit) / 100));
    return refused("discount", m.discount_beyond({ limit, most, amount: yuan(amount) }));
  }
  const reason = discountReason === "" ? null : await labelOfItem(call.db, "discountReason", discountReason);
  const problems: Problem[] = [];
  if (reason === null) problems.push({ field: "discountReason", message: m.discount_needs_reason() });
  if (discountReason === otherReason && discountWords === "")
    problems.push({ field: "discountWords", message: m.discount_needs_words() });
  const name = reason ?? "";
  const off = { kind: "discount", reason: discountReason, name, words: discountWords } as const;
  return { offs: amount > 0 ? [{ ...off, units: spreadOver(left, lines, amount) }] : [], problems };
}
