/** Keys as people paste them (with or without their frame, in one line or several), read by node alone. */
import { createPrivateKey, createPublicKey, type KeyObject, X509Certificate } from "node:crypto";

/** Null where it is none. */
export function privateKeyOf(text: string): KeyObject | null {
  const der = bytesOf(text);
  for (const type of ["pkcs8", "pkcs1"] as const) {
    const key = attempt(() => createPrivateKey({ key: der, format: "der", type }));
    if (key?.asymmetricKeyType === "rsa") return key;
  }
  return null;
}

/** A public key, or the one of a certificate. */
export function publicKeyOf(text: string): KeyObject | null {
  const der = bytesOf(text);
  const key =
    attempt(() => createPublicKey({ key: der, format: "der", type: "spki" })) ??
    attempt(() => new X509Certificate(der).publicKey);
  return key?.asymmetricKeyType === "rsa" ? key : null;
}

/** How its body ends, for whoever compares it with the one in their hands. */
export function endOf(text: string): string {
  return bodyOf(text).replace(/=+$/, "").slice(-4);
}

const bodyOf = (text: string) => text.replace(/-----[A-Z0-9 ]+-----/g, "").replace(/\s+/g, "");
const bytesOf = (text: string) => Buffer.from(bodyOf(text), "base64");

function attempt<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    // Not of this form: the next one is tried.
    return null;
  }
}
