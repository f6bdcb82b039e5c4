/** What came in: method, corp and payload fields of a dispatch call, form-encoded or (offline business) JSON. */
import type { IncomingMessage } from "node:http";
import { m } from "~/contract/messages";

/** A call that cannot be read; carries the status of HTTP. */
export class Unreadable extends Error {
  override readonly name = "Unreadable";
  constructor(
    readonly status: 400 | 413 | 415 | 429 | 503,
    message: string,
  ) {
    super(message);
  }
}

export interface Body {
  method: string;
  corpCode: string;
  /** Texts by field of a form; values of a JSON body as they came. */
  fields: Record<string, unknown>;
  json: boolean;
}

const maxBytes = 1024 * 1024;

const types = { form: "application/x-www-form-urlencoded", json: "application/json" };

/** A call as it arrives, over a socket or from another thread of this process. */
export interface Arriving {
  headers: Pick<Headers, "get">;
  /** The body whole; refuses one that is too large. */
  text(): Promise<string>;
  /** Of whatever sent it; "" where that is this process itself. */
  address: string;
}

/** `incoming`: what the request came in by, where it came over a socket. */
export function arrivingOver(request: Request, incoming?: IncomingMessage): Arriving {
  const address = incoming?.socket.remoteAddress ?? "";
  return { headers: request.headers, text: () => textOf(request, incoming), address };
}

/** From a thread of this process. */
export function arrivingFromThread(headers: Record<string, string>, body: string): Arriving {
  const byName = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return { headers: { get: (name) => byName.get(name) ?? null }, text: async () => within(body), address: "" };
}

export async function readBody({ headers, text }: Arriving, form: keyof typeof types): Promise<Body> {
  const type = (headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase();
  if (type !== types[form]) throw new Unreadable(415, m.ops_content_type());
  const body = await text();
  return form === "json" ? fromJson(body) : fromForm(body);
}

/** A body that tells its length is held to it by the HTTP server; another is counted as it comes. */
async function textOf(request: Request, incoming: IncomingMessage | undefined): Promise<string> {
  const told = request.headers.get("content-length");
  if (told !== null && Number(told) > maxBytes) throw new Unreadable(413, m.ops_too_large());
  if (incoming) return arriving(incoming);
  if (told !== null || !request.body) return within(await request.text());
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > maxBytes) throw new Unreadable(413, m.ops_too_large());
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** Without a web stream around the socket: for a short body it costs four times what the rest of HTTP does. */
function arriving(incoming: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const take = (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size <= maxBytes) return;
      // What comes after is read away by the HTTP server, once it has answered.
      incoming.off("data", take).pause();
      reject(new Unreadable(413, m.ops_too_large()));
    };
    incoming.on("data", take);
    incoming.once("end", () => resolve(Buffer.concat(chunks).toString("utf8")));
    // Whoever called is gone.
    incoming.once("error", () => reject(new Unreadable(400, m.ops_bad_body())));
  });
}

function within(text: string): string {
  if (text.length > maxBytes) throw new Unreadable(413, m.ops_too_large());
  return text;
}

function fromForm(text: string): Body {
  const fields: Record<string, unknown> = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) {
    if (name in fields) throw new Unreadable(400, m.ops_repeated_key({ name: name.slice(0, 60) }));
    fields[name] = value;
  }
  return split(fields, false);
}

function fromJson(text: string): Body {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Unreadable(400, m.ops_bad_body());
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new Unreadable(400, m.ops_bad_body());
  return split({ ...value }, true);
}

function split({ method, corpCode, ...fields }: Record<string, unknown>, json: boolean): Body {
  if (typeof method !== "string" || method === "" || method.length > 100) throw new Unreadable(400, m.ops_bad_body());
  if (corpCode !== undefined && typeof corpCode !== "string") throw new Unreadable(400, m.ops_bad_body());
  return { method, corpCode: corpCode ?? "", fields, json };
}
