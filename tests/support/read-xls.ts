/** Reads an `.xls` as a spreadsheet does: the compound file's chains, then BIFF8's records; throws at what breaks a rule. */

export type XlsCell = { value: string | number; format: string; quoted: boolean };
export interface XlsSheet {
  name: string;
  rows: XlsCell[][];
}

export function readXls(file: Buffer): XlsSheet[] {
  return sheetsOf(streamOf(file, "Workbook"));
}

function streamOf(file: Buffer, name: string): Buffer {
  if (file.subarray(0, 8).toString("hex") !== "d0cf11e0a1b11ae1") throw new Error("no compound file");
  if (file.length % 512 !== 0) throw new Error("cut off");
  const sector = (n: number) => {
    const at = (n + 1) * 512;
    if (at + 512 > file.length) throw new Error(`no sector ${n}`);
    return file.subarray(at, at + 512);
  };
  const tables: number[] = [];
  for (let n = 0; n < 109; n += 1) tables.push(file.readUInt32LE(76 + n * 4));
  for (let next = file.readUInt32LE(68); next < 0xfffffffa; next = sector(next).readUInt32LE(508)) {
    for (let n = 0; n < 127; n += 1) tables.push(sector(next).readUInt32LE(n * 4));
  }
  const used = tables.filter((n) => n < 0xfffffffa);
  if (used.length !== file.readUInt32LE(44)) throw new Error("another number of tables than told");
  const fat = used.flatMap((n) => Array.from({ length: 128 }, (_, place) => sector(n).readUInt32LE(place * 4)));
  const chain = (first: number) => {
    const sectors: Buffer[] = [];
    for (let n = first; n !== 0xfffffffe; n = fat[n] ?? 0xffffffff) {
      if (n > 0xfffffffa || sectors.length > fat.length) throw new Error("a broken chain");
      sectors.push(sector(n));
    }
    return Buffer.concat(sectors);
  };
  const directory = chain(file.readUInt32LE(48));
  for (let at = 0; at < directory.length; at += 128) {
    const length = directory.readUInt16LE(at + 64);
    if (length === 0 || directory.subarray(at, at + length - 2).toString("utf16le") !== name) continue;
    return chain(directory.readUInt32LE(at + 116)).subarray(0, directory.readUInt32LE(at + 120));
  }
  throw new Error(`no stream ${name}`);
}

interface Rec {
  id: number;
  data: Buffer;
  at: number;
}

function recordsFrom(stream: Buffer, start: number): Rec[] {
  const records: Rec[] = [];
  for (let at = start; ; ) {
    const id = stream.readUInt16LE(at);
    const length = stream.readUInt16LE(at + 2);
    if (length > 8_224) throw new Error("a record that is too long");
    records.push({ id, data: stream.subarray(at + 4, at + 4 + length), at });
    at += 4 + length;
    if (id === 0x000a) return records;
  }
}

function sheetsOf(stream: Buffer): XlsSheet[] {
  const globals = recordsFrom(stream, 0);
  if (globals[0]?.id !== 0x0809 || globals[0].data.readUInt16LE(0) !== 0x0600) throw new Error("no BIFF8");
  const formats = new Map<number, string>([
    [0, "General"],
    [1, "0"],
    [4, "#,##0.00"],
    [49, "@"],
  ]);
  const styles: { format: number; quoted: boolean }[] = [];
  for (const { id, data } of globals) {
    if (id === 0x041e) formats.set(data.readUInt16LE(0), textAt(data, 2, 2).text);
    if (id === 0x00e0) styles.push({ format: data.readUInt16LE(2), quoted: (data.readUInt16LE(4) & 8) !== 0 });
  }
  const first = globals.findIndex(({ id }) => id === 0x00fc);
  const after = globals.findIndex(({ id }, place) => place > first && id !== 0x003c);
  const texts = sharedTexts(globals.slice(first, after).map(({ data }) => data));
  return globals
    .filter(({ id }) => id === 0x0085)
    .map(({ data }) => ({
      name: textAt(data, 6, 1).text,
      rows: rowsOf(recordsFrom(stream, data.readUInt32LE(0)), texts, (style) => {
        const { format, quoted } = styles[style] ?? { format: -1, quoted: false };
        return { format: formats.get(format) ?? `unknown ${format}`, quoted };
      }),
    }));
}

function rowsOf(records: Rec[], texts: string[], styleOf: (style: number) => { format: string; quoted: boolean }) {
  if (records[0]?.id !== 0x0809 || records[0].data.readUInt16LE(2) !== 0x0010) throw new Error("no sheet");
  const rows: XlsCell[][] = [];
  const extent = records.find(({ id }) => id === 0x0200)?.data.readUInt32LE(4) ?? 0;
  for (const { id, data } of records) {
    if (id !== 0x0203 && id !== 0x0204 && id !== 0x00fd) continue;
    const row = data.readUInt16LE(0);
    const value =
      id === 0x0203
        ? data.readDoubleLE(6)
        : id === 0x0204
          ? textAt(data, 6, 2).text
          : (texts[data.readUInt32LE(6)] ?? "missing");
    rows[row] ??= [];
    const cells = rows[row];
    if (cells) cells[data.readUInt16LE(2)] = { value, ...styleOf(data.readUInt16LE(4)) };
  }
  if (rows.length !== extent) throw new Error(`${rows.length} rows where ${extent} were told`);
  return rows;
}

function textAt(data: Buffer, at: number, lengthBytes: 1 | 2): { text: string; end: number } {
  const length = lengthBytes === 1 ? data.readUInt8(at) : data.readUInt16LE(at);
  const begin = at + lengthBytes + 1;
  const wide = ((data[begin - 1] ?? 0) & 1) === 1;
  const end = begin + length * (wide ? 2 : 1);
  return { text: data.subarray(begin, end).toString(wide ? "utf16le" : "latin1"), end };
}

/** A text that crosses into the next record has its flag again there. */
function sharedTexts(records: Buffer[]): string[] {
  const count = records[0]?.readUInt32LE(4) ?? 0;
  const texts: string[] = [];
  let number = 0;
  let at = 8;
  const here = () => {
    const data = records[number];
    if (!data) throw new Error("shared texts are cut off");
    return data;
  };
  while (texts.length < count) {
    if (at >= here().length) {
      number += 1;
      at = 0;
    }
    const length = here().readUInt16LE(at);
    let wide = ((here()[at + 2] ?? 0) & 1) === 1;
    at += 3;
    let text = "";
    while (text.length < length) {
      if (at >= here().length) {
        number += 1;
        wide = ((here()[0] ?? 0) & 1) === 1;
        at = 1;
      }
      const bytes = Math.min((length - text.length) * (wide ? 2 : 1), here().length - at);
      text += here()
        .subarray(at, at + bytes)
        .toString(wide ? "utf16le" : "latin1");
      at += bytes;
    }
    texts.push(text);
  }
  return texts;
}
