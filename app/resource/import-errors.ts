/** The file of an import with what is wrong beside it: a resource route, since it answers no page. */
import type { LoaderFunctionArgs } from "@remix-run/node";
import { importPaths } from "~/contract/import";
import { fileResponse } from "./file-response.server";
import { findByPath } from "./find-resource.server";

export async function loader({ params, context }: LoaderFunctionArgs): Promise<Response> {
  if (!/^[1-9]\d{0,14}$/.test(params.id ?? "")) throw new Response(null, { status: 404 });
  const { business, noun } = findByPath(context.path.split("?")[0] ?? "");
  return fileResponse(await context.dispatch.stream(importPaths.errors, { business, noun, id: params.id ?? "" }));
}
