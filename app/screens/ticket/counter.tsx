/** The counter sale (`/inside/buyTktList`): the console's main job, from the keyboard alone, with and without scripts. */
import type { ActionFunctionArgs, AppLoadContext, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { FieldErrors } from "~/contract/errors";
import { m } from "~/contract/messages";
import { askPayment } from "~/contract/order/pay-attempt";
import { getCounter, sellTickets } from "~/contract/ticket/sale";
import { typedDay } from "~/contract/typed-day";
import { isDay, today } from "~/contract/validators";
import { attempt, type Typed, typedOf } from "~/form/submission.server";
import { type Cart, readCart, reductionsOf, visitorField } from "./counter-cart";
import { CounterForm } from "./counter-form";
import { fetchBack, hold } from "./counter-hold.server";
import { withAnotherDay } from "./counter-kept";
import { swapOf } from "./counter-swap";
import { counterBegin, pageOf } from "./load-counter.server";
import { withPasted } from "./visitor-paste";

export const meta: MetaFunction = () => [{ title: m.sale_title() }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  const visitDay = typedDay(query.get("visitDay") ?? "", today());
  const posId = query.get("posId") ?? "";
  const counter = await context.dispatch.call(getCounter, {
    ...(isDay(visitDay) && { visitDay }),
    ...(/^[1-9]\d{0,14}$/.test(posId) && { posId: Number(posId) }),
  });
  const begin = counter.offers.length === 0 ? await counterBegin(context) : null;
  const held = counter.held.find(({ id }) => String(id) === query.get("held"));
  return {
    counter,
    begin,
    idempotencyKey: crypto.randomUUID(),
    // What was typed when the session ended in between is there again after the sign-in.
    typed: context.takeDraft() ?? setAside(query.getAll("beside")),
    said: held ? m.held_done({ number: held.number }) : "",
    /** Which cart went or came last: the form begins anew with each. */
    back: held ? `-${held.id}` : "",
  };
}

/** `intent=review` works the total out, `another` adds another day, `sell` takes payment and issues, `hold` sets the cart aside; `fetch` names one to bring back, `swap` a visitor and the type that they take instead. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { visitDay: asTyped = "", ...others } = withPasted(typedOf(await request.formData()));
  const posted: Typed = { ...others, visitDay: typedDay(asTyped, today()) };
  // A chip of a day is pressed in place of the field.
  const typed: Typed = isDay(posted.day ?? "") ? { ...posted, visitDay: posted.day ?? "" } : posted;
  const swapped = swapOf(typed);
  if (swapped) {
    const { cart } = readCart(swapped);
    const page = await pageOf(context, cart);
    // The form begins anew: numbers and people stand elsewhere now.
    const back = `-${crypto.randomUUID()}`;
    return data({
      ...page,
      said: "",
      back,
      typed: swapped,
      idempotencyKey: keyOf(cart),
      errors: refusedInQuote(page.quote),
    });
  }
  const { cart, errors } = readCart(typed);
  if (typed.fetch) {
    const { status, page } = await fetchBack(context, typed, cart, keyOf(cart));
    return data(page, status);
  }
  // Whoever looks at another day need not have chosen anything.
  const onlyLooks = (name: string) => name === "" && typed.intent === undefined;
  const quiet = { said: "", back: typed.back ?? "" };
  const selling = typed.intent === "sell";
  // A review asks for the visitors only now, so what they lack is not yet an error.
  const blocking = Object.keys(errors).filter((name) => selling || !(name.startsWith("visitor") || onlyLooks(name)));
  if (blocking.length > 0) {
    const shown = Object.fromEntries(blocking.map((name) => [name, errors[name] ?? []]));
    return data(
      { ...(await pageOf(context, cart)), ...quiet, typed, idempotencyKey: keyOf(cart), errors: shown, notice: null },
      422,
    );
  }
  if (typed.intent === "another") {
    const added = await anotherDay(context, typed);
    if (added) return data({ ...added, said: "", back: `-${crypto.randomUUID()}`, idempotencyKey: keyOf(cart) });
  }
  if (!selling && typed.intent !== "hold") {
    const page = await pageOf(context, cart);
    return data({ ...page, ...quiet, typed, idempotencyKey: keyOf(cart), errors: refusedInQuote(page.quote) });
  }
  const sold = selling ? await sell(context, cart) : await hold(context, cart, typed, keyOf(cart));
  if (sold.ok) return redirect(sold.value, 303);
  // After a time-out the sale may have been made: the same key asks again without selling twice.
  const idempotencyKey = sold.refusal.kind === "timeout" ? keyOf(cart) : crypto.randomUUID();
  const { status, notice } = sold.refusal;
  const page = await pageOf(context, cart);
  const refused = byFieldName(sold.refusal.errors, cart);
  return data({ ...page, ...quiet, notice, typed, idempotencyKey, errors: refused }, status);
}

/** What somebody comes with, e.g. `theatre.12` from the map of a session, ticked in the form. */
const setAside = (named: readonly string[]): Typed =>
  Object.fromEntries(named.filter((one) => /^[a-z]+\.[A-Za-z0-9-]+$/.test(one)).map((one) => [`beside.${one}`, "on"]));

/** The cart with its numbers kept and another day on offer; null where one of them could not be sold, which is said first. */
async function anotherDay(context: AppLoadContext, typed: Typed) {
  const next = withAnotherDay(typed);
  const { cart, errors } = readCart(next);
  const page = await pageOf(context, cart);
  if (page.quote?.lines.some(({ whyNot }) => whyNot !== "") ?? true) return null;
  const shown = Object.entries(errors).filter(([name]) => !name.startsWith("visitor") && name !== "");
  return { ...page, typed: next, errors: Object.fromEntries(shown) };
}

/** Who has had theirs, or may not buy, and what is not off: each said beside its field before anything is paid. */
function refusedInQuote(quote: Awaited<ReturnType<typeof pageOf>>["quote"]): FieldErrors {
  const visitors = (quote?.refusedVisitors ?? []).map(({ place, message }) => [
    visitorField("identity", place),
    [message],
  ]);
  const reductions = (quote?.refusedReductions ?? []).map(({ field, message }) => [field, [message]]);
  return Object.fromEntries([...visitors, ...reductions]);
}

/** Answers where the receipt is shown or the money is waited for, or what was refused. */
function sell(context: AppLoadContext, cart: Cart) {
  return attempt(
    context,
    async () => {
      const { orderId, waiting } = await context.dispatch.call(sellTickets, saleOf(cart));
      const paid = !waiting || (await asked(context, orderId));
      return `/inside/buyTktList/${paid ? "result" : "pay"}?orderId=${orderId}`;
    },
    m.error_sell_title(),
  );
}

/** Whether a payment company has taken the money at once. The order is there whatever becomes of the question. */
async function asked(context: AppLoadContext, orderId: number): Promise<boolean> {
  const answer = await attempt(context, () => context.dispatch.call(askPayment, { orderId }));
  return answer.ok && answer.value.state === "paid";
}

function keyOf(cart: Cart): string {
  return /^[A-Za-z0-9-]{8,64}$/.test(cart.idempotencyKey) ? cart.idempotencyKey : crypto.randomUUID();
}

function saleOf(cart: Cart) {
  return {
    visitDay: cart.visitDay,
    lines: cart.lines,
    ...reductionsOf(cart),
    proofs: cart.proofs,
    overbook: cart.overbook,
    late: cart.late,
    beside: cart.beside,
    idempotencyKey: keyOf(cart),
    ...(cart.expectedPayable !== null && { expectedPayable: cart.expectedPayable }),
    ...(cart.posId && { posId: cart.posId }),
    ...(cart.payments.length > 0 ? { payments: cart.payments } : { paymentType: cart.paymentType }),
    ...(cart.accountNo && { accountNo: cart.accountNo }),
    ...(cart.given !== null && { given: cart.given }),
    ...(cart.paymentCode && { paymentCode: cart.paymentCode }),
    ...(cart.contactName && { contactName: cart.contactName }),
    ...(cart.contactMobile && { contactMobile: cart.contactMobile }),
    visitors: cart.visitors,
    ...(cart.remark && { remark: cart.remark }),
  };
}

/** Names the backend's payload paths (`visitors.0.identity`) by the form's fields (`visitorIdentity.0`). */
function byFieldName(refused: FieldErrors, { payments }: Cart): FieldErrors {
  const errors: FieldErrors = {};
  for (const [whole, messages] of Object.entries(refused)) {
    const path = whole.replace(/^cart\./, "");
    const visitor = /^visitors\.(\d+)\.(name|document|country|identity)$/.exec(path);
    const proof = /^proofs\.(\d+)$/.exec(path);
    const paid = /^payments\.(\d+)\./.exec(path);
    const field = visitor
      ? visitorField(visitor[2] ?? "", visitor[1] ?? "")
      : paid
        ? `pay.${payments[Number(paid[1])]?.paymentType ?? ""}`
        : proof
          ? `proof.${proof[1]}`
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
  return <CounterForm key={page.back} {...page} begin={loaded.begin} />;
}
