/**
 * The phone gate (`/gate-device/`) and the till without a line (`/gate-device/till/`): their pages, which work without a line once
 * they were opened, and the way of the gate's calls to the dispatch API. The gate brings its own token; no session and no cookie
 * of anybody's is looked at.
 */
import type { HttpBindings } from "@hono/node-server";
import type { Context, Hono } from "hono";
import type { DispatchSettings } from "../dispatch/client";
import { answerHeaders, carry } from "./carried";
import { compressed } from "./compress";
import { RateLimit } from "./limits";
import { isForeign } from "./origin";

interface Options {
  dispatch: DispatchSettings;
  /** Whose pages may post here. */
  origins: (context: Context<{ Bindings: HttpBindings }>) => Promise<string[]>;
  clientAddress: (context: Context<{ Bindings: HttpBindings }>) => string;
}

const pageOf = (
  title: string,
  needsScripts: string,
  { script, style, manifest }: Record<string, string>,
) => `<!doctype html>
<html lang="zh-CN">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="theme-color" content="#10282d">
<title>${title}</title>
<link rel="manifest" href="/gate-device/${manifest}">
<link rel="icon" href="/gate-device/icon.svg">
<link rel="stylesheet" href="/gate-device/page.css">${style ? `\n<link rel="stylesheet" href="/gate-device/${style}">` : ""}
<main><noscript>${needsScripts}</noscript></main>
<script type="module" src="/gate-device/${script}"></script>
</html>
`;

/** By their address; the till's calls go the console's own way, as whoever is signed in. */
const pages = {
  "/gate-device": pageOf("手机闸机 Phone gate", "手机闸机需要启用脚本。The phone gate needs scripts.", {
    ...{ script: "page.js", style: "", manifest: "app.webmanifest" },
  }),
  "/gate-device/till": pageOf("储值卡收银 Stored-value till", "断网收银需要启用脚本。The till needs scripts.", {
    ...{ script: "till.js", style: "till.css", manifest: "till.webmanifest" },
  }),
};

const policy = [
  "default-src 'none'",
  ...["script-src", "style-src", "img-src", "connect-src", "manifest-src", "worker-src"].map((one) => `${one} 'self'`),
  "media-src 'self' blob: mediastream:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** Methods of devices and none else. */
const methods: ReadonlySet<string> = new Set([
  "deviceBegin",
  "deviceBeat",
  "deviceCheck",
  "deviceTakeBack",
  "deviceUpload",
  "devicePackage",
]);
/** A full upload has a quarter of it. */
const mostBytes = 1024 * 1024;
/** Pairing codes that one address may ask for in a minute: few wait at a time, and they are everybody's. */
const mostCodes = 20;

export function gateDevicePages(app: Hono<{ Bindings: HttpBindings }>, options: Options): void {
  const codes = new RateLimit(mostCodes, 60_000);
  for (const [address, page] of Object.entries(pages)) {
    app.get(address, (context) => {
      const { search } = new URL(context.req.url);
      return new Response(null, { status: 308, headers: { location: `${address}/${search}` } });
    });
    app.get(`${address}/`, (context) =>
      compressed(
        context.req.raw,
        new Response(page, {
          headers: {
            "content-type": "text/html; charset=utf-8",
            "content-security-policy": policy,
            "permissions-policy": "camera=(self), microphone=(), geolocation=(), payment=()",
            "referrer-policy": "no-referrer",
            "x-content-type-options": "nosniff",
            "cache-control": "no-cache",
          },
        }),
      ),
    );
  }
  app.post("/gate-device/call", async (context) => {
    const request = context.req.raw;
    const { dispatch } = options;
    if (isForeign(request, new URL(request.url), await options.origins(context)))
      return no(403, "This request comes from another site.");
    const length = request.headers.get("content-length");
    if (length === null || Number(length) > mostBytes) return no(413, "The request is too large.");
    const asked = await request.json().catch(() => null);
    const method: unknown = asked?.method;
    if (typeof method !== "string" || !methods.has(method)) return no(400, "This is no method of a gate device.");
    if (method === "deviceBegin" && !codes.take(options.clientAddress(context))) {
      return no(429, "Too many attempts. Try again in a minute. 尝试次数过多，请一分钟后重试。");
    }
    return compressed(
      request,
      (await carry(dispatch, request, {
        ...{ business: "offline", type: "application/json", at: "gate-device" },
        body: JSON.stringify(asked),
      })) ?? no(502, ""),
    );
  });
}

function no(status: number, message: string): Response {
  return new Response(JSON.stringify({ success: false, message }), { status, headers: answerHeaders });
}
