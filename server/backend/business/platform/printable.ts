/** What a browser says of itself, without control characters; it may call itself anything, and that keeps nobody out. */
export function printable(text = ""): string {
  return text.replace(/\p{Cc}/gu, "");
}
