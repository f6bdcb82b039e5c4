/** Codes of an authenticator app (RFC 6238): six digits, thirty seconds, one step of the clock to either side. */
import { Secret, TOTP } from "otpauth";

const period = 30;
/** Steps to either side: clocks differ, and people type slowly. */
const window = 1;
/** What every authenticator app knows. */
const usual = { algorithm: "SHA1", digits: 6, period } as const;

export const newSecret = (): string => new Secret({ size: 20 }).base32;

/** What the QR code says: `otpauth://totp/…`. */
export function uriOf(secret: string, { issuer, account }: { issuer: string; account: string }): string {
  return new TOTP({ ...usual, issuer: issuer.replaceAll(":", " "), label: account, secret }).toString();
}

/** The time step that a code is of; null where it is of none near `now`. */
export function stepOf(secret: string, token: string, now: Date): number | null {
  if (!/^\d{6}$/.test(token)) return null;
  const timestamp = now.getTime();
  const delta = TOTP.validate({ ...usual, secret: Secret.fromBase32(secret), token, timestamp, window });
  return delta === null ? null : TOTP.counter({ period, timestamp }) + delta;
}
