/** The month and the warehouse in the address; what is neither asks for this month and for all. */
import { isStockMonth } from "~/contract/stock/month";

export function monthAsked(request: Request): { month?: string; storeId?: number } {
  const query = new URL(request.url).searchParams;
  const [month, store] = [query.get("month") ?? "", query.get("storeId") ?? ""];
  return { ...(isStockMonth(month) && { month }), ...(/^[1-9]\d{0,14}$/.test(store) && { storeId: Number(store) }) };
}
