/** Where stored files are seen. Apart from what is said of uploads: lists show pictures, and bring no words about sizes. */

/** A page that leads to a fresh link, signed and expiring, to a file of the reader's own corp. */
export function linkTo(path: string): string {
  return `/upload/link?filePath=${path}`;
}

/** The small picture of an image; an SVG is small enough itself. */
export function thumbnailOf(path: string): string {
  return path.endsWith(".svg") ? path : `${path}?thumb=1`;
}
