/** Signed requests to a bucket of an S3-compatible store; what goes wrong names neither keys nor addresses. */
import { createHash } from "node:crypto";
import { AwsV4Signer } from "aws4fetch";
import { StoreFailed } from "./store-failed";

export interface S3Settings {
  /** E.g. https://s3.eu-central-1.amazonaws.com */
  endpoint: string;
  bucket: string;
  region: string;
  accessKey: string;
  secretKey: string;
}

export interface S3Request {
  method: "GET" | "PUT" | "DELETE";
  /** null: the bucket itself. */
  key: string | null;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Uint8Array | ReadableStream<Uint8Array>;
  /** Of a body that is a stream, in hexadecimal digits. */
  sha256?: string;
  /** Milliseconds for all of it. */
  timeout?: number;
}

const usualTimeout = 30_000;

export class S3Requests {
  /** Signing keys by day, as aws4fetch keeps them. */
  private readonly cache = new Map<string, ArrayBuffer>();

  constructor(
    private readonly settings: S3Settings,
    private readonly now: () => Date = () => new Date(),
  ) {}

  /** Null where there is no such key; throws {@link StoreFailed}. */
  async send(request: S3Request): Promise<Response | null> {
    const { method, body, timeout = usualTimeout } = request;
    const { url, headers } = await this.signed(request);
    const answer = await fetch(url, {
      method,
      headers,
      signal: AbortSignal.timeout(timeout),
      redirect: "error",
      ...(body && { body: body as Uint8Array<ArrayBuffer>, duplex: "half" as const }),
    }).catch((error: unknown) => {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
      const code = cause instanceof Error && "code" in cause ? String(cause.code) : "no answer";
      throw new StoreFailed(`The file store could not be reached for ${method} (${code}).`);
    });
    if (answer.ok) return answer;
    await answer.body?.cancel();
    if (answer.status === 404) return null;
    throw new StoreFailed(`The file store answered ${answer.status} to ${method}.`);
  }

  private signed({ method, key, query = {}, headers = {}, body, sha256 }: S3Request) {
    const { region, accessKey, secretKey } = this.settings;
    const bytes = body instanceof Uint8Array ? body : new Uint8Array();
    const url = new URL(this.addressOf(key));
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return new AwsV4Signer({
      method,
      url: url.toString(),
      headers: { ...headers, "x-amz-content-sha256": sha256 ?? createHash("sha256").update(bytes).digest("hex") },
      service: "s3",
      region,
      accessKeyId: accessKey,
      secretAccessKey: secretKey,
      cache: this.cache,
      datetime: this.now()
        .toISOString()
        .replace(/[:-]|\.\d{3}/g, ""),
      // A range and a type that somebody changes on the way are refused.
      allHeaders: true,
    }).sign();
  }

  /** Each part of a key is one part of the address, whatever signs it has: nothing climbs out of the bucket. */
  private addressOf(key: string | null): string {
    const parts = key?.split("/") ?? [];
    if (parts.some((part) => part === "" || part === "." || part === ".."))
      throw new StoreFailed("A key leads out of the store.");
    const { endpoint, bucket } = this.settings;
    return [endpoint.replace(/\/$/, ""), bucket, ...parts.map(encoded)].join("/");
  }
}

const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
