/** An address on this console and nowhere else, from something that a form or a query says. */
export function localPath(value: unknown, otherwise: string): string {
  if (typeof value !== "string" || value.length > 2000) return otherwise;
  if (!/^\/(?![/\\])/.test(value) || /[\p{Cc}\s\\]/u.test(value)) return otherwise;
  return value;
}
