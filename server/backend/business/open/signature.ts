/** The signature of a request, of applications to us and of webhooks to them: HMAC-SHA256 over its five lines. */
import { createHash, createHmac, timingSafeEqual } from "node:crypto";

export interface Signed {
  verb: string;
  /** Path and query, as they are sent. */
  target: string;
  /** Milliseconds since 1970. */
  timestamp: string;
  nonce: string;
  body: string;
}

/** Hexadecimal. */
export function signatureOf(secret: string, { verb, target, timestamp, nonce, body }: Signed): string {
  const bodyHash = createHash("sha256").update(body).digest("hex");
  return createHmac("sha256", secret).update([verb, target, timestamp, nonce, bodyHash].join("\n")).digest("hex");
}

/** Takes the same time whatever they have in common. */
export function isSameSignature(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}
