/** Signature version 4 of an S3 request: pure, so that it can be held against published examples. */
import { createHash, createHmac } from "node:crypto";

export interface Signing {
  method: string;
  url: URL;
  /** Names in lower case; `host` and the date are added. */
  headers: Record<string, string>;
  /** SHA-256 of the body, as hex. */
  bodyHash: string;
  region: string;
  accessKey: string;
  secretKey: string;
  now: Date;
}

export const sha256 = (data: string | Uint8Array) => createHash("sha256").update(data).digest("hex");
const hmac = (key: string | Buffer, data: string) => createHmac("sha256", key).update(data).digest();

/** The request's headers with its `authorization`. */
export function signed(request: Signing): Record<string, string> {
  const { method, url, bodyHash, region, accessKey, secretKey, now } = request;
  const moment = now.toISOString().replace(/[:-]|\.\d{3}/g, "");
  const day = moment.slice(0, 8);
  const headers: Record<string, string> = {
    ...request.headers,
    host: url.host,
    "x-amz-content-sha256": bodyHash,
    "x-amz-date": moment,
  };
  const names = Object.keys(headers).sort();
  const canonical = [
    method,
    url.pathname,
    [...url.searchParams]
      .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
      .sort()
      .join("&"),
    ...names.map((name) => `${name}:${headers[name]?.trim()}`),
    "",
    names.join(";"),
    bodyHash,
  ].join("\n");
  const scope = `${day}/${region}/s3/aws4_request`;
  const toSign = ["AWS4-HMAC-SHA256", moment, scope, sha256(canonical)].join("\n");
  const key = ["s3", "aws4_request"].reduce(hmac, hmac(hmac(`AWS4${secretKey}`, day), region));
  const signature = hmac(key, toSign).toString("hex");
  return {
    ...headers,
    authorization: `AWS4-HMAC-SHA256 Credential=${accessKey}/${scope}, SignedHeaders=${names.join(";")}, Signature=${signature}`,
  };
}

const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
