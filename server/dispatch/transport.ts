/** One request to a dispatch API, with the time limit of specification 7 and the connection kept open. */
import { Agent, request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest, Agent as SecureAgent } from "node:https";
import { maxAnswer } from "../thread-call";
import type { RawAnswer } from "./outcome";

export interface Outgoing {
  url: URL;
  method: "GET" | "POST";
  headers: Record<string, string>;
  body?: string | Uint8Array;
  /** Milliseconds from start to the last byte. */
  timeout: number;
  signal?: AbortSignal | undefined;
  /** Changes nothing: may be sent again where a kept connection turned out to be closed. */
  repeatable: boolean;
}

const agents = {
  "http:": new Agent({ keepAlive: true, maxSockets: 256, scheduling: "lifo" }),
  "https:": new SecureAgent({ keepAlive: true, maxSockets: 256, scheduling: "lifo" }),
};

/** Rejects where no whole answer came: refused, cut off, or too slow. */
export function send(outgoing: Outgoing): Promise<RawAnswer> {
  const limit = AbortSignal.timeout(outgoing.timeout);
  return attempt(outgoing, outgoing.signal ? AbortSignal.any([limit, outgoing.signal]) : limit);
}

function attempt(asked: Outgoing, signal: AbortSignal): Promise<RawAnswer> {
  const { url, method, headers, body } = asked;
  return new Promise((resolve, reject) => {
    const secure = url.protocol === "https:";
    const options = {
      method,
      headers: { ...headers, ...(body !== undefined && { "content-length": String(Buffer.byteLength(body)) }) },
      agent: secure ? agents["https:"] : agents["http:"],
      signal,
    };
    const outgoing = (secure ? httpsRequest : httpRequest)(url, options, (incoming) => {
      readText(incoming).then((text) => resolve({ status: incoming.statusCode ?? 0, text }), reject);
    });
    outgoing.on("error", (error: NodeJS.ErrnoException) => {
      const stale = outgoing.reusedSocket && error.code === "ECONNRESET" && asked.repeatable;
      if (stale) resolve(attempt({ ...asked, repeatable: false }, signal));
      else reject(error);
    });
    outgoing.end(body);
  });
}

async function readText(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxAnswer) throw new Error("The answer is too large.");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
