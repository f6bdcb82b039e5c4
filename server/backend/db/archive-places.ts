/** Where archives by schedule are kept: a directory of the operator, a bucket of an S3-compatible store. */
import { createHash } from "node:crypto";
import { createReadStream, existsSync, readdirSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { S3Requests, type S3Settings } from "../files/s3-requests";
import { StoreFailed } from "../files/store-failed";

export interface KeptArchive {
  name: string;
  at: Date;
  bytes: number;
}

export interface ArchivePlace {
  /** As it is told to whoever runs the server. */
  readonly shown: string;
  /** Newest first; throws where the place cannot be looked at. What is named otherwise is somebody else's. */
  list(): Promise<KeptArchive[]>;
  remove(name: string): Promise<void>;
}

const pattern = /^scenic-console-(\d{4})-(\d\d)-(\d\d)T(\d\d)(\d\d)(\d\d)Z\.archive$/;
export const nameAt = (now: Date) => `scenic-console-${now.toISOString().slice(0, 19).replaceAll(":", "")}Z.archive`;

export function madeAt(name: string): Date | null {
  const [, ...parts] = pattern.exec(name) ?? [];
  if (parts.length === 0) return null;
  const [year, month, day, hour, minute, second] = parts;
  return new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

function newestFirst(found: { name: string; bytes: number }[]): KeptArchive[] {
  return found
    .flatMap(({ name, bytes }) => {
      const at = madeAt(name);
      return at ? [{ name, at, bytes }] : [];
    })
    .sort((one, other) => other.at.getTime() - one.at.getTime());
}

/** The operator's place is not there, as a disk that is not mounted: nothing is made in its stead. */
export class NoPlace extends Error {
  override readonly name = "NoPlace";
  constructor(readonly directory: string) {
    super(`the directory of backups ${directory} is not there: make it, or mount it`);
  }
}

export class DirectoryPlace implements ArchivePlace {
  constructor(readonly directory: string) {}

  get shown(): string {
    return this.directory;
  }

  async list(): Promise<KeptArchive[]> {
    if (!existsSync(this.directory)) throw new NoPlace(this.directory);
    const names = readdirSync(this.directory).filter((name) => madeAt(name));
    return newestFirst(names.map((name) => ({ name, bytes: statSync(path.join(this.directory, name)).size })));
  }

  async remove(name: string): Promise<void> {
    rmSync(path.join(this.directory, name), { force: true });
  }
}

/** What S3 takes in one request. */
const mostInOne = 5 * 1024 ** 3;
/** For one archive on its way, there or back. */
const patience = 60 * 60_000;
/** A store is asked for its list over a line that costs; whoever looks every few seconds is told what was found last. */
const listedFor = 5 * 60_000;

export class StorePlace implements ArchivePlace {
  readonly shown: string;
  private readonly requests: S3Requests;
  private known: { at: number; archives: Promise<KeptArchive[]> } | null = null;

  constructor(settings: S3Settings) {
    this.shown = `${new URL(settings.endpoint).host}/${settings.bucket}`;
    this.requests = new S3Requests(settings);
  }

  /** Sends it, fetches it again, and compares: what the store has is what was verified. */
  async take(name: string, file: string): Promise<void> {
    this.known = null;
    const { size } = statSync(file);
    if (size > mostInOne)
      throw new StoreFailed("The archive is larger than 5 GB, which a store takes in parts only: use BACKUP_DIR.");
    const sha256 = await sumOf(createReadStream(file));
    const answer = await this.requests.send({
      ...{ method: "PUT" as const, key: name, sha256, timeout: patience },
      headers: { "content-type": "application/octet-stream", "content-length": String(size) },
      body: Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array>,
    });
    if (!answer) throw new StoreFailed("The store knows no such bucket.");
    await answer.body?.cancel();
    const back = await this.requests.send({ method: "GET", key: name, timeout: patience });
    if (!back?.body || (await sumOf(back.body as unknown as AsyncIterable<Uint8Array>)) !== sha256) {
      await this.remove(name);
      throw new StoreFailed("The store gave back another archive than it was sent.");
    }
  }

  list(): Promise<KeptArchive[]> {
    if (!this.known || Date.now() - this.known.at > listedFor) {
      const archives = this.listed();
      this.known = { at: Date.now(), archives };
      archives.catch(() => {
        this.known = null;
      });
    }
    return this.known.archives;
  }

  async remove(name: string): Promise<void> {
    this.known = null;
    await (await this.requests.send({ method: "DELETE", key: name }))?.body?.cancel();
  }

  private async listed(): Promise<KeptArchive[]> {
    const found: { name: string; bytes: number }[] = [];
    let next = "";
    do {
      const query = { "list-type": "2", prefix: "scenic-console-", ...(next && { "continuation-token": next }) };
      const answer = await this.requests.send({ method: "GET", key: null, query });
      if (!answer) throw new StoreFailed("The store knows no such bucket.");
      const text = await answer.text();
      for (const [, entry = ""] of text.matchAll(/<Contents>([\s\S]*?)<\/Contents>/g))
        found.push({ name: within(entry, "Key"), bytes: Number(within(entry, "Size")) });
      next = within(text, "NextContinuationToken");
    } while (next !== "");
    return newestFirst(found);
  }
}

const within = (xml: string, name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? "";

async function sumOf(stream: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of stream) hash.update(chunk);
  return hash.digest("hex");
}
