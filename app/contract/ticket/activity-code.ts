/** Promotion codes as people type and scanners read them: twelve characters, the last of them a check. Pure. */

export const codeAlphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
export const codeLength = 12;

/** The check over all but the last character (Luhn's rule over 32 characters): finds a wrong one, and two that changed places. */
export function checkCharacter(body: string): string {
  let sum = 0;
  [...body].reverse().forEach((character, place) => {
    const value = codeAlphabet.indexOf(character) * (place % 2 === 0 ? 2 : 1);
    sum += Math.floor(value / 32) + (value % 32);
  });
  return codeAlphabet[(32 - (sum % 32)) % 32] ?? "0";
}

/** Codes of what was typed or scanned, one after another; hyphens, spaces, case and look-alikes do not matter. */
export function codesIn(text: string): string[] {
  const pieces = text
    .normalize("NFKC")
    .toUpperCase()
    .split(/[,;、\r\n]+/);
  return pieces.flatMap((piece) => {
    const typed = piece
      .replace(/[\s-]+/g, "")
      .replaceAll("O", "0")
      .replace(/[IL]/g, "1");
    if (typed === "") return [];
    return typed.length % codeLength === 0 ? (typed.match(/.{12}/g) ?? []) : [typed];
  });
}

export const isCode = (code: string): boolean =>
  code.length === codeLength &&
  [...code].every((one) => codeAlphabet.includes(one)) &&
  checkCharacter(code.slice(0, -1)) === code.slice(-1);

/** As it is printed. */
export const writtenCode = (code: string): string => code.replace(/(.{4})(?=.)/g, "$1-");

/** As it is shown once it was exported: its last four. */
export const maskedCode = (tail: string): string => `****-****-${tail}`;
