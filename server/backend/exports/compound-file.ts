/**
 * The container of an `.xls`: a compound file (MS-CFB, version 3) with one stream. The stream's bytes are written by
 * somebody else; here is what stands before and after them. A library would want the whole stream in memory first.
 */
const sectorSize = 512;
const entriesASector = sectorSize / 4;
const inHeader = 109;
const smallest = 4_096;
const free = 0xffffffff;
const endOfChain = 0xfffffffe;
const fatSector = 0xfffffffd;
const difatSector = 0xfffffffc;

export interface Container {
  header: Uint8Array;
  /** Zeros up to a whole sector, the allocation tables, and the directory. */
  tail: Uint8Array;
}

/** Around a stream of `length` bytes that begins right behind the header. */
export function compoundFile(streamName: string, length: number): Container {
  const size = Math.max(length, smallest);
  const streamSectors = Math.ceil(size / sectorSize);
  const { fats, difats } = tablesFor(streamSectors);
  const directory = streamSectors + fats + difats;
  const padding = new Uint8Array(streamSectors * sectorSize - length);
  const tail = Buffer.concat([
    padding,
    allocation(streamSectors, fats, difats),
    chained(streamSectors, fats, difats),
    entries(streamName, size),
  ]);
  return { header: headerOf(streamSectors, fats, difats, directory), tail };
}

/** The tables describe themselves, too: enlarge them until they do. */
function tablesFor(streamSectors: number): { fats: number; difats: number } {
  let fats = 1;
  let difats = 0;
  for (;;) {
    const total = streamSectors + fats + difats + 1;
    const needed = Math.ceil(total / entriesASector);
    const further = Math.max(0, Math.ceil((needed - inHeader) / (entriesASector - 1)));
    if (needed === fats && further === difats) return { fats, difats };
    fats = needed;
    difats = further;
  }
}

function allocation(streamSectors: number, fats: number, difats: number): Buffer {
  const table = Buffer.alloc(fats * sectorSize, 0xff);
  const put = (sector: number, value: number) => table.writeUInt32LE(value, sector * 4);
  for (let sector = 0; sector < streamSectors; sector += 1) {
    put(sector, sector === streamSectors - 1 ? endOfChain : sector + 1);
  }
  for (let n = 0; n < fats; n += 1) put(streamSectors + n, fatSector);
  for (let n = 0; n < difats; n += 1) put(streamSectors + fats + n, difatSector);
  put(streamSectors + fats + difats, endOfChain);
  return table;
}

/** Where the tables are that the header has no room for. */
function chained(streamSectors: number, fats: number, difats: number): Buffer {
  const sectors = Buffer.alloc(difats * sectorSize, 0xff);
  for (let n = 0; n < difats; n += 1) {
    for (let place = 0; place < entriesASector - 1; place += 1) {
      const fat = inHeader + n * (entriesASector - 1) + place;
      if (fat < fats) sectors.writeUInt32LE(streamSectors + fat, n * sectorSize + place * 4);
    }
    const next = n === difats - 1 ? endOfChain : streamSectors + fats + n + 1;
    sectors.writeUInt32LE(next, (n + 1) * sectorSize - 4);
  }
  return sectors;
}

function headerOf(streamSectors: number, fats: number, difats: number, directory: number): Buffer {
  const header = Buffer.alloc(sectorSize);
  Buffer.from("d0cf11e0a1b11ae1", "hex").copy(header);
  header.writeUInt16LE(0x3e, 24);
  header.writeUInt16LE(3, 26);
  header.writeUInt16LE(0xfffe, 28);
  header.writeUInt16LE(9, 30);
  header.writeUInt16LE(6, 32);
  header.writeUInt32LE(fats, 44);
  header.writeUInt32LE(directory, 48);
  header.writeUInt32LE(smallest, 56);
  header.writeUInt32LE(endOfChain, 60);
  header.writeUInt32LE(difats > 0 ? streamSectors + fats : endOfChain, 68);
  header.writeUInt32LE(difats, 72);
  for (let n = 0; n < inHeader; n += 1) header.writeUInt32LE(n < fats ? streamSectors + n : free, 76 + n * 4);
  return header;
}

function entries(streamName: string, size: number): Buffer {
  const none = { type: 0, child: free, start: 0, size: 0 };
  return Buffer.concat([
    entry("Root Entry", { type: 5, child: 1, start: endOfChain, size: 0 }),
    entry(streamName, { type: 2, child: free, start: 0, size }),
    entry("", none),
    entry("", none),
  ]);
}

function entry(
  name: string,
  { type, child, start, size }: Record<"type" | "child" | "start" | "size", number>,
): Buffer {
  const bytes = Buffer.alloc(128);
  bytes.write(name, "utf16le");
  bytes.writeUInt16LE(name === "" ? 0 : (name.length + 1) * 2, 64);
  bytes[66] = type;
  bytes[67] = 1;
  bytes.writeUInt32LE(free, 68);
  bytes.writeUInt32LE(free, 72);
  bytes.writeUInt32LE(child, 76);
  bytes.writeUInt32LE(start, 116);
  bytes.writeUInt32LE(size, 120);
  return bytes;
}
