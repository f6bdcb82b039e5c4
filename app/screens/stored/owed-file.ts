/** What is owed on a day, as a file for a spreadsheet. */
import type { LoaderFunctionArgs } from "@remix-run/node";
import { m } from "~/contract/messages";
import { plainYuan } from "~/contract/money";
import { storedOwed } from "~/contract/stored/counter";
import { today } from "~/contract/validators";
import { dayFrom } from "../query.server";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { day, rows } = await context.dispatch.call(storedOwed, { day: dayFrom(request, "day", today()) });
  const heads = [
    m.stored_as_of,
    m.card_type_title,
    m.stored_cards,
    m.stored_principal,
    m.stored_gift,
    m.card_deposit_held,
  ];
  const lines = rows.map(({ typeName, cards, principal, gift, deposit }) => [
    ...[day, typeName, String(cards)],
    ...[principal, gift, deposit].map(plainYuan),
  ]);
  const text = [heads.map((head) => head()), ...lines].map((row) => row.map(cell).join(",")).join("\r\n");
  const name = encodeURIComponent(`${m.stored_owed()} ${day}.csv`);
  return new Response(`\uFEFF${text}\r\n`, {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="owed-${day}.csv"; filename*=UTF-8''${name}`,
      "cache-control": "no-store",
    },
  });
}

/** A spreadsheet takes what begins so for a formula. */
function cell(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
