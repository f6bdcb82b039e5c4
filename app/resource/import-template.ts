/** The template of a resource's imports (`?format=csv`): a resource route, since it answers no page. */
import type { LoaderFunctionArgs } from "@remix-run/node";
import { importPaths } from "~/contract/import";
import { findByPath } from "./find-resource.server";
import { handedOn } from "./handed-on.server";

export async function loader({ request, context }: LoaderFunctionArgs): Promise<Response> {
  const { business, noun } = findByPath(context.path.split("?")[0] ?? "");
  const format = new URL(request.url).searchParams.get("format") === "csv" ? "csv" : "xlsx";
  return handedOn(await context.dispatch.stream(importPaths.template, { business, noun, format }));
}
