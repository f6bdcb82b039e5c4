/** A saved template of tickets with its layout. */
import type { LoaderFunctionArgs } from "@remix-run/node";
import { printTemplate } from "~/contract/ticket/print-template";
import { layoutOfRecord } from "~/screens/print-template/load-template.server";
import { idIn } from "~/screens/query.server";

export async function layoutOfTemplate({ context, params }: LoaderFunctionArgs) {
  const { record } = await context.dispatch.call(printTemplate.methods.get, { id: idIn(params) });
  return layoutOfRecord(record);
}
