/** Exposure and ageing as a file for a spreadsheet. */
import type { LoaderFunctionArgs } from "@remix-run/node";
import { m } from "~/contract/messages";
import { plainYuan } from "~/contract/money";
import { agencyExposure } from "~/contract/travel/exposure";
import { today } from "~/contract/validators";
import { exposureAsked } from "./exposure-asked.server";
import { amountsOf, exposureHeads } from "./exposure-columns";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { rows } = await context.dispatch.call(agencyExposure, { ...exposureAsked(request), all: true });
  const names = [m.travel_agency, m.travel_settlement, m.status, m.travel_region, m.travel_salesman];
  const heads = [...names, ...exposureHeads].map((head) => head());
  const lines = rows.map((row) => [
    ...[row.name, row.settlement, row.state, row.region, row.salesman],
    ...amountsOf(row).map(plainYuan),
  ]);
  const text = [heads, ...lines].map((row) => row.map(cell).join(",")).join("\r\n");
  const name = encodeURIComponent(`${m.account_exposure()} ${today()}.csv`);
  return new Response(`\uFEFF${text}\r\n`, {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="exposure-${today()}.csv"; filename*=UTF-8''${name}`,
      "cache-control": "no-store",
    },
  });
}

/** A spreadsheet takes what begins so for a formula. */
function cell(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
