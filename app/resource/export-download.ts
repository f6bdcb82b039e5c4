/** The file of a finished export: a resource route, since it answers no page. */
import type { LoaderFunctionArgs } from "@remix-run/node";
import { exportPath } from "~/contract/export";
import { fileResponse } from "./file-response.server";

export async function loader({ params, context }: LoaderFunctionArgs): Promise<Response> {
  if (!/^[1-9]\d{0,14}$/.test(params.id ?? "")) throw new Response(null, { status: 404 });
  return fileResponse(await context.dispatch.stream(exportPath, { jobId: params.id ?? "" }));
}
