/** A statement as a file for a spreadsheet (`/travel/statementList/7/file`). */
import type { LoaderFunctionArgs } from "@remix-run/node";
import { agencyStatementFile } from "~/contract/travel/statement-file";
import { idIn } from "../query.server";

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idIn(params);
  const { name, content } = await context.dispatch.call(agencyStatementFile, { id });
  return new Response(Buffer.from(content, "base64"), {
    headers: {
      "content-type": "application/vnd.ms-excel",
      "content-disposition": `attachment; filename="statement-${id}.xls"; filename*=UTF-8''${encodeURIComponent(`${name}.xls`)}`,
      "cache-control": "no-store",
    },
  });
}
