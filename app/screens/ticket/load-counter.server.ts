/** What the counter shows around a cart: the offers of its day, and its quotation where it can be had. */
import type { AppLoadContext } from "@remix-run/node";
import { m } from "~/contract/messages";
import { startUpStanding } from "~/contract/startup/start-up";
import { pathOfStep, startUpPath } from "~/contract/startup/steps";
import { getCounter, quoteSale } from "~/contract/ticket/sale";
import { attempt } from "~/form/submission.server";
import { type Cart, payingOf, reductionsOf } from "./counter-cart";
import type { CounterPage } from "./counter-form";

/** With nothing on offer: where whoever may begins, at a park or at its ticket types. */
export async function counterBegin(context: AppLoadContext): Promise<CounterPage["begin"]> {
  if (!context.mayOpen(startUpPath)) return null;
  const standing = await context.dispatch.call(startUpStanding, {}, { silent: true });
  if (!standing) return null;
  return standing.parks.length === 0
    ? { label: m.startup_first_park(), to: pathOfStep.park }
    : { label: m.startup_empty_types(), to: pathOfStep.types };
}

export async function pageOf(context: AppLoadContext, cart: Cart) {
  const { visitDay, posId, lines, places, contactMobile, proofs, overbook, late, beside } = cart;
  const [counter, quoted] = await Promise.all([
    context.dispatch.call(getCounter, { ...(visitDay && { visitDay }), ...(posId && { posId }) }),
    lines.length > 0 && visitDay
      ? attempt(context, () =>
          context.dispatch.call(quoteSale, {
            ...{
              visitDay,
              lines,
              ...reductionsOf(cart),
              ...payingOf(cart),
              beside,
              contactMobile,
              proofs,
              overbook,
              late,
              visitors: places,
            },
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
