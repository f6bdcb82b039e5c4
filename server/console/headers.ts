/** The security headers of a page. */
import type { FrameOrigins } from "~/contract/context";

interface PageSettings {
  nonce: string;
  secure: boolean;
  development: boolean;
  frames: FrameOrigins;
}

export function pageHeaders(headers: Headers, settings: PageSettings): void {
  const { secure } = settings;
  headers.set("content-security-policy", policy(settings));
  // Not no-referrer: Chromium then sends `Origin: null` on a plain form post.
  headers.set("referrer-policy", "same-origin");
  headers.set("x-content-type-options", "nosniff");
  headers.set("x-frame-options", "SAMEORIGIN");
  headers.set("cross-origin-opener-policy", "same-origin");
  headers.set("permissions-policy", "camera=(), microphone=(), geolocation=(), payment=()");
  headers.append("vary", "Cookie, Accept, Save-Data");
  if (!headers.has("cache-control")) headers.set("cache-control", "private, no-store");
  if (secure) headers.set("strict-transport-security", "max-age=31536000; includeSubDomains");
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
