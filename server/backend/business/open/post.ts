/**
 * Posts a webhook: to http and https alone, to public addresses alone unless the operator allows others (the address that is
 * connected to is the one that was looked at), no redirect is followed, five seconds, and of the answer its status counts.
 */
import { lookup as lookUp } from "node:dns";
import { type IncomingHttpHeaders, type IncomingMessage, request as plain } from "node:http";
import { request as safe } from "node:https";
import { BlockList, isIP, type LookupFunction } from "node:net";
import type { Sent } from "../../jobs/outbox";

export interface Posting {
  url: URL;
  headers: Record<string, string>;
  body: string | Uint8Array;
  /** Default: POST. */
  verb?: "POST" | "PUT";
  /** The operator's setting: addresses of this machine and of private networks too. */
  allowPrivate: boolean;
}

/** Milliseconds for all of it. */
const patience = 5_000;

const closed = new BlockList();
for (const [network, bits] of [
  ...[
    ["0.0.0.0", 8],
    ["10.0.0.0", 8],
    ["100.64.0.0", 10],
    ["127.0.0.0", 8],
    ["169.254.0.0", 16],
    ["172.16.0.0", 12],
  ],
  ...[
    ["192.0.0.0", 24],
    ["192.168.0.0", 16],
    ["198.18.0.0", 15],
    ["224.0.0.0", 4],
    ["240.0.0.0", 4],
  ],
] as [string, number][])
  closed.addSubnet(network, bits, "ipv4");
for (const [network, bits] of [
  ...[
    ["::", 127],
    ["64:ff9b::", 96],
    ["2002::", 16],
    ["fc00::", 7],
    ["fe80::", 10],
    ["ff00::", 8],
  ],
] as [string, number][])
  closed.addSubnet(network, bits, "ipv6");

/** Of this machine, a private network, or no single host's. IPv4 within IPv6 counts as the IPv4 address. */
export function isPrivate(address: string): boolean {
  const within = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (within) return isPrivate(within);
  const version = isIP(address);
  return version === 0 || closed.check(address, version === 6 ? "ipv6" : "ipv4");
}

const refused = () => Object.assign(new Error("private address"), { code: "EPRIVATE" });

/** Every address of the name must be public: which of them is taken is not ours to say. */
const publicOnly: LookupFunction = (name, options, answer) => {
  lookUp(name, { ...options, all: true }, (error, found) => {
    if (error) return answer(error, "", 0);
    const [first] = found;
    if (!first || found.some(({ address }) => isPrivate(address))) return answer(refused(), "", 0);
    if (options.all) return answer(null, found);
    answer(null, first.address, first.family);
  });
};

/** The status that it was answered with; rejects with a short reason where none came. */
export async function post(posting: Posting, ms = patience): Promise<number> {
  const response = await send(posting, ms);
  // What it says is read by nobody.
  response.destroy();
  return response.statusCode ?? 0;
}

/** As {@link post}, for an outbox: a redirect is no delivery either. */
export async function postFromOutbox(posting: Posting, ms = patience): Promise<Sent> {
  const status = await post(posting, ms);
  return { delivered: status >= 200 && status < 300, outcome: `HTTP ${status}` };
}

export interface Answered {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** As {@link post}, and reads what was answered, up to `most` bytes; more than that rejects. `ms` for all of it. */
export async function postAndRead(posting: Posting, { most, ms }: { most: number; ms: number }): Promise<Answered> {
  const response = await send(posting, ms);
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > most) {
      response.destroy();
      throw new Error("the answer is too long");
    }
    parts.push(part);
  }
  return { status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts).toString("utf8") };
}

function send({ url, headers, body, verb = "POST", allowPrivate }: Posting, ms: number): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const host = url.hostname.replace(/^\[|\]$/g, "");
    // An address that is written out is looked up by nobody.
    if (!allowPrivate && isIP(host) !== 0 && isPrivate(host)) return reject(refused());
    const request = url.protocol === "https:" ? safe : plain;
    const asked = request(url, {
      method: verb,
      agent: false,
      headers: { ...headers, "content-length": String(Buffer.byteLength(body)) },
      signal: AbortSignal.timeout(ms),
      ...(!allowPrivate && { lookup: publicOnly }),
    });
    asked.once("response", resolve);
    asked.once("error", reject);
    asked.end(body);
  });
}
