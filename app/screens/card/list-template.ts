/** The headings of a list of people who get cards, as a file for a spreadsheet (`/seasonCard/seasonCardList/group/template`). */
import type { LoaderFunctionArgs } from "@remix-run/node";
import { cardListLook } from "~/contract/card/card-list";
import { m } from "~/contract/messages";
import { sheetOf } from "./list-headings.server";

export async function loader({ context }: LoaderFunctionArgs) {
  // Whoever may not sell cards is refused here as on the page.
  await context.dispatch.call(cardListLook, {});
  return sheetOf(m.card_list_file_name(), [
    ...[m.card_holder_name, m.card_holder_document, m.card_identity, m.card_holder_country],
    ...[m.card_mobile, m.card_email, m.card_number, m.remark],
  ]);
}
