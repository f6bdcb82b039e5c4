/** Files in an S3-compatible store (AWS, MinIO, Kodo, OSS …), addressed as endpoint/bucket/key. */
import { sha256, signed } from "./s3-signature";
import type { ByteRange, FileStore } from "./store";

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
  constructor(
    private readonly settings: S3Settings,
    private readonly now: () => Date = () => new Date(),
  ) {}

  async put(key: string, bytes: Uint8Array, contentType: string): Promise<void> {
    await this.send("PUT", key, { "content-type": contentType }, bytes);
  }

  async get(key: string, range?: ByteRange): Promise<ReadableStream<Uint8Array> | null> {
    const answer = await this.send("GET", key, range ? { range: `bytes=${range.from}-${range.to}` } : {});
    return answer?.body ?? null;
  }

  async remove(key: string): Promise<void> {
    await this.send("DELETE", key, {});
  }

  /** Null where there is no such key. */
  private async send(
    method: string,
    key: string,
    more: Record<string, string>,
    body?: Uint8Array,
  ): Promise<Response | null> {
    const { endpoint, bucket, region, accessKey, secretKey } = this.settings;
    const url = new URL(`${endpoint.replace(/\/$/, "")}/${bucket}/${key}`);
    const bodyHash = sha256(body ?? "");
    const { host: _, ...headers } = signed({
      method,
      url,
      headers: more,
      bodyHash,
      region,
      accessKey,
      secretKey,
      now: this.now(),
    });
    const answer = await fetch(url, {
      method,
      headers,
      signal: AbortSignal.timeout(timeout),
      redirect: "error",
      ...(body && { body: body as Uint8Array<ArrayBuffer> }),
    });
    if (answer.ok) return answer;
    await answer.body?.cancel();
    if (answer.status === 404) return null;
    throw new Error(`The file store answered ${answer.status} to ${method}.`);
  }
}
