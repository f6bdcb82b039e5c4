/** Visitors by guide, as a file for a spreadsheet. */
import type { LoaderFunctionArgs } from "@remix-run/node";
import { m } from "~/contract/messages";
import { plainYuan } from "~/contract/money";
import { guideVisitors } from "~/contract/travel/guide-visitors";
import { visitorsAsked } from "./guide-visitors-asked.server";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { from, to, rows, rewards } = await context.dispatch.call(guideVisitors, visitorsAsked(request));
  const heads = [
    ...[m.guided_day, m.trade_guide_one, m.travel_agency, m.ticket_type],
    ...[m.guided_arrived, m.guided_tickets, m.guided_admitted],
    ...(rewards ? [m.guided_reward] : []),
  ];
  const lines = rows.map(({ day, guide, agency, ticketType, arrived, tickets, admitted, reward }) => [
    ...[day, guide, agency, ticketType],
    ...[arrived, tickets, admitted].map(String),
    ...(rewards ? [plainYuan(reward)] : []),
  ]);
  const text = [heads.map((head) => head()), ...lines].map((row) => row.map(cell).join(",")).join("\r\n");
  const name = encodeURIComponent(`${m.fun_guider_num_detail()} ${from} ${to}.csv`);
  return new Response(`\uFEFF${text}\r\n`, {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="guides-${from}-${to}.csv"; filename*=UTF-8''${name}`,
      "cache-control": "no-store",
    },
  });
}

/** A spreadsheet takes what begins so for a formula. */
function cell(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
