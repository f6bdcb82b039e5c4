/**
 * Reads the records of PostgreSQL's log that recovery cannot do without: from where it begins to the last checkpoint.
 * All of them were on the disk before the control file named them, so one that is missing or has a wrong sum is damage and
 * no power cut; what follows them may end anywhere. Layout: src/include/access/xlogrecord.h and xlog_internal.h.
 */
import { closeSync, existsSync, openSync, readSync } from "node:fs";
import path from "node:path";
import type { ControlFile } from "./control-file";
import { crc32c } from "./crc32c";

const recordHeader = 24;
const sumAt = 20;
const pageHeader = 24;
/** Of the first page of a file. */
const longHeader = 40;
const largestRecord = 1024 * 1024 * 1024;
/** Of the resource manager 0, ends a file before it is full. */
const switchRecord = 0x40;

/** Whether every record from the beginning of recovery to the checkpoint is there, with its sum. */
export function checkpointIsReadable(directory: string, control: ControlFile): boolean {
  const log = new Log(directory, control);
  try {
    for (let at = control.redo; ; ) {
      const next = log.recordAt(at);
      if (next === null) return false;
      if (at === control.checkpoint) return true;
      if (at > control.checkpoint) return false;
      at = next;
    }
  } finally {
    log.close();
  }
}

class Log {
  private open: { name: string; descriptor: number } | null = null;

  constructor(
    private readonly directory: string,
    private readonly control: ControlFile,
  ) {}

  close(): void {
    if (this.open) closeSync(this.open.descriptor);
    this.open = null;
  }

  /** Where the next record begins; null where this one is not whole. */
  recordAt(at: bigint): bigint | null {
    const head = this.bytes(at, recordHeader);
    if (!head) return null;
    const length = head.bytes.readUInt32LE(0);
    if (length < recordHeader || length > largestRecord) return null;
    const record = this.bytes(at, length);
    if (!record) return null;
    const sum = crc32c(record.bytes.subarray(recordHeader), record.bytes.subarray(0, sumAt));
    if (sum !== record.bytes.readUInt32LE(sumAt)) return null;
    const { segmentSize } = this.control;
    if (record.bytes.readUInt8(17) === 0 && (record.bytes.readUInt8(16) & 0xf0) === switchRecord) {
      return (record.end / BigInt(segmentSize) + 1n) * BigInt(segmentSize) + BigInt(longHeader);
    }
    const aligned = (record.end + 7n) & ~7n;
    return this.isPageStart(aligned) ? aligned + BigInt(this.headerAt(aligned)) : aligned;
  }

  private isPageStart(at: bigint): boolean {
    return at % BigInt(this.control.pageSize) === 0n;
  }

  private headerAt(page: bigint): number {
    return page % BigInt(this.control.segmentSize) === 0n ? longHeader : pageHeader;
  }

  /** So many bytes of a record, without the headers of the pages that it goes over. */
  private bytes(at: bigint, count: number): { bytes: Buffer; end: bigint } | null {
    const pieces: Buffer[] = [];
    let from = at;
    for (let left = count; left > 0; ) {
      if (this.isPageStart(from)) from += BigInt(this.headerAt(from));
      const page = from - (from % BigInt(this.control.pageSize));
      const size = Math.min(left, this.control.pageSize - Number(from - page));
      if (!this.isPageOf(page)) return null;
      const piece = this.read(from, size);
      if (!piece) return null;
      pieces.push(piece);
      from += BigInt(size);
      left -= size;
    }
    return { bytes: Buffer.concat(pieces), end: from };
  }

  /** A file is used again once it is old: its pages then name another place. */
  private isPageOf(page: bigint): boolean {
    return this.read(page + 8n, 8)?.readBigUInt64LE(0) === page;
  }

  private read(at: bigint, size: number): Buffer | null {
    const { segmentSize, timeline } = this.control;
    const number = Number(at / BigInt(segmentSize));
    const perRound = 0x1_0000_0000 / segmentSize;
    const name = [timeline, Math.floor(number / perRound), number % perRound]
      .map((part) => part.toString(16).toUpperCase().padStart(8, "0"))
      .join("");
    if (this.open?.name !== name) {
      this.close();
      const file = path.join(this.directory, name);
      if (!existsSync(file)) return null;
      this.open = { name, descriptor: openSync(file, "r") };
    }
    const buffer = Buffer.alloc(size);
    const place = Number(at % BigInt(segmentSize));
    return readSync(this.open.descriptor, buffer, 0, size, place) === size ? buffer : null;
  }
}
