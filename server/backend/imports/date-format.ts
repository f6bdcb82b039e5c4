/** Which numbers of a sheet are days and times: their cells' formats say so. */

/** Of the formats that have no text in the file; from 27 those of East Asia. */
const builtIn = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
] as const;

/** By its number, and its own text where the file has one. */
export function isDateFormat(number: number, text: string | undefined): boolean {
  if (text === undefined) return builtIn.some(([from, to]) => number >= from && number <= to);
  if (/^general$/i.test(text)) return false;
  // Texts in quotation marks, single signs, colours and countries; hours beyond a day stand in brackets as well.
  const plain = text.replace(/"[^"]*"?|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]?/gi, "");
  return /[ymdhs]|aaa/i.test(plain.split(";")[0] ?? "");
}

const day = 86_400_000;
/** 9999-12-31. */
const last = 2_958_466;

/**
 * The day and time of a number; null for what is none. A number below one is a time. Before March 1900 the numbers are
 * one off: they count a 29 February that was not.
 */
export function dateOf(number: number, is1904: boolean): Date | null {
  if (!(number >= 0 && number < last)) return null;
  if (number < 1) return new Date(Date.UTC(1899, 11, 30) + number * day);
  const begin = is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, number < 60 ? 31 : 30);
  return new Date(begin + number * day);
}
