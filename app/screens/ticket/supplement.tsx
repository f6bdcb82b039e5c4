/** Tickets that become a dearer type (`/orders/supplement`): a quotation first, then one commit. Number and code stay. */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data, redirect } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import type { FieldErrors, Notice } from "~/contract/errors";
import { m } from "~/contract/messages";
import { cash } from "~/contract/order/cash";
import { supplementTickets } from "~/contract/ticket/supplement";
import { textOf } from "~/contract/validators";
import { attempt, type Typed, typedOf } from "~/form/submission.server";
import { keepingWay } from "~/resource/way-back.server";
import { idFrom } from "~/screens/query.server";
import { Link } from "~/widgets/link";
import { byFieldName, readWish } from "./change-form.server";
import { ChangeHolders } from "./change-holders";
import { ChangeQuote } from "./change-quote";
import { ChangeTickets } from "./change-tickets";
import { readGiven, readPayments } from "./counter-cart";
import { readType, supplementPage } from "./supplement-form.server";
import { SupplementTypes } from "./supplement-types";

export const handle = { menu: "/order/offlineOrderList" };
export const meta: MetaFunction = () => [{ title: m.supplement_title() }];

/** `ticketId` in the address is chosen already, and what it could become is shown. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const orderId = idFrom(request, "orderId");
  const asked = new URL(request.url).searchParams.get("ticketId") ?? "";
  const ticketIds = /^[1-9]\d{0,14}$/.test(asked) ? [Number(asked)] : [];
  const page = await supplementPage(context, { orderId, ticketIds, holders: [] }, false);
  return { ...page, idempotencyKey: crypto.randomUUID() };
}

/** `intent=quote` works it out; `intent=commit` does it. */
export async function action({ request, context }: ActionFunctionArgs) {
  const orderId = idFrom(request, "orderId");
  const form = await request.formData();
  const typed = typedOf(form);
  const { wish: chosen, errors } = readWish(orderId, form, typed);
  const { ticketIds, holders } = chosen;
  const wish = { orderId, ticketIds, holders, ...readType(typed) };
  const reason = textOf(200).safeParse(typed.reason ?? "");
  if (!reason.success) errors.reason = [reason.error.issues[0]?.message ?? m.v_invalid()];
  const payments = readPayments(typed, errors);
  const paymentType = (typed.paymentType ?? "").slice(0, 20);
  const given = paymentType === cash && payments.length === 0 ? readGiven(typed, errors) : null;
  const key = typed.idempotencyKey ?? "";
  const idempotencyKey = /^[A-Za-z0-9-]{8,64}$/.test(key) ? key : crypto.randomUUID();
  const back = async (more: Partial<Answered>, status: number, nextKey = idempotencyKey) => {
    const page = await supplementPage(context, wish, true);
    const wrong = { ...page.wrong, ...errors, ...more.errors };
    return data({ ...page, typed, errors: wrong, notice: more.notice ?? null, idempotencyKey: nextKey }, status);
  };
  if (Object.keys(errors).length > 0) return back({}, 422);
  const { toTypeId } = wish;
  if (typed.intent !== "commit" || toTypeId === undefined) return back({}, 200);
  const expected = typed.expectedDue ?? "";
  const done = await attempt(
    context,
    () =>
      context.dispatch.call(supplementTickets, {
        ...wish,
        toTypeId,
        idempotencyKey,
        ...(/^\d{1,12}$/.test(expected) && { expectedDue: Number(expected) }),
        ...(payments.length > 0 ? { payments } : { paymentType }),
        ...(given !== null && { given }),
        ...(reason.data && { reason: reason.data }),
      }),
    m.error_supplement_title(),
  );
  if (!done.ok) {
    const { status, notice, kind } = done.refusal;
    const refused = byFieldName(done.refusal.errors, chosen, payments);
    // After a time-out it may have been done: the same key asks again without doing it twice.
    return back({ errors: refused, notice }, status, kind === "timeout" ? idempotencyKey : crypto.randomUUID());
  }
  context.session.flash("supplemented");
  return redirect(keepingWay(context)(`/offlineOrderDetail?id=${orderId}`), 303);
}

interface Answered {
  typed: Typed;
  errors: FieldErrors;
  notice: Notice | null;
}

export default function Supplement() {
  const loaded = useLoaderData<typeof loader>();
  const answered = useActionData<typeof action>();
  const page = answered ?? loaded;
  const { typed, errors, notice }: Answered = answered ?? { typed: {}, errors: {}, notice: null };
  const busy = useNavigation().state !== "idle";
  const anything = page.tickets.some(({ whyNot }) => whyNot === "");
  const said = notice?.message ?? (Object.keys(errors).length === 0 ? page.whyNot : "");
  return (
    <div className="page">
      <header className="page-head">
        <h1>
          {m.supplement_title()} <small className="dim">{page.orderNo}</small>
        </h1>
        <div className="toolbar">
          <Link className="button" to={page.orderAt}>
            {m.order_back_to_order()}
          </Link>
        </div>
      </header>
      {said && (
        <div className="notice notice-bad" role="alert">
          <p>{said}</p>
        </div>
      )}
      <Form method="post" className="panel" noValidate>
        <input type="hidden" name="idempotencyKey" value={page.idempotencyKey} />
        <p className="dim">{m.supplement_help()}</p>
        <ChangeTickets
          legend={m.supplement_choose()}
          tickets={page.tickets}
          chosen={page.chosen}
          error={errors.ticketId?.[0]}
        />
        {anything && (
          <>
            <SupplementTypes types={page.types} slots={page.slots} typed={typed} errors={errors} />
            {page.named.length > 0 && <ChangeHolders tickets={page.named} typed={typed} errors={errors} wanted />}
            {page.types.length > 0 && (
              <div className="field">
                <label htmlFor="reason">{m.supplement_reason()}</label>
                <input
                  className="input"
                  id="reason"
                  name="reason"
                  maxLength={200}
                  defaultValue={typed.reason ?? ""}
                  aria-invalid={errors.reason ? true : undefined}
                />
                {errors.reason && <p className="field-error">{errors.reason[0]}</p>}
              </div>
            )}
            <ChangeQuote page={page} typed={typed} errors={errors} />
          </>
        )}
        <div className="toolbar">
          <button className="button" name="intent" value="quote" disabled={busy || !anything}>
            {page.types.length > 0 ? m.supplement_quote() : m.supplement_show_types()}
          </button>
          {page.quote && (
            <>
              <input type="hidden" name="expectedDue" value={page.quote.expectedDue} />
              <button className="button button-primary" name="intent" value="commit" disabled={busy}>
                {m.supplement_commit()}
              </button>
            </>
          )}
        </div>
      </Form>
    </div>
  );
}
