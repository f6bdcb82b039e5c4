/** A file store that remembers, and nothing else. */
import type { ByteRange, FileStore } from "~server/backend/files/store";

export class MemoryStore implements FileStore {
  readonly files = new Map<string, { bytes: Uint8Array; contentType: string }>();

  async put(key: string, bytes: Uint8Array, contentType: string): Promise<void> {
    this.files.set(key, { bytes: new Uint8Array(bytes), contentType });
  }

  async get(key: string, range?: ByteRange): Promise<ReadableStream<Uint8Array> | null> {
    const found = this.files.get(key)?.bytes;
    if (!found) return null;
    const part = range ? found.slice(range.from, range.to + 1) : found;
    return new Response(part as Uint8Array<ArrayBuffer>).body;
  }

  async remove(key: string): Promise<void> {
    this.files.delete(key);
  }
}
