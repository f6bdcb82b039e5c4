/** The headings of a list of people who get cards, as a file for a spreadsheet (`/seasonCard/seasonCardList/group/template`). */
import type { LoaderFunctionArgs } from "@remix-run/node";
import { cardListLook } from "~/contract/card/card-list";
import { m } from "~/contract/messages";

export async function loader({ context }: LoaderFunctionArgs) {
  // Whoever may not sell cards is refused here as on the page.
  await context.dispatch.call(cardListLook, {});
  const heads = [
    ...[m.card_holder_name, m.card_holder_document, m.card_identity, m.card_holder_country],
    ...[m.card_mobile, m.card_email, m.card_number, m.remark],
  ];
  const name = encodeURIComponent(`${m.card_list_file_name()}.csv`);
  return new Response(`\uFEFF${heads.map((head) => head()).join(",")}\r\n`, {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="cards.csv"; filename*=UTF-8''${name}`,
      "cache-control": "no-store",
    },
  });
}
