/**
 * Where copies of what was sealed of the audit log go: below the places of the backups, written once, never written over and
 * never removed by the product. Keys of a store that may neither delete nor overwrite are enough.
 */
import { createHash, randomUUID } from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from "node:fs";
import path from "node:path";
import { S3Requests, type S3Settings } from "../files/s3-requests";
import { StoreFailed } from "../files/store-failed";
import { NoPlace } from "./archive-places";

export interface AuditPlace {
  /** As it is told to whoever runs the server. */
  readonly shown: string;
  /**
   * Writes a copy and reads it back; throws where the place gave back another. One that is there already stays, and is
   * answered as it is.
   */
  keep(name: string, bytes: Uint8Array): Promise<Uint8Array>;
}

export function auditPlaces(directory: string | undefined, store: S3Settings | undefined): AuditPlace[] {
  return [...(directory ? [new AuditDirectory(directory)] : []), ...(store ? [new AuditStore(store)] : [])];
}

export const sumOfCopy = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

export class AuditDirectory implements AuditPlace {
  constructor(private readonly directory: string) {}

  get shown(): string {
    return this.directory;
  }

  async keep(name: string, bytes: Uint8Array): Promise<Uint8Array> {
    if (!existsSync(this.directory)) throw new NoPlace(this.directory);
    const file = path.join(this.directory, name);
    const folder = path.dirname(file);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (!existsSync(file)) {
      this.write(file, bytes);
      this.sync(folder);
      if (sumOfCopy(readFileSync(file)) !== sumOfCopy(bytes))
        throw new Error(`${file} has other bytes than it was given`);
    }
    return readFileSync(file);
  }

  /** Under a name of its own until it is on the disk; a link is refused where somebody was first. */
  private write(file: string, bytes: Uint8Array): void {
    const partial = `${file}.${randomUUID()}.partial`;
    const descriptor = openSync(partial, "wx", 0o440);
    try {
      writeSync(descriptor, bytes);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    try {
      linkSync(partial, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    } finally {
      rmSync(partial, { force: true });
    }
  }

  private sync(folder: string): void {
    const descriptor = openSync(folder, "r");
    try {
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  }
}

export class AuditStore implements AuditPlace {
  readonly shown: string;
  private readonly requests: S3Requests;

  constructor(settings: S3Settings) {
    this.shown = `${new URL(settings.endpoint).host}/${settings.bucket}`;
    this.requests = new S3Requests(settings);
  }

  async keep(name: string, bytes: Uint8Array): Promise<Uint8Array> {
    const there = await this.read(name);
    if (there) return there;
    const headers = { "content-type": "application/gzip" };
    const answer = await this.requests.send({ method: "PUT", key: name, headers, body: bytes });
    if (!answer) throw new StoreFailed("The store knows no such bucket.");
    await answer.body?.cancel();
    const back = await this.read(name);
    if (!back || sumOfCopy(back) !== sumOfCopy(bytes))
      throw new StoreFailed("The store gave back another copy than it was sent.");
    return back;
  }

  private async read(name: string): Promise<Uint8Array | null> {
    const answer = await this.requests.send({ method: "GET", key: name });
    return answer ? new Uint8Array(await answer.arrayBuffer()) : null;
  }
}
