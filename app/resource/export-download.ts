/** The file of a finished export: a resource route, since it answers no page. */
import type { LoaderFunctionArgs } from "@remix-run/node";
import { exportPath } from "~/contract/export";

const handedOn = ["content-type", "content-disposition", "content-length"];

export async function loader({ params, context }: LoaderFunctionArgs): Promise<Response> {
  if (!/^[1-9]\d{0,14}$/.test(params.id ?? "")) throw new Response(null, { status: 404 });
  const file = await context.dispatch.stream(exportPath, { jobId: params.id ?? "" });
  const headers = new Headers({ "cache-control": "no-store" });
  for (const name of handedOn) {
    const value = file.headers.get(name);
    if (value) headers.set(name, value);
  }
  return new Response(file.body, { headers });
}
