/** The headings of a list of people who get stored-value cards (`/smartCard/list/group/template`). */
import type { LoaderFunctionArgs } from "@remix-run/node";
import { m } from "~/contract/messages";
import { storedListLook } from "~/contract/stored/card-list";
import { sheetOf } from "../card/list-headings.server";

export async function loader({ context }: LoaderFunctionArgs) {
  // Whoever may not sell cards is refused here as on the page.
  await context.dispatch.call(storedListLook, {});
  return sheetOf(m.stored_list_file_name(), [
    ...[
      m.card_holder_name,
      m.card_holder_document,
      m.card_identity,
      m.card_holder_country,
      m.card_mobile,
      m.card_email,
      m.card_number,
      m.stored_list_top_up,
      m.remark,
    ],
  ]);
}
