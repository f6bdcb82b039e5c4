/** Where the small picture of an uploaded one lies: beside it. */
export function thumbnailKey(path: string): string {
  return `${path.slice(1)}.thumb.webp`;
}
