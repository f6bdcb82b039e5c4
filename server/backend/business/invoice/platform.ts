/**
 * An invoice service over HTTP, in the manner of the usual ones: a signed request with our serial, which it knows again
 * however often it comes; a signed answer. What cannot be trusted (no answer in time, a signature that is not its own,
 * words that are none) is `unknown`: nothing follows from it but asking by the same serial.
 */
import { createHash, createHmac, randomUUID } from "node:crypto";
import { z } from "zod";
import { isInvoiceNumber } from "~/contract/invoice/tax-number";
import { day } from "~/contract/validators";
import type { Received } from "../../files/admit";
import { postAndRead } from "../open/post";
import { isSameSignature, signatureOf } from "../open/signature";

export interface PlatformAccount {
  url: string;
  key: string;
  secret: string;
  allowPrivate: boolean;
}

export type Heard =
  | { state: "issued"; number: string; issuedOn: string; files: Received[] }
  /** It has refused, and will issue none for this request. */
  | { state: "failed"; why: string }
  /** It has never had this serial. */
  | { state: "none" }
  | { state: "unknown" };

/** Milliseconds for one answer, and its bytes: a PDF, an OFD and an XML come with it. */
export const answerPatience = 10_000;
const mostFiles = 6;
const most = 12_000_000;

export const platformHeaders = {
  key: "x-app-key",
  timestamp: "x-timestamp",
  nonce: "x-nonce",
  signature: "x-signature",
} as const;

const answer = z.discriminatedUnion("state", [
  z.object({
    state: z.literal("issued"),
    serial: z.string(),
    number: z.string().refine(isInvoiceNumber),
    issuedOn: day,
    /** As they are kept and sent: the originals, in base64. */
    files: z
      .array(z.object({ name: z.string().min(1).max(200), content: z.base64() }))
      .max(mostFiles)
      .default([]),
  }),
  z.object({ state: z.literal("failed"), serial: z.string(), why: z.string().max(2000) }),
  z.object({ state: z.literal("none"), serial: z.string() }),
  z.object({ state: z.literal("underWay"), serial: z.string() }),
]);

/** Over the nonce of the request, so that an answer to another one is none to this. */
export function answerSignature(secret: string, nonce: string, body: string): string {
  const hash = createHash("sha256").update(body).digest("hex");
  return createHmac("sha256", secret).update(`${nonce}\n${hash}`).digest("hex");
}

/** `path` below the address of the platform: `invoices`, `reds`, or `query`. Never throws. */
export async function askPlatform(
  { url: base, key, secret, allowPrivate }: PlatformAccount,
  path: string,
  document: { serial: string } & Record<string, unknown>,
  ms = answerPatience,
): Promise<Heard> {
  const unknown: Heard = { state: "unknown" };
  const text = `${base.replace(/\/+$/, "")}/${path}`;
  if (!URL.canParse(text)) return unknown;
  const url = new URL(text);
  const body = JSON.stringify(document);
  const [timestamp, nonce] = [String(Date.now()), randomUUID()];
  const signature = signatureOf(secret, { verb: "POST", target: url.pathname + url.search, timestamp, nonce, body });
  const headers = {
    "content-type": "application/json; charset=utf-8",
    [platformHeaders.key]: key,
    [platformHeaders.timestamp]: timestamp,
    [platformHeaders.nonce]: nonce,
    [platformHeaders.signature]: signature,
  };
  try {
    const heard = await postAndRead({ url, headers, body, allowPrivate }, { ms, most });
    const given = String(heard.headers[platformHeaders.signature] ?? "");
    if (heard.status !== 200 || !isSameSignature(given, answerSignature(secret, nonce, heard.body))) return unknown;
    const read = answer.safeParse(JSON.parse(heard.body));
    if (!read.success || read.data.serial !== document.serial || read.data.state === "underWay") return unknown;
    if (read.data.state !== "issued") return read.data;
    const files = read.data.files.map(({ name, content }) => ({ name, bytes: Buffer.from(content, "base64") }));
    return { ...read.data, files };
  } catch {
    // Silence, a line that broke, or no JSON: the query by the same serial tells what became of it.
    return unknown;
  }
}
