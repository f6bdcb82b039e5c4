/** Changing tickets of an order to another day, slot or holder (`/orders/change`): a quotation first, then one commit. */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data, redirect } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import type { FieldErrors, Notice } from "~/contract/errors";
import { m } from "~/contract/messages";
import { cash } from "~/contract/order/cash";
import { changeTickets } from "~/contract/ticket/change";
import { textOf } from "~/contract/validators";
import { DayInput } from "~/form/day-input";
import { attempt, type Typed, typedOf } from "~/form/submission.server";
import { keepingWay } from "~/resource/way-back.server";
import { idFrom } from "~/screens/query.server";
import { Link } from "~/widgets/link";
import { byFieldName, changePage, readWish } from "./change-form.server";
import { ChangeHolders } from "./change-holders";
import { ChangeQuote } from "./change-quote";
import { ChangeTickets } from "./change-tickets";
import { readGiven, readPayments } from "./counter-cart";

export const handle = { menu: "/order/offlineOrderList" };
export const meta: MetaFunction = () => [{ title: m.change_title() }];

/** `ticketId` in the address is chosen already. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const orderId = idFrom(request, "orderId");
  const asked = new URL(request.url).searchParams.get("ticketId") ?? "";
  const ticketIds = /^[1-9]\d{0,14}$/.test(asked) ? [Number(asked)] : [];
  const page = await changePage(context, { orderId, ticketIds, holders: [] }, false);
  return { ...page, idempotencyKey: crypto.randomUUID() };
}

/** `intent=quote` works it out; `intent=commit` does it. */
export async function action({ request, context }: ActionFunctionArgs) {
  const orderId = idFrom(request, "orderId");
  const form = await request.formData();
  const typed = typedOf(form);
  const { wish, errors } = readWish(orderId, form, typed);
  const reason = textOf(200).safeParse(typed.reason ?? "");
  if (!reason.success) errors.reason = [reason.error.issues[0]?.message ?? m.v_invalid()];
  const payments = readPayments(typed, errors);
  const paymentType = (typed.paymentType ?? "").slice(0, 20);
  const given = paymentType === cash && payments.length === 0 ? readGiven(typed, errors) : null;
  const commit = typed.intent === "commit";
  const key = typed.idempotencyKey ?? "";
  const idempotencyKey = /^[A-Za-z0-9-]{8,64}$/.test(key) ? key : crypto.randomUUID();
  const back = async (more: Partial<Answered>, status: number, nextKey = idempotencyKey) => {
    const page = await changePage(context, wish, true);
    const wrong = { ...page.wrong, ...errors, ...more.errors };
    return data({ ...page, typed, errors: wrong, notice: more.notice ?? null, idempotencyKey: nextKey }, status);
  };
  if (Object.keys(errors).length > 0) return back({}, 422);
  if (!commit) return back({}, 200);
  const expected = typed.expectedDue ?? "";
  const done = await attempt(
    context,
    () =>
      context.dispatch.call(changeTickets, {
        ...wish,
        idempotencyKey,
        ...(/^-?\d{1,12}$/.test(expected) && { expectedDue: Number(expected) }),
        ...(payments.length > 0 ? { payments } : { paymentType }),
        ...(given !== null && { given }),
        ...(reason.data && { reason: reason.data }),
      }),
    m.error_change_title(),
  );
  if (!done.ok) {
    const { status, notice, kind } = done.refusal;
    const refused = byFieldName(done.refusal.errors, wish, payments);
    // After a time-out it may have been done: the same key asks again without doing it twice.
    return back({ errors: refused, notice }, status, kind === "timeout" ? idempotencyKey : crypto.randomUUID());
  }
  context.session.flash("changed");
  return redirect(keepingWay(context)(`/offlineOrderDetail?id=${orderId}`), 303);
}

interface Answered {
  typed: Typed;
  errors: FieldErrors;
  notice: Notice | null;
}

export default function Change() {
  const loaded = useLoaderData<typeof loader>();
  const answered = useActionData<typeof action>();
  const page = answered ?? loaded;
  const { typed, errors, notice }: Answered = answered ?? { typed: {}, errors: {}, notice: null };
  const busy = useNavigation().state !== "idle";
  const { may } = page;
  const anything = page.tickets.some(({ whyNot }) => whyNot === "");
  const said = notice?.message ?? (Object.keys(errors).length === 0 ? page.whyNot : "");
  return (
    <div className="page">
      <header className="page-head">
        <h1>
          {m.change_title()} <small className="dim">{page.orderNo}</small>
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
        <ChangeTickets
          legend={m.change_choose()}
          tickets={page.tickets}
          chosen={page.chosen}
          error={errors.ticketId?.[0]}
        />
        {page.rules.map(({ name, rule }) => (
          <p key={name + rule} className="dim">
            {m.change_rule_of({ name, rule })}
          </p>
        ))}
        {anything && (
          <>
            <div className="change-to">
              {may.day && (
                <Field name="toDay" label={m.change_day()} help={m.change_day_keep()} errors={errors}>
                  <DayInput
                    className="input"
                    id="toDay"
                    name="toDay"
                    min={page.today}
                    defaultValue={typed.toDay ?? ""}
                    {...describedBy("toDay", errors)}
                  />
                </Field>
              )}
              {may.slot && page.slots.length > 0 && (
                <Field name="toSlot" label={m.change_slot()} errors={errors}>
                  <select
                    className="input"
                    id="toSlot"
                    name="toSlot"
                    defaultValue={typed.toSlot ?? ""}
                    {...describedBy("toSlot", errors)}
                  >
                    <option value="">{m.change_slot_keep()}</option>
                    {page.slots.map(({ slot, label }) => (
                      <option key={slot} value={slot}>
                        {label}
                      </option>
                    ))}
                  </select>
                </Field>
              )}
              <Field name="reason" label={m.change_reason()} errors={errors}>
                <input
                  className="input"
                  id="reason"
                  name="reason"
                  maxLength={200}
                  defaultValue={typed.reason ?? ""}
                  {...describedBy("reason", errors)}
                />
              </Field>
            </div>
            {may.holder && <ChangeHolders tickets={page.tickets} typed={typed} errors={errors} />}
            <ChangeQuote page={page} typed={typed} errors={errors} />
          </>
        )}
        <div className="toolbar">
          <button className="button" name="intent" value="quote" disabled={busy || !anything}>
            {m.change_quote()}
          </button>
          {page.quote && (
            <>
              <input type="hidden" name="expectedDue" value={page.quote.expectedDue} />
              <button className="button button-primary" name="intent" value="commit" disabled={busy}>
                {page.quote.due ? m.change_commit_pay() : page.quote.back ? m.change_commit_back() : m.change_commit()}
              </button>
            </>
          )}
        </div>
      </Form>
    </div>
  );
}

function describedBy(name: string, errors: FieldErrors) {
  return { "aria-invalid": errors[name] ? true : undefined, "aria-describedby": `${name}-help ${name}-error` };
}

interface FieldProps {
  name: string;
  label: string;
  help?: string;
  errors: FieldErrors;
  children: React.ReactNode;
}

function Field({ name, label, help, errors, children }: FieldProps) {
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      {children}
      {help && (
        <small className="dim" id={`${name}-help`}>
          {help}
        </small>
      )}
      {errors[name] && (
        <p className="field-error" id={`${name}-error`}>
          {errors[name][0]}
        </p>
      )}
    </div>
  );
}
