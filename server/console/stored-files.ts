/** Uploaded files, downloads, and the dispatch API's description of itself: fetched from the dispatch API with the visitor's token, and handed on as they come. */
import { randomUUID } from "node:crypto";
import type { Context, Hono } from "hono";
import { downloadPaths, storedPrefixes } from "~/contract/files";
import { openApiPath, sessionIdHeader, tokenHeader } from "~/contract/wire";
import type { DispatchSettings } from "../dispatch/client";
import { log } from "../log";
import { signVisitor, visitorHeader } from "../visitor";
import type { Seal } from "./cookies";
import { loginFor } from "./guard";
import { Visit } from "./visit";

interface Options {
  dispatch: DispatchSettings;
  seal: Seal;
  /** Of the connection, or what a trusted proxy says: sessions may be bound to addresses. */
  // biome-ignore lint/suspicious/noExplicitAny: whatever else the edge binds
  clientAddress?: (context: Context<any>) => string;
}

/** What of the other side's answer is ours to say; never its cookies. */
const passed = [
  "content-type",
  "content-length",
  "content-range",
  "content-disposition",
  "content-security-policy",
  "cross-origin-resource-policy",
  "accept-ranges",
  "cache-control",
];
/** Milliseconds until the first byte. */
const patience = 20_000;

// biome-ignore lint/suspicious/noExplicitAny: whatever else the edge binds
export function storedFiles(app: Hono<any>, options: Options): void {
  const paths = [...storedPrefixes.map((prefix) => `/${prefix}/*`), downloadPaths.file, downloadPaths.template];
  for (const path of [...paths, downloadPaths.ski, openApiPath]) app.get(path, (context) => handOn(context, options));
}

async function handOn(context: Context, { dispatch, seal, clientAddress }: Options): Promise<Response> {
  const { raw } = context.req;
  const asked = new URL(raw.url);
  const visit = new Visit(raw, seal, false);
  const target = new URL(`${asked.pathname}${asked.search}`, dispatch.baseUrl);
  const range = raw.headers.get("range");
  try {
    const answer = await fetch(target, {
      headers: {
        "accept-encoding": "identity",
        "accept-language": visit.preferences.locale,
        [dispatch.sessionIdHeader ?? sessionIdHeader]: visit.session.sessionId,
        ...(visit.token && { [dispatch.tokenHeader ?? tokenHeader]: visit.token }),
        ...(range && { range }),
        ...claimOf(dispatch, clientAddress?.(context) ?? "", raw),
      },
      redirect: "error",
      signal: AbortSignal.any([raw.signal, AbortSignal.timeout(patience)]),
    });
    if (answer.ok || answer.status === 416) return fileResponse(answer);
    await answer.body?.cancel();
    if (answer.status === 401 && raw.headers.get("sec-fetch-dest") === "document") {
      return new Response(null, { status: 302, headers: { location: loginFor(asked.pathname, asked.searchParams) } });
    }
    return plain(answer.status === 401 ? 401 : 404);
  } catch (error) {
    if (!raw.signal.aborted) log("warn", "stored-files", { requestId: randomUUID(), message: String(error) });
    return plain(502);
  }
}

/** Who asks, signed as the dispatch client signs it. */
function claimOf({ visitorKey }: DispatchSettings, address: string, { headers }: Request): Record<string, string> {
  if (!visitorKey) return {};
  const requestId = randomUUID();
  const device = headers.get("user-agent") ?? "";
  return { "x-request-id": requestId, [visitorHeader]: signVisitor(visitorKey, { address, device }, requestId) };
}

function fileResponse(answer: Response): Response {
  const headers = new Headers({ "x-content-type-options": "nosniff", "referrer-policy": "same-origin" });
  for (const name of passed) {
    const value = answer.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  return new Response(answer.body, { status: answer.status, headers });
}

function plain(status: number): Response {
  return new Response("", { status, headers: { "cache-control": "no-store" } });
}
