/** Invoices by the number of the tax platform, or by their own. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { numberFits } from "../../kernel/finder";
import { yuan } from "../../kernel/money";
import { finderOf } from "../../kernel/record-finder";

export const findsInvoices = finderOf({
  title: m.find_invoices,
  funs: ["invoiceList"],
  thing: "invoice",
  match(sought) {
    const number = sought.text.replace(/\s/g, "");
    if (/^\d{8,20}$/.test(number)) return sql`i.number = ${number}`;
    // Digits alone are an order's, or the platform's: its own has its letters.
    return /^FP/i.test(number) ? numberFits(sql`i.serial`, "FP", sought) : null;
  },
  from: sql`invoice i`,
  letter: "i",
  name: sql`coalesce(i.number, i.serial)`,
  hints: [
    sql`case when i.number is not null then i.serial end`,
    { value: sql`i.status`, dictionary: "invoiceState" },
    { value: sql`i.gross`, words: (fen) => `¥${yuan(Number(fen))}` },
  ],
  to: ({ id }) => `/invoice/list/${id}`,
});
