/**
 * What a file is, by its first bytes: pictures, sound and film as file-type finds them, drawings, texts and documents by our
 * own rules. Its name only tells apart what begins alike.
 */
import type { FoundType } from "../parsing/messages";
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
const media = (extension: string, contentType: string): Sniffed => ({ kind: "media", extension, contentType });
const document = (extension: string, contentType: string): Sniffed => ({ kind: "document", extension, contentType });

const images: Record<string, Sniffed> = {
  png: image("png", "image/png"),
  apng: image("png", "image/png"),
  jpg: image("jpg", "image/jpeg"),
  gif: image("gif", "image/gif"),
};
const sounds: Record<string, Sniffed> = {
  mp3: media("mp3", "audio/mpeg"),
  ogg: media("ogg", "audio/ogg"),
  oga: media("ogg", "audio/ogg"),
  opus: media("ogg", "audio/ogg"),
  ogv: media("ogg", "video/ogg"),
  wav: media("wav", "audio/wav"),
  m4a: media("m4a", "audio/mp4"),
  mp4: media("mp4", "video/mp4"),
  m4v: media("mp4", "video/mp4"),
  mov: media("mp4", "video/mp4"),
  webm: media("webm", "video/webm"),
  mkv: media("webm", "video/webm"),
};

/** `type` is what the first bytes say, by {@link Parsers.type}. Null: nothing that is taken anywhere. */
export function sniff(bytes: Uint8Array, name: string, type: FoundType | null): Sniffed | null {
  const ended = /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toLowerCase() ?? "";
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 16));
  const known = type && (images[type.ext] ?? sounds[type.ext]);
  // Three letters make no picture.
  if (known && (type.ext !== "gif" || /^GIF8[79]a/.test(text(head, 0, 6)))) return known;
  if (type?.mime.startsWith("image/") && type.ext !== "svg" && type.ext !== "gif")
    return { ...image(type.ext, type.mime), unwanted: true };
  if (isDrawing(bytes)) return image("svg", "image/svg+xml");
  // With tags that are longer than what was looked at.
  if (text(head, 0, 3) === "ID3") return media("mp3", "audio/mpeg");
  return documentOf(head, ended) ?? textOf(bytes, ended);
}

/** What may stand before the element of a drawing. */
const before = [
  ["<?xml", "?>"],
  ["<!--", "-->"],
  ["<!doctype svg", ">"],
] as const;

/** Whether the first element is a drawing's; file-type leaves that to its readers. One pass, whatever stands before it. */
export function isDrawing(bytes: Uint8Array): boolean {
  const head = new TextDecoder().decode(bytes.subarray(0, 4_096)).toLowerCase();
  let at = afterSpace(head, 0);
  for (;;) {
    const here = at;
    const part = before.find(([begin]) => head.startsWith(begin, here));
    if (!part) return /^<svg[\s>/]/.test(head.slice(at, at + 5));
    const end = head.indexOf(part[1], at + part[0].length);
    if (end < 0) return false;
    // An internal subset may say anything.
    if (part[0] === "<!doctype svg" && head.slice(at, end).includes("[")) return false;
    at = afterSpace(head, end + part[1].length);
  }
}

function afterSpace(text: string, from: number): number {
  let at = from;
  while (/\s/.test(text.charAt(at))) at += 1;
  return at;
}

const office = "application/vnd.openxmlformats-officedocument";
const zipped: Record<string, string> = {
  docx: `${office}.wordprocessingml.document`,
  xlsx: `${office}.spreadsheetml.sheet`,
  pptx: `${office}.presentationml.presentation`,
  // Electronic invoices come so.
  ofd: "application/ofd",
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

const texts: Record<string, string> = { txt: "text/plain", csv: "text/csv", xml: "application/xml" };

/** Only what says so by its name, and has the bytes of text. */
function textOf(bytes: Uint8Array, ended: string): Sniffed | null {
  const type = texts[ended];
  if (!type || bytes.includes(0)) return null;
  // It is handed out as a file to keep, and never shown in a window.
  if (ended === "xml" && !/^(\uFEFF)?\s*</.test(new TextDecoder().decode(bytes.subarray(0, 200)))) return null;
  return document(ended, type);
}

function begins(head: Buffer, bytes: number[]): boolean {
  return bytes.every((byte, index) => head[index] === byte);
}

function text(head: Buffer, from: number, length: number): string {
  return head.toString("latin1", from, from + length);
}
