/** The month of the stock as a file for a spreadsheet. */
import type { LoaderFunctionArgs } from "@remix-run/node";
import { m } from "~/contract/messages";
import { plainYuan } from "~/contract/money";
import { stockMonth } from "~/contract/stock/month";
import { monthAsked } from "./month-asked.server";
import { sideLabels, sides } from "./month-columns";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { month, rows } = await context.dispatch.call(stockMonth, monthAsked(request));
  const named = [m.stock_store, m.code, m.stock_item, m.stock_unit].map((head) => head());
  const heads = sides.flatMap((side) => {
    const label = sideLabels[side]();
    return [m.stock_quantity_of({ side: label }), m.stock_amount_of({ side: label })];
  });
  const lines = rows.map((row) => [
    ...[row.store, row.code, row.item, row.unit],
    ...sides.flatMap((side) => [String(row[side].quantity), plainYuan(row[side].amount)]),
  ]);
  const text = [[...named, ...heads], ...lines].map((row) => row.map(cell).join(",")).join("\r\n");
  const name = encodeURIComponent(`${m.stock_month_of({ month })}.csv`);
  return new Response(`\uFEFF${text}\r\n`, {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="stock-${month}.csv"; filename*=UTF-8''${name}`,
      "cache-control": "no-store",
    },
  });
}

/** A spreadsheet takes what begins so for a formula. */
function cell(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
