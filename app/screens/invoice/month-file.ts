/** The month of invoices as a file for a spreadsheet: what is declared, by rate, and how it meets the ledger. */
import type { LoaderFunctionArgs } from "@remix-run/node";
import { invoiceMonth } from "~/contract/invoice/month";
import { m } from "~/contract/messages";
import { plainYuan } from "~/contract/money";
import { monthAsked } from "./month-asked.server";
import { figureLabels, figures, type Month, sideLabels, sides, steps } from "./month-columns";
import { rateWords } from "./rate-words";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const answer: Month = await context.dispatch.call(invoiceMonth, monthAsked(request));
  const { month, rates, total } = answer;
  const heads = sides.flatMap((side) => figures.map((figure) => `${sideLabels[side]()} ${figureLabels[figure]()}`));
  const figuresOf = (row: Month["total"]) =>
    sides.flatMap((side) => figures.map((figure) => plainYuan(row[side][figure])));
  const rows = [
    [m.invoice_treatment(), m.invoice_category(), ...heads],
    ...rates.map((row) => [rateWords(row.treatment, row.rate), `${row.taxCode}\t`, ...figuresOf(row)]),
    [m.invoice_total(), "", ...figuresOf(total)],
    [],
    ...steps.map(({ name, label, sign }) => [label(), plainYuan(sign * Number(answer[name]))]),
  ];
  const text = rows.map((row) => row.map(cell).join(",")).join("\r\n");
  const name = encodeURIComponent(`${m.invoice_month_of({ month })}.csv`);
  return new Response(`\uFEFF${text}\r\n`, {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="invoices-${month}.csv"; filename*=UTF-8''${name}`,
      "cache-control": "no-store",
    },
  });
}

/** A spreadsheet takes what begins so for a formula; amounts below nothing are amounts. */
function cell(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) && !/^-\d+(\.\d+)?$/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
