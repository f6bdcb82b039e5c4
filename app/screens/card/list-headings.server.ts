/** Headings as a file that spreadsheets open. */
import type { Message } from "~/contract/messages";

export function sheetOf(title: string, heads: readonly Message[]): Response {
  const name = encodeURIComponent(`${title}.csv`);
  return new Response(`\uFEFF${heads.map((head) => head()).join(",")}\r\n`, {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="cards.csv"; filename*=UTF-8''${name}`,
      "cache-control": "no-store",
    },
  });
}
