/**
 * A stream of a compound file (MS-CFB), the container of an `.xls`. Nothing that the file says of itself is believed:
 * chains that run in circles or out of the file, and sizes that they do not reach, make it a broken one.
 */
import { UnreadableFile } from "./unreadable";

const inHeader = 109;
const lastSector = 0xfffffffa;
const entrySize = 128;
const smallSector = 64;
/** Folders of documents have a dozen. */
const mostEntries = 4_096;

interface Entry {
  name: string;
  start: number;
  size: number;
}

export class CompoundFile {
  private readonly sectorSize: number;
  private readonly entries: Entry[];

  constructor(private readonly bytes: Buffer) {
    const shift = bytes.readUInt16LE(30);
    if ((shift !== 9 && shift !== 12) || bytes.readUInt16LE(32) !== 6) throw new UnreadableFile("broken");
    this.sectorSize = 1 << shift;
    this.entries = entriesOf(this.chained(bytes.readUInt32LE(48), mostEntries * entrySize));
  }

  /** By the first of these names that there is; null where there is none. Names differ by more than their case. */
  stream(...names: string[]): Buffer | null {
    const wanted = names.map((name) => name.toLowerCase());
    const found = wanted.map((name) => this.entries.find((entry) => entry.name.toLowerCase() === name));
    const entry = found.find((one) => one !== undefined);
    if (!entry) return null;
    const { start, size } = entry;
    if (size > this.bytes.length) throw new UnreadableFile("broken");
    const content = size < this.bytes.readUInt32LE(56) ? this.small(start, size) : this.chained(start, size);
    if (content.length < size) throw new UnreadableFile("broken");
    return content.subarray(0, size);
  }

  /** Short streams stand together in that of the root. */
  private small(start: number, size: number): Buffer {
    const root = this.entries[0];
    if (!root || root.size > this.bytes.length) throw new UnreadableFile("broken");
    const container = this.chained(root.start, root.size);
    const table = this.chained(this.bytes.readUInt32LE(60), this.bytes.length);
    const parts: Buffer[] = [];
    for (let sector = start; sector < lastSector && parts.length * smallSector < size; ) {
      parts.push(container.subarray(sector * smallSector, (sector + 1) * smallSector));
      sector = table.readUInt32LE(sector * 4);
    }
    return Buffer.concat(parts);
  }

  /** Of the chain that begins here, so many bytes at most. */
  private chained(start: number, most: number): Buffer {
    const parts: Buffer[] = [];
    const bound = Math.min(most, this.bytes.length);
    for (let sector = start; sector < lastSector && parts.length * this.sectorSize < bound; ) {
      parts.push(this.sector(sector));
      sector = this.next(sector);
    }
    return Buffer.concat(parts);
  }

  private sector(number: number): Buffer {
    const at = (number + 1) * this.sectorSize;
    if (at >= this.bytes.length) throw new UnreadableFile("broken");
    return this.bytes.subarray(at, at + this.sectorSize);
  }

  private next(sector: number): number {
    const each = this.sectorSize / 4;
    return this.sector(this.table(Math.floor(sector / each))).readUInt32LE((sector % each) * 4);
  }

  private readonly tables: number[] = [];

  /** Where a part of the allocation table stands: the header knows the first, a chain of its own the others. */
  private table(place: number): number {
    if (place < inHeader) return this.bytes.readUInt32LE(76 + place * 4);
    if (this.tables.length === 0) this.readTables();
    const found = this.tables[place - inHeader];
    if (found === undefined) throw new UnreadableFile("broken");
    return found;
  }

  private readTables(): void {
    const each = this.sectorSize / 4 - 1;
    const most = this.bytes.length / this.sectorSize;
    let sector = this.bytes.readUInt32LE(68);
    for (let read = 0; sector < lastSector && read < most; read += 1) {
      const here = this.sector(sector);
      for (let place = 0; place < each; place += 1) this.tables.push(here.readUInt32LE(place * 4));
      sector = here.readUInt32LE(each * 4);
    }
  }
}

function entriesOf(directory: Buffer): Entry[] {
  const entries: Entry[] = [];
  for (let at = 0; at + entrySize <= directory.length; at += entrySize) {
    const length = Math.min(directory.readUInt16LE(at + 64), 64);
    const name = directory.toString("utf16le", at, at + Math.max(0, length - 2));
    entries.push({ name, start: directory.readUInt32LE(at + 116), size: directory.readUInt32LE(at + 120) });
  }
  return entries;
}
