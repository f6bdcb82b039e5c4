/** An invoice is requested by a form with the buyer in it: over orders, a statement or top-ups, each by its own method. */
import { type ActionFunctionArgs, data } from "@remix-run/node";
import type { requestInvoice } from "~/contract/invoice/invoice";
import type { requestTopUpInvoice } from "~/contract/invoice/top-up";
import { m } from "~/contract/messages";
import { buyerNames } from "~/form/invoice-buyer";
import { attempt, done, typedOf } from "~/form/submission.server";
import { keyOf } from "../card/counter-form.server";

/** `asked`: what it is over. Leads to the invoice, or says what was wrong beside what was typed. */
export async function requested(
  { request, context }: ActionFunctionArgs,
  method: typeof requestInvoice | typeof requestTopUpInvoice,
  asked: object,
) {
  const typed = typedOf(await request.formData());
  const idempotencyKey = keyOf(typed);
  const buyer = Object.fromEntries(buyerNames.map((name) => [name, typed[name] ?? ""]));
  const expected = /^\d{1,12}$/.test(typed.expected ?? "") ? { expected: Number(typed.expected) } : {};
  const payload = { ...asked, ...buyer, remark: typed.remark ?? "", ...expected, idempotencyKey };
  const tried = await attempt(context, () => context.dispatch.call(method, payload as never));
  if (tried.ok) {
    const { id, serial } = tried.value;
    return done(context, `/invoice/list/${id}`, { text: m.invoice_requested({ serial }) });
  }
  const { errors, notice, status, kind } = tried.refusal;
  // After a time-out it may have been done: the same key asks again without doing it twice.
  return data({ typed, errors, notice, key: kind === "timeout" ? idempotencyKey : crypto.randomUUID() }, status);
}
