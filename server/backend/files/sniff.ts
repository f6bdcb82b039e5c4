/** What a file is, by its first bytes; its name only tells apart what begins alike. */
import type { StoredFile } from "./schema";

export interface Sniffed {
  kind: StoredFile["kind"];
  /** Of the stored name. */
  extension: string;
  contentType: string;
  /** An image, but none of those that are taken. */
  unwanted?: boolean;
}

const image = (extension: string, contentType: string): Sniffed => ({ kind: "image", extension, contentType });
const unwanted = (extension: string): Sniffed => ({ ...image(extension, `image/${extension}`), unwanted: true });
const media = (extension: string, contentType: string): Sniffed => ({ kind: "media", extension, contentType });
const document = (extension: string, contentType: string): Sniffed => ({ kind: "document", extension, contentType });

/** Null: nothing that is taken anywhere. */
export function sniff(bytes: Uint8Array, name: string): Sniffed | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 4_096));
  const ended = /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toLowerCase() ?? "";
  return imageOf(head) ?? mediaOf(head) ?? documentOf(head, ended) ?? textOf(bytes, ended);
}

function imageOf(head: Buffer): Sniffed | null {
  if (begins(head, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return image("png", "image/png");
  if (begins(head, [0xff, 0xd8, 0xff])) return image("jpg", "image/jpeg");
  if (/^GIF8[79]a/.test(text(head, 0, 6))) return image("gif", "image/gif");
  if (
    /^\uFEFF?\s*(<\?xml[^>]*\?>\s*|<!--[\s\S]*?-->\s*|<!DOCTYPE svg[^>[]*>\s*)*<svg[\s>]/i.test(head.toString("utf8"))
  )
    return image("svg", "image/svg+xml");
  if (text(head, 0, 4) === "RIFF" && text(head, 8, 4) === "WEBP") return unwanted("webp");
  if (text(head, 0, 2) === "BM" && head.readUInt16LE(6) === 0) return unwanted("bmp");
  if (begins(head, [0x49, 0x49, 0x2a, 0]) || begins(head, [0x4d, 0x4d, 0, 0x2a])) return unwanted("tiff");
  if (begins(head, [0, 0, 1, 0])) return unwanted("ico");
  if (/^ftyp(avif|heic|heix|mif1)/.test(text(head, 4, 8))) return unwanted("heic");
  return null;
}

function mediaOf(head: Buffer): Sniffed | null {
  if (text(head, 0, 3) === "ID3" || (head[0] === 0xff && ((head[1] ?? 0) & 0xe6) === 0xe2))
    return media("mp3", "audio/mpeg");
  if (text(head, 0, 4) === "OggS") return media("ogg", "audio/ogg");
  if (text(head, 0, 4) === "RIFF" && text(head, 8, 4) === "WAVE") return media("wav", "audio/wav");
  if (text(head, 4, 8) === "ftypM4A ") return media("m4a", "audio/mp4");
  if (text(head, 4, 4) === "ftyp") return media("mp4", "video/mp4");
  if (begins(head, [0x1a, 0x45, 0xdf, 0xa3])) return media("webm", "video/webm");
  return null;
}

const office = "application/vnd.openxmlformats-officedocument";
const zipped: Record<string, string> = {
  docx: `${office}.wordprocessingml.document`,
  xlsx: `${office}.spreadsheetml.sheet`,
  pptx: `${office}.presentationml.presentation`,
};
const compound: Record<string, string> = {
  doc: "application/msword",
  xls: "application/vnd.ms-excel",
  ppt: "application/vnd.ms-powerpoint",
};

function documentOf(head: Buffer, ended: string): Sniffed | null {
  if (text(head, 0, 5) === "%PDF-") return document("pdf", "application/pdf");
  if (begins(head, [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])) {
    const type = compound[ended];
    return type ? document(ended, type) : null;
  }
  if (begins(head, [0x50, 0x4b, 3, 4]))
    return document(zipped[ended] ? ended : "zip", zipped[ended] ?? "application/zip");
  return null;
}

/** Only what says so by its name, and has the bytes of text. */
function textOf(bytes: Uint8Array, ended: string): Sniffed | null {
  if (ended !== "txt" && ended !== "csv") return null;
  if (bytes.includes(0)) return null;
  return document(ended, ended === "csv" ? "text/csv" : "text/plain");
}

function begins(head: Buffer, bytes: number[]): boolean {
  return bytes.every((byte, index) => head[index] === byte);
}

function text(head: Buffer, from: number, length: number): string {
  return head.toString("latin1", from, from + length);
}
