/** Invoices by the number of the tax platform, or by their own. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { dictionariesOf } from "../../kernel/dictionaries";
import { type Finder, numberFits } from "../../kernel/finder";
import { yuan } from "../../kernel/money";
import { rowsOf } from "../../kernel/rows";

interface Row {
  id: number;
  serial: string;
  number: string | null;
  status: string;
  gross: number;
}

export const findsInvoices: Finder = {
  title: m.find_invoices,
  funs: ["invoiceList"],
  thing: "invoice",
  id: sql`i.id`,
  match(sought) {
    const number = sought.text.replace(/\s/g, "");
    if (/^\d{8,20}$/.test(number)) return sql`i.number = ${number}`;
    // Digits alone are an order's, or the platform's: its own has its letters.
    return /^FP/i.test(number) ? numberFits(sql`i.serial`, "FP", sought) : null;
  },
  async read(call, fitting, most) {
    const rows = await rowsOf<Row>(
      call.db,
      sql`
        select i.id::float8 as id, i.serial, i.number, i.status, i.gross::float8 as gross
        from invoice i
        where i.corp_code = current_setting('app.corp_code')
          and ${fitting}
        order by i.id desc
        limit ${most}
      `,
    );
    if (rows.length === 0) return [];
    const { invoiceState = [] } = await dictionariesOf(call.db, ["invoiceState"], call.locale);
    const stateOf = (state: string) => invoiceState.find(({ value }) => value === state)?.label ?? "";
    return rows.map(({ id, serial, number, status, gross }) => ({
      id,
      name: number ?? serial,
      hint: [number === null ? "" : serial, stateOf(status), `¥${yuan(gross)}`].filter(Boolean).join(" · "),
      to: `/invoice/list/${id}`,
    }));
  },
};
