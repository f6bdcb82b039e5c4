/** A saved template of cards with its layout. */
import type { LoaderFunctionArgs } from "@remix-run/node";
import { cardTemplate } from "~/contract/card/template";
import { layoutOfRecord } from "~/screens/print-template/load-template.server";
import { idIn } from "~/screens/query.server";

export async function layoutOfTemplate({ context, params }: LoaderFunctionArgs) {
  const { record } = await context.dispatch.call(cardTemplate.methods.get, { id: idIn(params) });
  return { ...layoutOfRecord(record), record };
}
