/** Whether numbers lead to what they are of: to who may open it. */
import type { AppLoadContext } from "@remix-run/node";
import type { Opens } from "./numbers";

export function opensOf(context: Pick<AppLoadContext, "mayOpen">): Opens {
  return { order: context.mayOpen("/offlineOrderDetail"), ticket: context.mayOpen("/ticketLogDetail") };
}
