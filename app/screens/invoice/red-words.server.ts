/** Red letters of an invoice with their states and reasons in words; the words come in the same trip as the invoice. */
import type { AppLoadContext } from "@remix-run/node";
import { invoiceView } from "~/contract/invoice/invoice";
import { labelOf, loadLabels } from "../labels.server";

export async function invoiceInWords(context: AppLoadContext, id: number) {
  const [invoice, labels] = await Promise.all([
    context.dispatch.call(invoiceView, { id }),
    loadLabels(context, "redState", "redReason"),
  ]);
  const reds = invoice.reds.map((red) => ({
    ...red,
    state: labelOf(labels, "redState", red.state),
    reason: labelOf(labels, "redReason", red.reason),
  }));
  return { invoice, reds };
}
