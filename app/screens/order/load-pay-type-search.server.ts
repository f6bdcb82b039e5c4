/** What the search for payments shows again: what was asked for, as far as it makes sense. */
import type { LoaderFunctionArgs } from "@remix-run/node";
import { businessDay } from "~/screens/business-day";
import { labelOf, loadLabels } from "~/screens/labels.server";
import { dayFrom } from "~/screens/query.server";
import type { PayTypeSearchView } from "./pay-type-search";

type Args = Pick<LoaderFunctionArgs, "request" | "context">;

/** What is asked for, as far as the address alone tells whether it makes sense. */
export function payTypeAsked(request: Request): Omit<PayTypeSearchView, "types"> {
  const asked = new URL(request.url).searchParams;
  const text = (name: string) => (asked.get(name) ?? "").trim().slice(0, 40);
  const orderNo = text("orderNo");
  return {
    orderNo,
    // With a number the order is looked for, whenever it was sold.
    day: orderNo === "" || asked.has("day") ? dayFrom(request, "day", orderNo === "" ? businessDay() : "") : "",
    seller: text("seller"),
    paymentType: /^[A-Za-z0-9_-]+$/.test(text("paymentType")) ? text("paymentType") : "",
  };
}

export async function loadPayTypeSearch({
  request,
  context,
}: Args): Promise<PayTypeSearchView & { nameOf: (type: string) => string }> {
  const labels = await loadLabels(context, "paymentType");
  const types = Object.entries(labels.paymentType ?? {}).map(([value, label]) => ({ value, label }));
  return { ...payTypeAsked(request), types, nameOf: (type) => labelOf(labels, "paymentType", type) };
}
