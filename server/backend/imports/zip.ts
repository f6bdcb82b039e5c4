/**
 * The parts of a zip archive that are asked for, and no more bytes than allowed: each is inflated here under a bound,
 * whatever sizes the archive claims, and written anew without compression for a reader that knows no bounds.
 */
import { promisify } from "node:util";
import { crc32, inflateRaw } from "node:zlib";
import { UnreadableFile } from "./unreadable";

const inflated = promisify(inflateRaw);
const most = { entries: 2_000, endRecord: 22 + 65_535 };

interface Entry {
  name: string;
  method: number;
  encrypted: boolean;
  packed: number;
  at: number;
}

export class ZipArchive {
  private readonly entries: Map<string, Entry>;
  private left: number;

  /** `bound`: bytes of all parts that are read, unpacked. */
  constructor(
    private readonly bytes: Buffer,
    bound: number,
  ) {
    this.left = bound;
    this.entries = new Map(directoryOf(bytes).map((entry) => [entry.name, entry]));
  }

  /** Unpacked; null where there is none of this name. */
  async read(name: string): Promise<Buffer | null> {
    const entry = this.entries.get(name);
    if (!entry) return null;
    const data = this.dataOf(entry);
    const content = entry.method === 0 ? data : await this.unpack(data);
    if (content.length > this.left) throw new UnreadableFile("tooLarge");
    this.left -= content.length;
    return content;
  }

  private dataOf({ at, packed, method, encrypted }: Entry): Buffer {
    const { bytes } = this;
    if (encrypted || (method !== 0 && method !== 8) || at + 30 > bytes.length || bytes.readUInt32LE(at) !== 0x04034b50)
      throw new UnreadableFile("broken");
    const from = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28);
    if (from + packed > bytes.length) throw new UnreadableFile("broken");
    return bytes.subarray(from, from + packed);
  }

  private async unpack(data: Buffer): Promise<Buffer> {
    try {
      return await inflated(data, { maxOutputLength: Math.max(1, this.left) });
    } catch (error) {
      const code = error instanceof Error && "code" in error ? error.code : "";
      throw new UnreadableFile(code === "ERR_BUFFER_TOO_LARGE" ? "tooLarge" : "broken");
    }
  }
}

/** What the archive says is in it, at its end. */
function directoryOf(bytes: Buffer): Entry[] {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  if (end < 0 || end < bytes.length - most.endRecord || end + 22 > bytes.length) throw new UnreadableFile("broken");
  const count = bytes.readUInt16LE(end + 10);
  if (count > most.entries) throw new UnreadableFile("tooLarge");
  const entries: Entry[] = [];
  let at = bytes.readUInt32LE(end + 16);
  for (let n = 0; n < count; n += 1) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== 0x02014b50) throw new UnreadableFile("broken");
    const nameLength = bytes.readUInt16LE(at + 28);
    entries.push({
      name: bytes.toString("utf8", at + 46, at + 46 + nameLength),
      method: bytes.readUInt16LE(at + 10),
      encrypted: (bytes.readUInt16LE(at + 8) & 1) === 1,
      packed: bytes.readUInt32LE(at + 20),
      at: bytes.readUInt32LE(at + 42),
    });
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return entries;
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
