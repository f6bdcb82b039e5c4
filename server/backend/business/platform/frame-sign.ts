/** Signs by which a framed system knows that an address is ours (docs/frames.md). */
import { createHash, createHmac, timingSafeEqual } from "node:crypto";

export interface Signed {
  appId: string;
  timestamp: string;
  corpCodes: string;
  authCode?: string;
  userCode?: string;
}

/** HMAC-SHA256 over the parameters in the order of their names, as they would stand in an unescaped query string. */
export function signOf(secret: string, signed: Signed): string {
  const text = Object.entries(signed)
    .filter(([, value]) => value !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join("&");
  return createHmac("sha256", secret).update(text).digest("hex");
}

/** What older report servers check: the MD5 of app id, code, timestamp and secret, in capitals. */
export function olderSignOf(
  secret: string,
  { appId, authCode, timestamp }: { appId: string; authCode: string; timestamp: string },
): string {
  return createHash("md5").update(`${appId}${authCode}${timestamp}${secret}`).digest("hex").toUpperCase();
}

/** In a time that does not tell how much of it is right. */
export function sameSign(one: string, other: string): boolean {
  const hash = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(hash(one), hash(other));
}
