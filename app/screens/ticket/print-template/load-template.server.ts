/** A saved template with its layout. */
import type { LoaderFunctionArgs } from "@remix-run/node";
import { pathsOf } from "~/contract/files";
import { type PrintElement, type PrintLayout, paperSize } from "~/contract/ticket/print-paper";
import { printTemplate } from "~/contract/ticket/print-template";
import { idIn } from "~/screens/query.server";

export async function layoutOfTemplate({ context, params }: LoaderFunctionArgs) {
  const { record } = await context.dispatch.call(printTemplate.methods.get, { id: idIn(params) });
  const { name, paper, width, height, pictures, elements } = record ?? {};
  const size = paperSize({ paper, width, height });
  if (!size) return { name: String(name ?? ""), layout: null };
  const layout: PrintLayout = {
    ...size,
    pictures: pathsOf(typeof pictures === "string" ? pictures : ""),
    // As the resource's declaration has its lines.
    elements: elements as unknown as PrintElement[],
  };
  return { name: String(name ?? ""), layout };
}
