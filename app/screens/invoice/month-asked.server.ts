/** The month in the address; what is none asks for this month. */
import { isInvoiceMonth } from "~/contract/invoice/month";

export function monthAsked(request: Request): { month?: string } {
  const month = new URL(request.url).searchParams.get("month") ?? "";
  return isInvoiceMonth(month) ? { month } : {};
}
