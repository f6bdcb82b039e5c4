/** The template of a resource's imports (`?format=csv`): a resource route, since it answers no page. */
import type { LoaderFunctionArgs } from "@remix-run/node";
import { importPaths } from "~/contract/import";
import { fileResponse } from "./file-response.server";
import { findByPath } from "./find-resource.server";

export async function loader({ request, context }: LoaderFunctionArgs): Promise<Response> {
  const { business, noun } = findByPath(context.path.split("?")[0] ?? "");
  const format = new URL(request.url).searchParams.get("format") === "csv" ? "csv" : "xlsx";
  return fileResponse(await context.dispatch.stream(importPaths.template, { business, noun, format }));
}
