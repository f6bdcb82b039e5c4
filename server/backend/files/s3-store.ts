/** Files in an S3-compatible store (AWS, MinIO, Kodo, OSS …), addressed as endpoint/bucket/key, signed by aws4fetch. */
import type { ByteRange, FileStore } from "./file-store";
import { S3Requests, type S3Settings } from "./s3-requests";
import { StoreFailed } from "./store-failed";

export type { S3Settings } from "./s3-requests";

export class S3Store implements FileStore {
  private readonly requests: S3Requests;

  constructor(settings: S3Settings, now?: () => Date) {
    this.requests = new S3Requests(settings, now);
  }

  async put(key: string, body: Uint8Array, contentType: string): Promise<void> {
    const headers = { "content-type": contentType };
    const answer = await this.requests.send({ method: "PUT", key, headers, body });
    if (!answer) throw new StoreFailed("The file store knows no such bucket.");
    await answer.body?.cancel();
  }

  async get(key: string, range?: ByteRange): Promise<ReadableStream<Uint8Array> | null> {
    const headers = range ? { range: `bytes=${range.from}-${range.to}` } : undefined;
    const answer = await this.requests.send({ method: "GET", key, ...(headers && { headers }) });
    return answer?.body ?? null;
  }

  async remove(key: string): Promise<void> {
    const answer = await this.requests.send({ method: "DELETE", key });
    await answer?.body?.cancel();
  }
}
