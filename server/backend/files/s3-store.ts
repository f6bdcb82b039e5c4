/** Files in an S3-compatible store (AWS, MinIO, Kodo, OSS …), addressed as endpoint/bucket/key, signed by aws4fetch. */
import { createHash } from "node:crypto";
import { AwsV4Signer } from "aws4fetch";
import type { ByteRange, FileStore } from "./file-store";
import { StoreFailed } from "./store-failed";

export interface S3Settings {
  /** E.g. https://s3.eu-central-1.amazonaws.com */
  endpoint: string;
  bucket: string;
  region: string;
  accessKey: string;
  secretKey: string;
}

const timeout = 30_000;

export class S3Store implements FileStore {
  /** Signing keys by day, as aws4fetch keeps them. */
  private readonly cache = new Map<string, ArrayBuffer>();

  constructor(
    private readonly settings: S3Settings,
    private readonly now: () => Date = () => new Date(),
  ) {}

  async put(key: string, bytes: Uint8Array, contentType: string): Promise<void> {
    const answer = await this.send("PUT", key, { "content-type": contentType }, bytes);
    if (!answer) throw new StoreFailed("The file store knows no such bucket.");
    await answer.body?.cancel();
  }

  async get(key: string, range?: ByteRange): Promise<ReadableStream<Uint8Array> | null> {
    const answer = await this.send("GET", key, range ? { range: `bytes=${range.from}-${range.to}` } : {});
    return answer?.body ?? null;
  }

  async remove(key: string): Promise<void> {
    const answer = await this.send("DELETE", key, {});
    await answer?.body?.cancel();
  }

  /** Null where there is no such key; throws {@link StoreFailed}, which names neither keys nor addresses. */
  private async send(
    method: string,
    key: string,
    headers: Record<string, string>,
    body?: Uint8Array,
  ): Promise<Response | null> {
    const { url, headers: signed } = await this.signed(method, key, headers, body);
    const answer = await fetch(url, {
      method,
      headers: signed,
      signal: AbortSignal.timeout(timeout),
      redirect: "error",
      ...(body && { body: body as Uint8Array<ArrayBuffer> }),
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

  private signed(method: string, key: string, headers: Record<string, string>, body: Uint8Array = new Uint8Array()) {
    const { region, accessKey, secretKey } = this.settings;
    return new AwsV4Signer({
      method,
      url: this.addressOf(key),
      headers: { ...headers, "x-amz-content-sha256": createHash("sha256").update(body).digest("hex") },
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
  private addressOf(key: string): string {
    const parts = key.split("/");
    if (parts.some((part) => part === "" || part === "." || part === ".."))
      throw new StoreFailed("A key leads out of the store.");
    const { endpoint, bucket } = this.settings;
    return [endpoint.replace(/\/$/, ""), bucket, ...parts.map(encoded)].join("/");
  }
}

const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
