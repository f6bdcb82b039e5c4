/** The security headers of a page. */
import type { FrameOrigins } from "~/contract/context";

interface PageSettings {
  /** Of the answer. */
  status: number;
  nonce: string;
  secure: boolean;
  /** What browsers are told of TLS on this host, "" for nothing (`HSTS_SECONDS`). */
  hsts?: string;
  development: boolean;
  frames: FrameOrigins;
}

export function pageHeaders(headers: Headers, settings: PageSettings): void {
  const { status, secure, hsts = "" } = settings;
  if (isRedirect(status)) headers.set("content-length", "0");
  else if (!isRouteData(headers)) guardDocument(headers, settings);
  // Not no-referrer: Chromium then sends `Origin: null` on a plain form post.
  headers.set("referrer-policy", "same-origin");
  headers.set("x-content-type-options", "nosniff");
  headers.append("vary", "Cookie, Accept, Save-Data");
  if (!headers.has("cache-control")) headers.set("cache-control", "private, no-store");
  if (secure && hsts !== "") headers.set("strict-transport-security", hsts);
}

export function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status);
}

/** What the router's scripts fetch of a page; by `nosniff` a text to whoever opens its address. */
function isRouteData(headers: Headers): boolean {
  return headers.get("content-type")?.startsWith("text/x-script") ?? false;
}

/** Half a thousand bytes, which on the slowest line are sixty milliseconds: only where something is shown. */
function guardDocument(headers: Headers, settings: PageSettings): void {
  headers.set("content-security-policy", policy(settings));
  headers.set("x-frame-options", "SAMEORIGIN");
  headers.set("cross-origin-opener-policy", "same-origin");
  headers.set("permissions-policy", "camera=(self), microphone=(), geolocation=(), payment=()");
}

function policy({ nonce, development, frames }: PageSettings): string {
  const framed = [...new Set([...frames.origins, ...Object.values(frames.microFrontends)])];
  const rules = [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'${development ? " 'unsafe-inline'" : ""}`,
    development ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    // What is as in the first rule is not said again: every page carries this line.
    ...(development ? ["connect-src 'self' ws:"] : []),
    ...(framed.length > 0 ? [["frame-src 'self'", ...framed].join(" ")] : []),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
  ];
  return rules.join("; ");
}
