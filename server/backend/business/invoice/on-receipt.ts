/** The code on a receipt by which its customer asks for the invoice: where an issuer is in use, and visitors may ask. */
import { sql } from "drizzle-orm";
import { invoiceApplyPath } from "~/contract/invoice/apply-page";
import { m } from "~/contract/messages";
import { parameterOf } from "../../kernel/parameters";
import { firstOf } from "../../kernel/rows";
import { linksOnReceipts } from "../order/receipt-links";
import { receiptCode } from "./receipt-code";

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
