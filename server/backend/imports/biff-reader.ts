/** Records of BIFF8 (MS-XLS) as they stand in a stream, and the texts in them. Reading past the end throws a RangeError. */
import { UnreadableFile } from "./unreadable";

export const ids = {
  bof: 0x0809,
  eof: 0x000a,
  continued: 0x003c,
  filePass: 0x002f,
  date1904: 0x0022,
  format: 0x041e,
  style: 0x00e0,
  sheet: 0x0085,
  sharedTexts: 0x00fc,
  sharedText: 0x00fd,
  label: 0x0204,
  richLabel: 0x00d6,
  number: 0x0203,
  shortNumber: 0x027e,
  shortNumbers: 0x00bd,
  formula: 0x0006,
  formulaText: 0x0207,
  truth: 0x0205,
} as const;

export interface BiffRecord {
  id: number;
  /** Its own bytes first, then those of the records that continue it. */
  parts: Buffer[];
}

/** From a place of the stream on; each with what continues it. */
export function* recordsFrom(stream: Buffer, start: number): Generator<BiffRecord> {
  for (let at = start; at + 4 <= stream.length; ) {
    const id = stream.readUInt16LE(at);
    const parts: Buffer[] = [];
    do {
      const end = at + 4 + stream.readUInt16LE(at + 2);
      if (end > stream.length) throw new UnreadableFile("broken");
      parts.push(stream.subarray(at + 4, end));
      at = end;
    } while (at + 4 <= stream.length && stream.readUInt16LE(at) === ids.continued);
    yield { id, parts };
  }
  throw new UnreadableFile("broken");
}

/** Reads texts over the borders of records: a text that crosses one tells its width again behind it. */
export class TextReader {
  private part = 0;

  constructor(
    private readonly parts: Buffer[],
    private at: number,
  ) {}

  get ended(): boolean {
    return this.part >= this.parts.length - 1 && this.at >= this.here.length;
  }

  private get here(): Buffer {
    const here = this.parts[this.part];
    if (!here) throw new UnreadableFile("broken");
    return here;
  }

  /** With its length in one byte or two, and what there is of its looks behind it. */
  text(lengthBytes: 1 | 2): string {
    if (this.at >= this.here.length) this.turn();
    const length = lengthBytes === 1 ? this.byte() : this.word();
    const flags = this.byte();
    const looks = (flags & 8) !== 0 ? this.word() * 4 : 0;
    const more = (flags & 4) !== 0 ? this.word() + this.word() * 0x10000 : 0;
    const text = this.characters(length, (flags & 1) !== 0);
    this.skip(looks + more);
    return text;
  }

  private characters(length: number, isWide: boolean): string {
    let text = "";
    let wide = isWide;
    while (text.length < length) {
      if (this.at >= this.here.length) {
        this.turn();
        wide = (this.byte() & 1) !== 0;
      }
      const left = this.here.length - this.at;
      const taken = Math.min((length - text.length) * (wide ? 2 : 1), wide ? left & ~1 : left);
      if (taken === 0) throw new UnreadableFile("broken");
      text += this.here.toString(wide ? "utf16le" : "latin1", this.at, this.at + taken);
      this.at += taken;
    }
    return text;
  }

  private skip(bytes: number): void {
    let left = bytes;
    while (left > this.here.length - this.at) {
      left -= this.here.length - this.at;
      this.turn();
    }
    this.at += left;
  }

  private turn(): void {
    this.part += 1;
    this.at = 0;
  }

  private byte(): number {
    const value = this.here.readUInt8(this.at);
    this.at += 1;
    return value;
  }

  private word(): number {
    const value = this.here.readUInt16LE(this.at);
    this.at += 2;
    return value;
  }
}

/** A number in four bytes: whole or the upper half of a double, perhaps a hundredth of it. */
export function shortNumber(bits: number): number {
  const whole = Buffer.alloc(8);
  whole.writeInt32LE(bits & ~3, 4);
  const value = (bits & 2) !== 0 ? bits >> 2 : whole.readDoubleLE(0);
  return (bits & 1) !== 0 ? value / 100 : value;
}
