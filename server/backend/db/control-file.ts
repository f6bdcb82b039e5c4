/** PostgreSQL's control file (src/include/catalog/pg_control.h, version 1800), as far as it says where recovery begins. */
import { readFileSync } from "node:fs";
import { crc32c } from "./crc32c";

export interface ControlFile {
  /** Where the record of the last checkpoint stands in the log. */
  checkpoint: bigint;
  /** Where recovery begins to read. */
  redo: bigint;
  timeline: number;
  /** Bytes of a file of the log. */
  segmentSize: number;
  /** Bytes of a page of the log. */
  pageSize: number;
}

const fileSize = 8192;
const at = { checkpoint: 0x20, redo: 0x28, timeline: 0x30, pageSize: 0xe0, segmentSize: 0xe4 };
/** Between which the sum stands: the structure has some three hundred bytes, and grows a little with versions. */
const sum = { least: 0xe8, most: 512 };

/** Null where its size or its sum is not right. */
export function readControlFile(file: string): ControlFile | null {
  const bytes = readFileSync(file);
  if (bytes.length !== fileSize || !hasItsSum(bytes)) return null;
  return {
    checkpoint: bytes.readBigUInt64LE(at.checkpoint),
    redo: bytes.readBigUInt64LE(at.redo),
    timeline: bytes.readUInt32LE(at.timeline),
    segmentSize: bytes.readUInt32LE(at.segmentSize),
    pageSize: bytes.readUInt32LE(at.pageSize),
  };
}

/** The sum closes the structure, and zeros fill the file after it. */
function hasItsSum(bytes: Buffer): boolean {
  for (let length = sum.least; length < sum.most; length += 4) {
    const isLast = bytes.subarray(length + 4).every((byte) => byte === 0);
    if (isLast && bytes.readUInt32LE(length) === crc32c(bytes.subarray(0, length))) return true;
  }
  return false;
}
