/** Leads to a file of one's own corp by a fresh link: signed, good for a while, so that none stands on a page and grows old. */
import { type AppLoadContext, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { z } from "zod";
import { downloadPaths, isFilePath } from "~/contract/files";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const filePath = new URL(request.url).searchParams.get("filePath") ?? "";
  if (!isFilePath(filePath)) throw new Response(null, { status: 404 });
  const link = await context.dispatch.get(downloadPaths.privateLink, { filePath }, z.string());
  // What leads on must be the file that was asked for.
  if (!link.startsWith(`${filePath}?`)) throw new Response(null, { status: 404 });
  const address = `${await elsewhere(context)}${link}`;
  return redirect(address, { headers: { "cache-control": "no-store" } });
}

/** Where files are served from, by the parameter; "" is here. A signed link needs no token there either. */
async function elsewhere(context: AppLoadContext): Promise<string> {
  const base = (await context.parameter("fileUploadHttpUrl")).replace(/\/+$/, "");
  return /^https?:\/\/[^/\\]/i.test(base) ? base : "";
}
