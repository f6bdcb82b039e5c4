/** A print template on numbered stock, and the sales page of the western gate. */
import { sql } from "drizzle-orm";
import type { Transaction } from "../../../db/database";
import type { Say } from "../../../seed/demo-words";
import { printTemplate } from "../print-template-schema";
import { salesPage } from "../sales-page-schema";

type Element = [
  kind: string,
  field: string | null,
  text: string | null,
  x: number,
  y: number,
  w: number,
  h: number,
  size: number,
];

const elements: Element[] = [
  ["field", "parkName", null, 5, 4, 95, 7, 12],
  ["field", "ticketTypeName", null, 5, 12, 95, 10, 20],
  ["line", null, null, 5, 24, 95, 0.3, 10],
  ["field", "valid", null, 5, 27, 95, 6, 11],
  ["field", "price", "票价：", 5, 34, 45, 6, 11],
  ["field", "slot", "时段：", 52, 34, 48, 6, 11],
  ["field", "holder", "持票人：", 5, 41, 95, 6, 9],
  ["barCode", "ticketNo", null, 5, 48, 70, 11, 10],
  ["qr", null, null, 108, 8, 38, 38, 10],
  ["field", "serial", "No.", 108, 50, 38, 6, 10],
];

/** By code of the type: what the western gate sells, with its group. */
const sold = [
  ["QYS-ADT", "入园"],
  ["QYS-CHD", "入园"],
  ["QYS-SNR", "优待"],
];

export async function insertPrinting(tx: Transaction, say: Say): Promise<void> {
  const [template] = await tx
    .insert(printTemplate)
    .values({ name: say("青云山门票 150×60"), paper: "stock150", serials: true })
    .returning({ id: printTemplate.id });
  for (const [position, [kind, field, text, x, y, width, height, size]] of elements.entries())
    await tx.execute(sql`
      insert into print_template_element
        (print_template_id, position, kind, field, text, x, y, width, height, size, bold, align)
      values (${template?.id ?? 0}, ${position}, ${kind}, ${field}, ${text === null ? null : say(text)}, ${x}, ${y}, ${width}, ${height}, ${size},
              ${field === "ticketTypeName"}, 'left')
    `);
  const [page] = await tx
    .insert(salesPage)
    .values({ name: say("西门快捷页"), channel: "window", others: true })
    .returning({ id: salesPage.id });
  const pageId = page?.id ?? 0;
  for (const [position, [code, heading]] of sold.entries())
    await tx.execute(sql`
      insert into sales_page_item (sales_page_id, position, heading, ticket_type_id)
      select ${pageId}, ${position}, ${say(heading ?? "")}, id from ticket_type where code = ${code}
    `);
  await tx.execute(sql`update pos set sales_page_id = ${pageId} where code = 'QYS-P3'`);
}
