/** What orders were sold for, in a line each: for those who check a bill of them. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import type { Transaction } from "../../db/database";
import { yuan } from "../../kernel/money";
import { rowsOf } from "../../kernel/rows";

export interface SoldWords {
  visitDay: string;
  /** Names, numbers and prices. */
  sold: string;
  /** Names alone: of money that went back. */
  names: string;
}

interface Row {
  orderNo: string;
  visitDay: string | null;
  lines: { name: string; quantity: number; price: number }[];
}

const atOnce = 2_000;
/** Of an order with more lines the rest is counted. */
const mostLines = 6;

/** By order number; of orders that the caller may not see there is none. */
export async function soldWords(db: Transaction, orderNos: readonly string[]): Promise<Map<string, SoldWords>> {
  const words = new Map<string, SoldWords>();
  const all = [...new Set(orderNos)];
  for (let from = 0; from < all.length; from += atOnce) {
    const rows = await rowsOf<Row>(
      db,
      sql`
        select o.order_no as "orderNo", o.visit_day::text as "visitDay", (
                 select json_agg(json_build_object('name', l.name, 'quantity', l.quantity, 'price', l.unit_price) order by l.line_no)
                 from sub_order l
                 where l.corp_code = o.corp_code and l.order_id = o.id
               ) as lines
        from orders o
        where o.corp_code = current_setting('app.corp_code')
          and o.order_no in (select jsonb_array_elements_text(${JSON.stringify(all.slice(from, from + atOnce))}::jsonb))
      `,
    );
    for (const { orderNo, visitDay, lines } of rows) {
      const [shown, rest] = [(lines ?? []).slice(0, mostLines), Math.max(0, (lines ?? []).length - mostLines)];
      const more = rest > 0 ? [m.bill_lines_more({ n: rest })] : [];
      const said = ({ name, quantity, price }: Row["lines"][number]) =>
        m.bill_line({ name, quantity, price: yuan(price) });
      words.set(orderNo, {
        visitDay: visitDay ?? "",
        sold: [...shown.map(said), ...more].join(m.bill_lines_apart()),
        names: [...new Set(shown.map(({ name }) => name)), ...more].join(m.bill_lines_apart()),
      });
    }
  }
  return words;
}
