/** Files in a directory: written beside, synced, then moved to their name. */
import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import type { ByteRange, FileStore } from "./file-store";

export class DirectoryStore implements FileStore {
  private readonly root: string;

  constructor(directory: string) {
    this.root = path.resolve(directory);
  }

  async put(key: string, bytes: Uint8Array): Promise<void> {
    const file = this.fileOf(key);
    const partial = `${file}.${randomUUID()}.partial`;
    await mkdir(path.dirname(file), { recursive: true });
    try {
      const handle = await open(partial, "wx", 0o640);
      try {
        await handle.writeFile(bytes);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(partial, file);
    } catch (error) {
      await rm(partial, { force: true });
      throw error;
    }
  }

  async get(key: string, range?: ByteRange): Promise<ReadableStream<Uint8Array> | null> {
    const file = this.fileOf(key);
    const found = await stat(file).catch(() => null);
    if (!found?.isFile()) return null;
    const part = range ? { start: range.from, end: range.to } : {};
    return Readable.toWeb(createReadStream(file, part)) as ReadableStream<Uint8Array>;
  }

  async remove(key: string): Promise<void> {
    await rm(this.fileOf(key), { force: true });
  }

  private fileOf(key: string): string {
    const file = path.join(this.root, key);
    if (!file.startsWith(this.root + path.sep)) throw new Error("A key leads out of the store.");
    return file;
  }
}
