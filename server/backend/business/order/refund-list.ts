/** Refunds that wait for a second person, and those decided. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { refund } from "~/contract/order/refund-list";
import type { ListRow } from "../../kernel/list-source";
import { serveList } from "../../kernel/serve-list";
import type { Call } from "../../kernel/served";
import { orderOfNo } from "./query-parts";

export const refundLists = serveList(
  refund,
  {
    query: {
      from: "refund r",
      joins: sql`join orders o on o.corp_code = r.corp_code and o.id = r.order_id`,
      columns: { orderNo: sql`o.order_no` },
      filters: { orderNo: (value) => sql`r.order_id = ${orderOfNo(value)}` },
    },
  },
  async (call, rows) => ({ blocked: ownRequests(call, rows) }),
);

/** Nobody decides their own request. */
function ownRequests({ caller }: Call, rows: readonly ListRow[]): Record<string, Record<string, string>> {
  const own = rows.filter(({ state, requestedById }) => state === "waiting" && requestedById === caller.userId);
  const why = { approve: m.order_refund_own(), reject: m.order_refund_own() };
  return Object.fromEntries(own.map(({ id }) => [String(id), why]));
}
