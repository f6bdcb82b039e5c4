/** Refunds that wait for a second person, and those decided. */
import { sql } from "drizzle-orm";
import type { AnswerOf } from "~/contract/method";
import { refundList } from "~/contract/order/order";
import { dictionariesOf } from "../../kernel/dictionaries";
import { conditionsOf, equals, listPage } from "../../kernel/list-page";
import { serve } from "../../kernel/served";
import { shownRefund } from "./order-detail";
import { refundColumns } from "./order-parts";

type Row = AnswerOf<typeof refundList>["records"][number];

const filters = {
  state: equals(sql`r.state`),
  refundNo: equals(sql`r.refund_no`),
  orderNo: (value: string) => sql`r.order_id = (select id from orders where order_no = ${value})`,
};

export const serveRefundList = serve(refundList, async (call, payload) => {
  const { capped, records, ...counts } = await listPage<Row>(call, payload, {
    from: sql`refund r`,
    id: sql`r.id`,
    conditions: conditionsOf(payload.filters, filters),
    sorts: { id: sql`r.id` },
    rows: (ids) => sql`
      select ${refundColumns}, r.order_id as "orderId", o.order_no as "orderNo"
      from (${ids}) page
      join refund r on r.corp_code = current_setting('app.corp_code') and r.id = page.id
      join orders o on o.corp_code = r.corp_code and o.id = r.order_id
      order by page.place
    `,
  });
  const { refundState = [] } = await dictionariesOf(call.db, ["refundState"], call.locale);
  return { ...counts, records: records.map(shownRefund), otherData: { options: { state: refundState }, capped } };
});
