/** Bar codes as one SVG path, drawn on the server: Code 128 for any printable ASCII, EAN-13 for goods. */

export interface BarPath {
  /** Modules across, quiet zones included. */
  width: number;
  path: string;
  /** What people read below it. */
  text: string;
}

/** Widths of bar, space, bar … of the values 0 to 106 (ISO/IEC 15417). */
const widths = (
  "212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 " +
  "123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 " +
  "232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 " +
  "313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 " +
  "111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 " +
  "111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 " +
  "114311 411113 411311 113141 114131 311141 411131 211412 211214 211232 2331112"
).split(" ");

const [startB, startC, stop] = [104, 105, 106];
const quiet = 10;

/** The values of a text: digits by pairs where all are digits and even in number, else one by one; check value and stop last. */
export function code128Values(text: string): number[] {
  if (!/^[\x20-\x7e]{1,48}$/.test(text)) throw new Error("Code 128 takes 1 to 48 printable ASCII characters.");
  const pairs = /^(\d\d)+$/.test(text) ? (text.match(/\d\d/g) ?? []).map(Number) : null;
  const values = pairs ? [startC, ...pairs] : [startB, ...[...text].map((sign) => sign.charCodeAt(0) - 32)];
  const check = values.reduce((sum, value, place) => sum + value * Math.max(1, place), 0) % 103;
  return [...values, check, stop];
}

export function code128(text: string): BarPath {
  const bits = code128Values(text)
    .flatMap((value) => [...(widths[value] ?? "")])
    .map((width, place) => (place % 2 === 0 ? "1" : "0").repeat(Number(width)))
    .join("");
  // Each symbol has an even number of bars and spaces, so that every one begins with a bar; the stop ends with one.
  return drawn(bits, quiet, text);
}

const left = "0001101 0011001 0010011 0111101 0100011 0110001 0101111 0111011 0110111 0001011".split(" ");
const parity = "LLLLLL LLGLGG LLGGLG LLGGGL LGLLGG LGGLLG LGGGLL LGLGLG LGLGGL LGGLGL".split(" ");

export function eanCheckDigit(twelve: string): number {
  const sum = [...twelve].reduce((total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 1 : 3), 0);
  return (10 - (sum % 10)) % 10;
}

/** Of 12 digits, or of 13 with the right check digit. */
export function ean13(digits: string): BarPath {
  if (!/^\d{12,13}$/.test(digits)) throw new Error("EAN-13 takes 12 or 13 digits.");
  const text = digits.slice(0, 12) + eanCheckDigit(digits.slice(0, 12));
  if (digits.length === 13 && digits !== text) throw new Error("The check digit is wrong.");
  const pattern = parity[Number(text[0])] ?? "";
  const half = [...text.slice(1, 7)].map((digit, place) => {
    const code = left[Number(digit)] ?? "";
    return pattern[place] === "L" ? code : reversed(inverted(code));
  });
  const other = [...text.slice(7)].map((digit) => inverted(left[Number(digit)] ?? ""));
  return drawn(`101${half.join("")}01010${other.join("")}101`, 11, text);
}

const inverted = (bits: string) => [...bits].map((bit) => (bit === "1" ? "0" : "1")).join("");
const reversed = (bits: string) => [...bits].reverse().join("");

/** One unit high: the picture stretches it. */
function drawn(bits: string, margin: number, text: string): BarPath {
  const bars = [...bits.matchAll(/1+/g)].map(
    ({ 0: run, index }) => `M${margin + index} 0h${run.length}v1h-${run.length}z`,
  );
  return { width: bits.length + 2 * margin, path: bars.join(""), text };
}
