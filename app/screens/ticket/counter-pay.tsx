/** A sale waits for the customer's money (`/inside/buyTktList/pay`): the code to scan, how it stands, and the ways on. */

import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form, useActionData, useFetcher, useLoaderData, useNavigation } from "@remix-run/react";
import { useEffect } from "react";
import type { FieldErrors } from "~/contract/errors";
import { m } from "~/contract/messages";
import { formatYuan } from "~/contract/money";
import { askPayment, cancelPayment, getPayment, payAgain } from "~/contract/order/pay-attempt";
import { FormNotice } from "~/form/form-notice";
import { attempt, typedOf } from "~/form/submission.server";
import { labelOf, loadLabels } from "~/screens/labels.server";
import { OrderNo } from "~/screens/numbers";
import { opensOf } from "~/screens/opens.server";
import { Link } from "~/widgets/link";
import { qrPath } from "~/widgets/qr.server";
import { QrCode } from "~/widgets/qr-code";
import { idFrom } from "../query.server";
import "./counter-pay.css";

export const meta: MetaFunction = () => [{ title: m.pay_waiting() }];

const everyMs = 3_000;
const counter = "/inside/buyTktList";
const doneAt = (orderId: number) => `${counter}/result?orderId=${orderId}`;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const [pay, labels] = await Promise.all([
    context.dispatch.call(getPayment, { orderId: idFrom(request, "orderId") }),
    loadLabels(context, "paymentType"),
  ]);
  if (pay.state === "paid" && pay.orderState !== "cancelled") throw redirect(doneAt(pay.orderId), 303);
  const open = pay.state === "started" || pay.state === "unknown";
  const ended = pay.orderState !== "pending";
  return {
    ...{ orderId: pay.orderId, orderNo: pay.orderNo, open, ended, unknown: pay.state === "unknown", why: pay.why },
    opens: opensOf(context),
    type: labelOf(labels, "paymentType", pay.paymentType),
    amount: formatYuan(pay.amount),
    otherwise: pay.otherwise > 0 ? formatYuan(pay.otherwise) : "",
    until: pay.until,
    qr: open && pay.code ? qrPath(pay.code) : null,
    title: open ? m.pay_waiting() : ended ? m.pay_state_closed() : m.pay_state_failed(),
    asks:
      pay.state === "unknown" ? m.pay_wait_unknown() : pay.how === "show" ? m.pay_wait_scan() : m.pay_wait_confirm(),
  };
}

/** `intent=ask` asks the company, `watch` does so by itself, `cancel` lets the order go, `again` takes another code or shows one. */
export async function action({ request, context }: ActionFunctionArgs) {
  const orderId = idFrom(request, "orderId");
  const { intent, paymentCode = "" } = typedOf(await request.formData());
  const done = await attempt(
    context,
    async () => {
      if (intent === "cancel") return context.dispatch.call(cancelPayment, { orderId });
      if (intent === "again") await context.dispatch.call(payAgain, { orderId, paymentCode });
      return context.dispatch.call(askPayment, { orderId, pressed: intent === "ask" });
    },
    m.error_pay_title(),
  );
  if (!done.ok) {
    const { status, notice, errors } = done.refusal;
    return data({ notice, errors }, status);
  }
  const { state } = done.value;
  if (state === "paid") return redirect(doneAt(orderId), 303);
  if (intent === "watch") return data({ notice: null, errors: {} as FieldErrors });
  if (intent === "cancel" && state === "unknown") {
    return data(
      { notice: { title: m.pay_cancel(), message: m.pay_no_close_unknown() }, errors: {} as FieldErrors },
      409,
    );
  }
  return redirect(`${counter}/pay?orderId=${orderId}`, 303);
}

export default function CounterPay() {
  const pay = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const sending = useNavigation().state === "submitting";
  useAskingOn(pay.open);
  const wrong = answer?.errors?.paymentCode?.[0];
  return (
    <div className="page">
      {pay.open && (
        <noscript>
          <meta httpEquiv="refresh" content="5" />
        </noscript>
      )}
      <header className="page-head">
        <h1>{pay.title}</h1>
      </header>
      <FormNotice notice={answer?.notice} />
      <section className="panel pay-wait">
        {pay.qr && <QrCode code={pay.qr} label={m.pay_qr_alt()} />}
        <div>
          <p className="pay-amount">
            <small>{m.pay_amount()}</small> <strong className="money">¥{pay.amount}</strong> <span>{pay.type}</span>
          </p>
          {pay.open && (
            <p className={pay.unknown ? "notice notice-warn" : "pay-asks"} role="status" aria-live="polite">
              {pay.asks}
            </p>
          )}
          {pay.open && (
            <p className="dim">
              {m.pay_until({ at: pay.until })} · {m.pay_refreshes()}
            </p>
          )}
          {!pay.open && pay.why && <p className="notice notice-bad">{m.pay_failed_why({ why: pay.why })}</p>}
          {!pay.open && <p>{pay.ended ? m.pay_closed_next() : m.pay_failed_next()}</p>}
          {pay.ended && pay.otherwise && (
            <p className="notice notice-warn">{m.pay_cash_back({ amount: pay.otherwise })}</p>
          )}
          <p className="dim">
            {m.sale_order_no()} <OrderNo no={pay.orderNo} opens={pay.opens} />
          </p>
          {!pay.open && !pay.ended && (
            <Form method="post" className="pay-again">
              <label htmlFor="paymentCode">{m.pay_code()}</label>
              <input
                className="input"
                id="paymentCode"
                name="paymentCode"
                inputMode="numeric"
                autoComplete="off"
                maxLength={40}
                autoFocus
                aria-invalid={wrong ? true : undefined}
                aria-describedby={wrong ? "paymentCode-error" : "paymentCode-help"}
              />
              {wrong && (
                <p className="field-error" id="paymentCode-error">
                  {wrong}
                </p>
              )}
              <p className="dim" id="paymentCode-help">
                {m.pay_code_help()}
              </p>
              <button className="button button-primary" name="intent" value="again" disabled={sending}>
                {m.pay_again_code()}
              </button>
            </Form>
          )}
          <Form method="post" className="actions">
            {pay.open && (
              <button className="button button-primary" name="intent" value="ask" disabled={sending}>
                {m.pay_ask_again()}
              </button>
            )}
            {!pay.ended && (
              <button className="button button-danger" name="intent" value="cancel" disabled={sending}>
                {m.pay_cancel()}
              </button>
            )}
            {pay.ended && (
              <Link className="button button-primary" to={counter}>
                {m.pay_new_sale()}
              </Link>
            )}
          </Form>
        </div>
      </section>
    </div>
  );
}

/** With scripts it asks by itself and leaves the page where it is; without, the page reads itself anew. */
function useAskingOn(open: boolean): void {
  const { submit, state } = useFetcher();
  useEffect(() => {
    if (!open || state !== "idle") return;
    const timer = setTimeout(() => submit({ intent: "watch" }, { method: "post" }), everyMs);
    return () => clearTimeout(timer);
  }, [open, state, submit]);
}
