/**
 * What of invoices hangs on orders, registered with the order core, which knows no invoices. A refund of what is invoiced waits
 * for the red letter; what the house gives back itself (a closed day) waits for nobody and is listed until it is reversed.
 */
import { sql } from "drizzle-orm";
import { invoiceApplyPath } from "~/contract/invoice/apply-page";
import { m } from "~/contract/messages";
import { yuan } from "../../kernel/money";
import { parameterOf } from "../../kernel/parameters";
import { firstOf, rowsOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import { linksOnReceipts } from "../order/receipt-links";
import { type GoingBack, holdsRefunds } from "../order/refund-holders";
import { leftOfOrders } from "./left";
import { receiptCode } from "./receipt-code";
import { overOf } from "./reverse";
import { whyNotUnreversed } from "./unreversed";

holdsRefunds("invoice", {
  async holds(call, { orderId, ways, by }) {
    // Most orders are not invoiced: for those it is one look.
    const invoice = await latestOf(call, orderId);
    if (!invoice) return "";
    const need = await needOf(call, orderId, ways);
    if (need === 0) return "";
    const { serial, gross, issued } = invoice;
    if (by === "change") return m.invoice_hold_change({ serial, need: yuan(need) });
    if (by === "correction") return m.invoice_hold_correction({ serial, need: yuan(need) });
    if (!issued) return m.invoice_hold_request({ serial, gross: yuan(gross) });
    return m.invoice_hold({ serial, gross: yuan(gross), need: yuan(need) });
  },

  async whyNotFirst(call, { orderId, ways }) {
    if ((await needOf(call, orderId, ways)) === 0) return "";
    const rows = await rowsOf<{ id: number }>(
      call.db,
      sql`
        select distinct w.invoice_id::float8 as id
        from invoice_way w
        where w.corp_code = current_setting('app.corp_code') and w.order_id = ${orderId} and w.reversed < w.amount
      `,
    );
    return whyNotUnreversed(
      call,
      rows.map(({ id }) => id),
    );
  },

  async paidFirst(call, { orderId, refundId }) {
    if (!(await latestOf(call, orderId))) return;
    const [left] = await leftOfOrders(call, [orderId]);
    const over = left ? overOf(left) : 0;
    if (over === 0) return;
    await call.db.execute(sql`
      insert into invoice_owed (order_id, refund_id, amount, at)
      select ${orderId}, ${refundId}, ${over} - o.listed, ${call.now.toISOString()}::timestamptz
      from (
        select coalesce(sum(amount), 0) as listed from invoice_owed
        where corp_code = current_setting('app.corp_code') and order_id = ${orderId}
      ) o
      where ${over} > o.listed
    `);
  },
});

/** Fen that have to be reversed before this goes back: by payment type, what is invoiced above what would stay. */
async function needOf(call: Call, orderId: number, ways: GoingBack["ways"]): Promise<number> {
  const [left] = await leftOfOrders(call, [orderId]);
  return ways.reduce((sum, { paymentType, amount }) => {
    const way = left?.byWay.find((one) => one.paymentType === paymentType);
    return way ? sum + Math.max(0, way.invoiced + amount - way.stayed) : sum;
  }, 0);
}

/** The one that is issued before those that are requested: it is what takes longest. */
function latestOf({ db }: Call, orderId: number) {
  return firstOf<{ serial: string; gross: number; issued: boolean }>(
    db,
    sql`
      select i.serial, i.gross::float8 as gross, i.number is not null as issued
      from invoice_way w
      join invoice i on i.corp_code = w.corp_code and i.id = w.invoice_id
      where w.corp_code = current_setting('app.corp_code') and w.order_id = ${orderId}
        and i.status not in ('cancelled', 'reversed') and w.reversed < w.amount
      order by i.number is not null desc, i.id desc
      limit 1
    `,
  );
}

/** The code on a receipt by which its customer asks for the invoice: where an issuer is in use, and visitors may ask. */
linksOnReceipts("invoice", async (call, orderId) => {
  const seller = await firstOf(
    call.db,
    sql`select id from invoice_seller where corp_code = current_setting('app.corp_code') and status = 'T'`,
  );
  if (!seller || Number(await parameterOf(call.db, "invoiceVisitorDays")) === 0) return null;
  const code = receiptCode(call, orderId);
  if (code === "") return null;
  const query = new URLSearchParams({ corpCode: call.caller.corpCode, code });
  return { label: m.invoice_apply_code(), path: `${invoiceApplyPath}?${query}` };
});
