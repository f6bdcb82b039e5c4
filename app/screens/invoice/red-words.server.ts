/** Red letters of an invoice with their states and reasons in words. */
import type { AppLoadContext } from "@remix-run/node";
import type { invoiceView } from "~/contract/invoice/invoice";
import type { AnswerOf } from "~/contract/method";
import { labelOf, loadLabels } from "../labels.server";

export async function redWords(context: AppLoadContext, reds: AnswerOf<typeof invoiceView>["reds"]) {
  if (reds.length === 0) return reds;
  const labels = await loadLabels(context, "redState", "redReason");
  return reds.map((red) => ({
    ...red,
    state: labelOf(labels, "redState", red.state),
    reason: labelOf(labels, "redReason", red.reason),
  }));
}
