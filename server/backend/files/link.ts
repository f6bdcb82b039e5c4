/** Links to private files that need no token: signed, and good for a while. */
import { createHmac, timingSafeEqual } from "node:crypto";

export const linkMinutes = 15;

export function privateLink(secret: string, path: string, now: Date): string {
  const expires = Math.floor(now.getTime() / 1_000) + linkMinutes * 60;
  return `${path}?expires=${expires}&signature=${signatureOf(secret, path, String(expires))}`;
}

/** Seconds that the link is still good for; null where it is not, or not ours. */
export function goodFor(secret: string, path: string, query: URLSearchParams, now: Date): number | null {
  const [expires = "", signature = ""] = [query.get("expires"), query.get("signature")].map((text) => text ?? "");
  if (!/^\d{10}$/.test(expires)) return null;
  const expected = Buffer.from(signatureOf(secret, path, expires));
  const given = Buffer.from(signature);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  const seconds = Number(expires) - Math.floor(now.getTime() / 1_000);
  return seconds > 0 ? seconds : null;
}

function signatureOf(secret: string, path: string, expires: string): string {
  return createHmac("sha256", secret).update(`${path}\n${expires}`).digest("base64url");
}
