/**
 * What the console says of its visitor (address and device), signed by a key that console and backend share: another
 * program on the machine may reach the dispatch port, and must not speak in a visitor's name there.
 */
import { createHmac, timingSafeEqual } from "node:crypto";

export interface Visitor {
  /** Of the browser's connection, or what a trusted proxy says. */
  address: string;
  /** The browser's User-Agent. */
  device: string;
}

export const visitorHeader = "x-visitor";

/** Milliseconds that a signed claim holds: the clocks of console and backend may differ by so much. */
export const visitorTolerance = 300_000;

const encoded = (text: string) => Buffer.from(text).toString("base64url");
const decoded = (text: string) => Buffer.from(text, "base64url").toString("utf8");

/** `<milliseconds>.<address>.<device>.<HMAC-SHA256 of these and the request's id>`, each in base64url but the first. */
export function signVisitor(key: string, { address, device }: Visitor, requestId: string, now = Date.now()): string {
  const claim = `${now}.${encoded(address.slice(0, 64))}.${encoded(device.slice(0, 300))}`;
  return `${claim}.${macOf(key, claim, requestId)}`;
}

/** The visitor that a header tells of; null where it is absent, signed by another key, for another request, or too old. */
export function readVisitor(key: string, header: string | null, requestId: string, now = Date.now()): Visitor | null {
  const [time = "", address = "", device = "", mac = "", ...more] = (header ?? "").slice(0, 2_000).split(".");
  if (key === "" || more.length > 0 || !/^\d{13}$/.test(time)) return null;
  const given = Buffer.from(mac);
  const right = Buffer.from(macOf(key, `${time}.${address}.${device}`, requestId));
  if (given.length !== right.length || !timingSafeEqual(given, right)) return null;
  if (Math.abs(now - Number(time)) > visitorTolerance) return null;
  return { address: decoded(address), device: decoded(device) };
}

function macOf(key: string, claim: string, requestId: string): string {
  return createHmac("sha256", key).update(`${claim}.${requestId}`).digest("base64url");
}
