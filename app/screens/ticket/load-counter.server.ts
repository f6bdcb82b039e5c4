/** What the counter shows around a cart: the offers of its day, and its quotation where it can be had. */
import type { AppLoadContext } from "@remix-run/node";
import { getCounter, quoteSale } from "~/contract/ticket/sale";
import { attempt } from "~/form/submission.server";
import { type Cart, reductionsOf } from "./counter-cart";

export async function pageOf(context: AppLoadContext, cart: Cart) {
  const { visitDay, posId, lines, places, contactMobile, proofs } = cart;
  const [counter, quoted] = await Promise.all([
    context.dispatch.call(getCounter, { ...(visitDay && { visitDay }), ...(posId && { posId }) }),
    lines.length > 0 && visitDay
      ? attempt(context, () =>
          context.dispatch.call(quoteSale, {
            ...{ visitDay, lines, ...reductionsOf(cart), contactMobile, proofs, visitors: places },
            ...(posId && { posId }),
          }),
        )
      : null,
  ]);
  return {
    counter,
    quote: quoted?.ok ? quoted.value : null,
    notice: quoted && !quoted.ok ? quoted.refusal.notice : null,
  };
}
