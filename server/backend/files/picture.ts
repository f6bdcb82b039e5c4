/**
 * Pictures made anew: what comes out is pixels and nothing else (no hidden bytes, no place and camera of a photo). Runs in
 * a thread of its own (`parsing`).
 */
import type { Sharp } from "sharp";
import { loadSharp } from "../kernel/load-sharp";
import { cleanSvg } from "./svg";

export interface Picture {
  bytes: Uint8Array;
  width: number | null;
  height: number | null;
  /** WebP; null of a drawing, which is small itself. */
  thumbnail: Uint8Array | null;
}

/** More is no picture but a bomb. */
const maxPixels = 50_000_000;
/** Seconds. Ending a thread does not end what libvips computes for it: this does. */
const patience = 15;
const compressedSide = 1_920;
const thumbnailSide = 200;

/** Fails where the bytes are no whole picture. `extension` is what they were found to be. */
export async function remade(bytes: Uint8Array, extension: string, isCompress: boolean): Promise<Picture> {
  if (extension === "svg") return drawing(bytes);
  const sharp = await loadSharp();
  const animated = extension === "gif";
  let image = sharp(bytes, { animated, limitInputPixels: maxPixels }).autoOrient();
  if (isCompress)
    image = image.resize({ width: compressedSide, height: compressedSide, fit: "inside", withoutEnlargement: true });
  const { data, info } = await encoded(image, extension, isCompress)
    .timeout({ seconds: patience })
    .toBuffer({ resolveWithObject: true });
  const thumbnail = await sharp(data, { limitInputPixels: maxPixels })
    .resize({ width: thumbnailSide, height: thumbnailSide, fit: "inside", withoutEnlargement: true })
    .webp({ quality: 70 })
    .timeout({ seconds: patience })
    .toBuffer();
  return { bytes: data, width: info.width, height: info.pageHeight ?? info.height, thumbnail };
}

function encoded(image: Sharp, extension: string, isCompress: boolean): Sharp {
  if (extension === "jpg") return image.jpeg({ quality: isCompress ? 75 : 90, mozjpeg: isCompress });
  if (extension === "gif") return image.gif();
  return image.png({ compressionLevel: 9, palette: isCompress, ...(isCompress && { quality: 90 }) });
}

function drawing(bytes: Uint8Array): Picture {
  const clean = cleanSvg(Buffer.from(bytes).toString("utf8"));
  if (clean === null) throw new Error("no drawing is left");
  return { bytes: Buffer.from(clean), width: null, height: null, thumbnail: null };
}
