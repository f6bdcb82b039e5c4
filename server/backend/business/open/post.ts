/**
 * Posts a webhook: to http and https alone, to public addresses alone unless the operator allows others (the address that is
 * connected to is the one that was looked at), no redirect is followed, five seconds, and of the answer its status counts.
 */
import { lookup as lookUp } from "node:dns";
import { request as plain } from "node:http";
import { request as safe } from "node:https";
import { BlockList, isIP, type LookupFunction } from "node:net";

export interface Posting {
  url: URL;
  headers: Record<string, string>;
  body: string;
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
export function post({ url, headers, body, allowPrivate }: Posting): Promise<number> {
  return new Promise((resolve, reject) => {
    const host = url.hostname.replace(/^\[|\]$/g, "");
    // An address that is written out is looked up by nobody.
    if (!allowPrivate && isIP(host) !== 0 && isPrivate(host)) return reject(refused());
    const send = url.protocol === "https:" ? safe : plain;
    const asked = send(url, {
      method: "POST",
      agent: false,
      headers: { ...headers, "content-length": String(Buffer.byteLength(body)) },
      signal: AbortSignal.timeout(patience),
      ...(!allowPrivate && { lookup: publicOnly }),
    });
    asked.once("response", (response) => {
      resolve(response.statusCode ?? 0);
      // What it says is read by nobody.
      response.destroy();
    });
    asked.once("error", reject);
    asked.end(body);
  });
}
