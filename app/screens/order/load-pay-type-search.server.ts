/** What the search for payments shows again: what was asked for, as far as it makes sense. */
import type { LoaderFunctionArgs } from "@remix-run/node";
import { businessDay } from "~/screens/business-day";
import { labelOf, loadLabels } from "~/screens/labels.server";
import { dayFrom } from "~/screens/query.server";
import type { PayTypeSearchView } from "./pay-type-search";

export async function loadPayTypeSearch({
  request,
  context,
}: Pick<LoaderFunctionArgs, "request" | "context">): Promise<PayTypeSearchView & { nameOf: (type: string) => string }> {
  const asked = new URL(request.url).searchParams;
  const text = (name: string) => (asked.get(name) ?? "").trim().slice(0, 40);
  const labels = await loadLabels(context, "paymentType");
  const types = Object.entries(labels.paymentType ?? {}).map(([value, label]) => ({ value, label }));
  const orderNo = text("orderNo");
  const way = text("paymentType");
  return {
    orderNo,
    // With a number the order is looked for, whenever it was sold.
    day: orderNo === "" || asked.has("day") ? dayFrom(request, "day", orderNo === "" ? businessDay() : "") : "",
    seller: text("seller"),
    paymentType: types.some(({ value }) => value === way) ? way : "",
    types,
    nameOf: (type) => labelOf(labels, "paymentType", type),
  };
}
