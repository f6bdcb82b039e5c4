/** The counter sale (`/inside/buyTktList`): the console's main job, from the keyboard alone, with and without scripts. */
import type { ActionFunctionArgs, AppLoadContext, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { FieldErrors } from "~/contract/errors";
import { m } from "~/contract/messages";
import { getCounter, quoteSale, sellTickets } from "~/contract/ticket/sale";
import { isDay } from "~/contract/validators";
import { attempt, type Typed, typedOf } from "~/form/submission.server";
import { type Cart, readCart, visitorField } from "./counter-cart";
import { CounterForm } from "./counter-form";
import { withPasted } from "./visitor-paste";

export const meta: MetaFunction = () => [{ title: m.sale_title() }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  const visitDay = query.get("visitDay") ?? "";
  const posId = query.get("posId") ?? "";
  const counter = await context.dispatch.call(getCounter, {
    ...(isDay(visitDay) && { visitDay }),
    ...(/^[1-9]\d{0,14}$/.test(posId) && { posId: Number(posId) }),
  });
  // What was typed when the session ended in between is there again after the sign-in.
  return { counter, idempotencyKey: crypto.randomUUID(), typed: context.takeDraft() ?? ({} as Typed) };
}

/** `intent=review` works the total out; `intent=sell` takes payment and issues. */
export async function action({ request, context }: ActionFunctionArgs) {
  const posted = withPasted(typedOf(await request.formData()));
  // A chip of a day is pressed in place of the field.
  const typed: Typed = isDay(posted.day ?? "") ? { ...posted, visitDay: posted.day ?? "" } : posted;
  const { cart, errors } = readCart(typed);
  const selling = typed.intent === "sell";
  // A review asks for the visitors only now, so what they lack is not yet an error.
  const blocking = Object.keys(errors).filter((name) => selling || !name.startsWith("visitor"));
  if (blocking.length > 0) {
    const shown = Object.fromEntries(blocking.map((name) => [name, errors[name] ?? []]));
    return data(
      { ...(await pageOf(context, cart)), typed, idempotencyKey: keyOf(cart), errors: shown, notice: null },
      422,
    );
  }
  if (!selling) {
    const page = await pageOf(context, cart);
    return data({ ...page, typed, idempotencyKey: keyOf(cart), errors: {} as FieldErrors });
  }
  const sold = await attempt(context, () => context.dispatch.call(sellTickets, saleOf(cart)));
  if (sold.ok) return redirect(`/inside/buyTktList/result?orderId=${sold.value.orderId}`, 303);
  // After a time-out the sale may have been made: the same key asks again without selling twice.
  const idempotencyKey = sold.refusal.kind === "timeout" ? keyOf(cart) : crypto.randomUUID();
  const { status, notice } = sold.refusal;
  const page = await pageOf(context, cart);
  return data({ ...page, notice, typed, idempotencyKey, errors: byFieldName(sold.refusal.errors, cart) }, status);
}

/** What the page shows around a cart: the offers of its day, and its quotation where it can be had. */
async function pageOf(context: AppLoadContext, { visitDay, posId, lines, discount }: Cart) {
  const [counter, quoted] = await Promise.all([
    context.dispatch.call(getCounter, { ...(visitDay && { visitDay }), ...(posId && { posId }) }),
    lines.length > 0 && visitDay
      ? attempt(context, () => context.dispatch.call(quoteSale, { visitDay, lines, discount }))
      : null,
  ]);
  return {
    counter,
    quote: quoted?.ok ? quoted.value : null,
    notice: quoted && !quoted.ok ? quoted.refusal.notice : null,
  };
}

function keyOf(cart: Cart): string {
  return /^[A-Za-z0-9-]{8,64}$/.test(cart.idempotencyKey) ? cart.idempotencyKey : crypto.randomUUID();
}

function saleOf(cart: Cart) {
  return {
    visitDay: cart.visitDay,
    lines: cart.lines,
    discount: cart.discount,
    idempotencyKey: keyOf(cart),
    ...(cart.expectedPayable !== null && { expectedPayable: cart.expectedPayable }),
    ...(cart.posId && { posId: cart.posId }),
    ...(cart.payments.length > 0 ? { payments: cart.payments } : { paymentType: cart.paymentType }),
    ...(cart.given !== null && { given: cart.given }),
    ...(cart.contactName && { contactName: cart.contactName }),
    ...(cart.contactMobile && { contactMobile: cart.contactMobile }),
    visitors: cart.visitors,
    ...(cart.remark && { remark: cart.remark }),
  };
}

/** Names the backend's payload paths (`visitors.0.identity`) by the form's fields (`visitorIdentity.0`). */
function byFieldName(refused: FieldErrors, { payments }: Cart): FieldErrors {
  const errors: FieldErrors = {};
  for (const [path, messages] of Object.entries(refused)) {
    const visitor = /^visitors\.(\d+)\.(name|document|country|identity)$/.exec(path);
    const paid = /^payments\.(\d+)\./.exec(path);
    const field = visitor
      ? visitorField(visitor[2] ?? "", visitor[1] ?? "")
      : paid
        ? `pay.${payments[Number(paid[1])]?.paymentType ?? ""}`
        : path;
    const name = field.startsWith("lines") || field === "visitors" ? "" : field;
    errors[name] = [...(errors[name] ?? []), ...messages];
  }
  return errors;
}

export default function Counter() {
  const loaded = useLoaderData<typeof loader>();
  const answered = useActionData<typeof action>();
  const page = answered ?? { ...loaded, quote: null, errors: {}, notice: null };
  return <CounterForm {...page} />;
}
