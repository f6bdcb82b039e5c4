/**
 * A post that was refused for want of a fresh proof (`freshProof` of a method) waits in the page that asks for it: sealed, in
 * a field of its form, which posts it to where it was going together with the proof. Nothing that was typed is lost, and
 * nobody reads it there. Scripts ask in place instead (auth/sign-in-again.tsx) and send the post again by themselves.
 */
import { z } from "zod";
import type { GivenFactor } from "~/contract/context";
import type { Seal } from "./cookies";
import { readFormBody } from "./form-body";
import { wantsJson } from "./json-form";
import type { Visit } from "./visit";

/** The first field of the form: see auth/prove.tsx. */
export const carriedField = "carriedPost";
const sealName = "carried post";
/** Milliseconds for which the page may wait. */
const keepsFor = 30 * 60_000;

const carriedPost = z.object({
  at: z.number(),
  sessionId: z.string(),
  address: z.string(),
  fields: z.array(z.tuple([z.string(), z.string()])),
});

/** Bytes; what is larger has files in it. */
const most = 1024 * 1024;

/** A form that a browser posts by itself, of a size that a page can carry. */
export function isPlainPost(request: Request): boolean {
  const byScripts = new URL(request.url).pathname.endsWith(".data") || wantsJson(request);
  return request.method === "POST" && !byScripts && Number(request.headers.get("content-length") ?? 0) <= most;
}

/** Sealed for this session and this address; null where files were posted, or no form at all. */
export async function carry(request: Request, visit: Visit, seal: Seal, address: string): Promise<string | null> {
  const read = await readFormBody(request.clone());
  if (!read.ok) return null;
  const fields: [string, string][] = [];
  for (const [name, value] of read.form) {
    if (typeof value === "string") fields.push([name, value]);
    else if (value.size > 0) return null;
  }
  const { sessionId } = visit.session;
  return seal.close(sealName, { at: Date.now(), sessionId, address, fields });
}

export interface CarriedPost {
  carried: string;
  given: GivenFactor;
  /** The post as it was; null where it is not this session's, of another address, or too old. */
  post: Request | null;
}

/** What comes back from the page that asked; null where a request is none of it. */
export async function carriedBack(
  request: Request,
  visit: Visit,
  seal: Seal,
  address: string,
): Promise<CarriedPost | null> {
  const type = request.headers.get("content-type") ?? "";
  const isPlain = request.method === "POST" && type.startsWith("application/x-www-form-urlencoded");
  if (!isPlain || wantsJson(request)) return null;
  const text = await request.clone().text();
  if (!text.startsWith(`${carriedField}=`)) return null;
  const form = new URLSearchParams(text);
  const carried = form.get(carriedField) ?? "";
  const known = carriedPost.safeParse(seal.open(sealName, carried));
  const given = { code: form.get("code") ?? "", passkey: form.get("passkey") ?? "" };
  const { sessionId } = visit.session;
  const isOwn =
    known.success &&
    known.data.sessionId === sessionId &&
    known.data.address === address &&
    Date.now() - known.data.at < keepsFor;
  return { carried, given, post: isOwn ? postOf(request, known.data.fields) : null };
}

function postOf(request: Request, fields: [string, string][]): Request {
  const headers = new Headers(request.headers);
  headers.delete("content-length");
  return new Request(request.url, {
    method: "POST",
    headers,
    body: new URLSearchParams(fields).toString(),
    signal: request.signal,
  });
}
