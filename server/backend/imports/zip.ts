/**
 * The parts of a zip archive that are asked for, read by yauzl, and no more bytes than allowed: each is counted while it is
 * inflated, whatever sizes the archive claims, and written anew without compression for a reader that knows no bounds.
 */
import { crc32 } from "node:zlib";
import { type Entry, fromBufferPromise, type ZipFile } from "yauzl";
import { UnreadableFile } from "./unreadable";

const most = { entries: 2_000, ratio: 500, ratioFrom: 8 * 1024 * 1024 };

export class ZipArchive {
  private constructor(
    private readonly file: ZipFile,
    private readonly entries: ReadonlyMap<string, Entry>,
    private left: number,
  ) {}

  /** `bound`: bytes of all parts that are read, unpacked. */
  static async open(bytes: Buffer, bound: number): Promise<ZipArchive> {
    // What a part claims of its size is not believed: it is counted.
    const file = await orBroken(
      fromBufferPromise(bytes, { lazyEntries: true, autoClose: false, validateEntrySizes: false }),
    );
    if (file.entryCount > most.entries) throw new UnreadableFile("tooLarge");
    return new ZipArchive(file, await orBroken(entriesOf(file)), bound);
  }

  /** Unpacked; null where there is none of this name. */
  async read(name: string): Promise<Buffer | null> {
    const entry = this.entries.get(name);
    if (!entry) return null;
    const chunks: Buffer[] = [];
    let size = 0;
    const stream = await orBroken(this.file.openReadStreamPromise(entry));
    try {
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        size += chunk.length;
        const isBomb = size > most.ratioFrom && size > entry.compressedSize * most.ratio;
        if (size > this.left || isBomb) throw new UnreadableFile("tooLarge");
        chunks.push(chunk);
      }
    } catch (error) {
      throw error instanceof UnreadableFile ? error : new UnreadableFile("broken");
    }
    this.left -= size;
    return Buffer.concat(chunks);
  }
}

async function entriesOf(file: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  for await (const entry of file.eachEntry()) entries.set(entry.fileName, entry);
  return entries;
}

async function orBroken<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch {
    // Whatever yauzl finds wrong with it, in its own words: who sent it can only send a whole one.
    throw new UnreadableFile("broken");
  }
}

/** An archive of these parts, in this order, not compressed. */
export function storedZip(parts: [name: string, content: Buffer][]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, content] of parts) {
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt32LE(crc32(content), 10);
    head.writeUInt32LE(content.length, 14);
    head.writeUInt32LE(content.length, 18);
    head.writeUInt16LE(Buffer.byteLength(name), 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    files.push(Buffer.from("PK\x03\x04", "latin1"), head, Buffer.from(name), content);
    directory.push(Buffer.from("PK\x01\x02\x14\x00", "latin1"), head, place, Buffer.from(name));
    at += 30 + Buffer.byteLength(name) + content.length;
  }
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(
    directory.reduce((sum, { length }) => sum + length, 0),
    12,
  );
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...files, ...directory, end]);
}
