/** Sets the counter's cart aside for the next customer, and puts one that was fetched back into the form. */
import type { AppLoadContext } from "@remix-run/node";
import { type DocumentKind, documentKinds } from "~/contract/document-kinds";
import { isDispatchError } from "~/contract/errors";
import { m } from "~/contract/messages";
import { formatYuan } from "~/contract/money";
import { fetchCart, type HeldCart, holdCart } from "~/contract/ticket/held-cart";
import { attempt, type Typed } from "~/form/submission.server";
import { type Cart, readCart, reductionsOf } from "./counter-cart";
import { discountText } from "./counter-discount";
import { keptField } from "./counter-kept";
import { pageOf } from "./load-counter.server";

/** Answers where the empty counter is shown, or what was refused. */
export function hold(context: AppLoadContext, cart: Cart, typed: Typed, idempotencyKey: string) {
  return attempt(
    context,
    async () => {
      const { id } = await context.dispatch.call(holdCart, { idempotencyKey, cart: heldOf(cart, typed) });
      return `/inside/buyTktList?held=${id}${cart.posId ? `&posId=${cart.posId}` : ""}`;
    },
    m.error_hold_title(),
  );
}

/** The form as it was left, priced anew. With tickets in the form nothing is fetched: they would be lost. */
export async function fetchBack(context: AppLoadContext, typed: Typed, cart: Cart, idempotencyKey: string) {
  const page = { typed, idempotencyKey, errors: {}, said: "", back: typed.back ?? "" };
  const refused = async (message: string, status: number) => {
    const { counter, quote } = await pageOf(context, cart);
    return { status, page: { ...page, counter, quote, notice: { title: m.error_fetch_title(), message } } };
  };
  if (cart.lines.length > 0) return refused(m.held_cart_waiting(), 409);
  const id = /^[1-9]\d{0,14}$/.test(typed.fetch ?? "") ? Number(typed.fetch) : null;
  const fetched = id === null ? null : await fetchOnce(context, id, idempotencyKey);
  if (!fetched) return refused(m.held_gone(), 409);
  if (!fetched.ok) return refused(fetched.refusal.notice?.message ?? m.held_gone(), fetched.refusal.status);
  const { head, cart: held } = fetched.value;
  const fields = fieldsOf(held, typed.posId ?? "");
  const shown = await pageOf(context, readCart(fields).cart);
  const { number, payable } = head;
  const now = shown.quote?.payable ?? payable;
  const said =
    now === payable
      ? m.held_back({ number })
      : m.held_back_price({ number, before: formatYuan(payable), now: formatYuan(now) });
  const next = { ...shown, typed: fields, idempotencyKey: crypto.randomUUID(), errors: {}, said, back: String(id) };
  return { status: 200, page: next };
}

/** Null where another window had it first, or its day is over. */
async function fetchOnce(context: AppLoadContext, id: number, idempotencyKey: string) {
  try {
    return await attempt(
      context,
      () => context.dispatch.call(fetchCart, { id, idempotencyKey }),
      m.error_fetch_title(),
    );
  } catch (error) {
    if (isDispatchError(error) && error.failure.kind === "notFound") return null;
    throw error;
  }
}

/** Visitors as far as they were typed, which a sale would not take yet. */
function heldOf(cart: Cart, typed: Typed) {
  const read = (part: string, index: number) => (typed[`visitor${part}.${index}`] ?? "").trim();
  const visitors = [];
  for (let index = 0; index < 1000 && typed[`visitorIdentity.${index}`] !== undefined; index += 1) {
    const document: DocumentKind | "" = documentKinds.find((kind) => kind === read("Document", index)) ?? "";
    visitors.push({
      ...{ name: read("Name", index).slice(0, 40), document },
      country: read("Country", index).slice(0, 60),
      identity: read("Identity", index).slice(0, 120),
    });
  }
  const { visitDay, lines, paymentType, contactName, contactMobile, proofs, remark } = cart;
  // Codes are not kept: whoever comes back shows theirs again.
  const { card: _, ...reductions } = reductionsOf(cart);
  return { visitDay, lines, ...reductions, paymentType, contactName, contactMobile, proofs, remark, visitors };
}

function fieldsOf({ lines, visitors, proofs, ...held }: HeldCart, posId: string): Typed {
  const { visitDay, paymentType, contactName, contactMobile, remark } = held;
  return {
    ...{ posId, visitDay, paymentType, contactName, contactMobile, remark },
    discount: discountText(held),
    ...(held.discountOn && { discountOn: String(held.discountOn) }),
    ...{ staff: held.staff, agency: held.agency, guide: held.guide },
    ...{ discountReason: held.discountReason, discountWords: held.discountWords },
    ...Object.fromEntries(
      lines.flatMap(({ ticketTypeId, visitDay: day, slot, quantity }, place) =>
        day === undefined
          ? [
              [`quantity.${ticketTypeId}`, String(quantity)],
              [`slot.${ticketTypeId}`, slot],
            ]
          : [[keptField(place, { visitDay: day, ticketTypeId, slot }), String(quantity)]],
      ),
    ),
    ...Object.fromEntries(proofs.map(({ concessionId, seen }) => [`proof.${concessionId}`, String(seen)])),
    ...Object.fromEntries(
      visitors.flatMap(({ name, document, country, identity }, index) => [
        [`visitorName.${index}`, name],
        [`visitorDocument.${index}`, document],
        [`visitorCountry.${index}`, country],
        [`visitorIdentity.${index}`, identity],
      ]),
    ),
  };
}
