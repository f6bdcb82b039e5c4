/**
 * The open API (`/open/v1/`): requests of connected applications are handed to the dispatch API as they came, which asks their
 * signatures and answers. No session, no cookie and no origin is looked at.
 */
import type { HttpBindings } from "@hono/node-server";
import type { Context, Hono } from "hono";
import { openBase, openHeaders, openMethod, openMostBody } from "~/contract/open-wire";
import type { DispatchSettings } from "../dispatch/client";
import { answerHeaders, carry } from "./carried";
import { compressed } from "./compress";
import { RateLimit } from "./limits";
import { wasUnanswered } from "./unanswered";

interface Options {
  dispatch: DispatchSettings;
  clientAddress: (context: Context<{ Bindings: HttpBindings }>) => string;
}

/** Requests of one address in a minute, whoever signs them: the first line; each application has a limit of its own. */
const mostOfAddress = 6_000;

const unanswered =
  "The connection broke before an answer came, and the request may have been done. Send it again with a new nonce: the same number is done once. 连接在答复前中断，请求可能已经办成。请换新的 nonce 重新签名后再发：同一编号只办理一次。";

export function openApi(app: Hono<{ Bindings: HttpBindings }>, options: Options): void {
  const addresses = new RateLimit(mostOfAddress, 60_000);
  app.all(`${openBase}/*`, async (context) => {
    const request = context.req.raw;
    if (request.method !== "GET" && request.method !== "POST") return no(405, "GET or POST.");
    // Its nonce may be spent: asked again it would be refused, and the caller take that for the order's answer.
    if (wasUnanswered(request)) return no(502, unanswered);
    if (!addresses.take(options.clientAddress(context))) return no(429, "Too many requests. 请求过于频繁。");
    const body = request.method === "GET" ? "" : await textOf(request);
    if (body === null) return no(413, "The request is too large. 请求体过大。");
    const signed = signedBy(request.headers);
    if (!signed) return no(401, `Sign the request: ${Object.values(openHeaders).join(", ")}. 请求未签名。`);
    const { pathname, search } = new URL(request.url);
    const { corp, ...own } = signed;
    const fields = {
      method: openMethod,
      corpCode: corp,
      ...own,
      verb: request.method,
      target: pathname + search,
      body,
    };
    return compressed(
      request,
      (await carry(options.dispatch, request, {
        ...{ business: "order", type: "application/x-www-form-urlencoded", at: "open" },
        body: new URLSearchParams(fields).toString(),
      })) ?? no(502, ""),
    );
  });
}

/** Null where one is missing. */
function signedBy(headers: Headers) {
  const { corp, app, timestamp, nonce, signature } = openHeaders;
  const of = (name: string) => headers.get(name)?.slice(0, 200) ?? "";
  const signed = { corp: of(corp), app: of(app), timestamp: of(timestamp), nonce: of(nonce), signature: of(signature) };
  return Object.values(signed).every((one) => one !== "") ? signed : null;
}

/** Null where it is too large, told or not. */
async function textOf(request: Request): Promise<string | null> {
  if (Number(request.headers.get("content-length") ?? 0) > openMostBody) return null;
  if (!request.body) return "";
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > openMostBody) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function no(status: number, message: string): Response {
  return new Response(JSON.stringify({ success: false, code: status, message }), { status, headers: answerHeaders });
}
