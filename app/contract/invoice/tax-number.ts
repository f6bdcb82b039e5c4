/** Numbers that the tax office knows a buyer by: the unified social credit code with its check digit, and older forms. */

/** GB 32100-2015: no letters that are taken for digits. */
const signs = "0123456789ABCDEFGHJKLMNPQRTUWXY";
const modulus = signs.length;

/** As people type it, in the form that it is kept: no spaces, capitals. */
export const plainTaxNumber = (text: string): string => text.replace(/[\s-]/g, "").toUpperCase();

/** Eighteen signs of which the last is reckoned from the others. */
export function isCreditCode(text: string): boolean {
  if (!/^[0-9A-HJ-NPQRTUWXY]{2}\d{6}[0-9A-HJ-NPQRTUWXY]{10}$/.test(text)) return false;
  const sum = [...text.slice(0, 17)].reduce((all, sign, place) => all + signs.indexOf(sign) * weight(place), 0);
  return signs[(modulus - (sum % modulus)) % modulus] === text[17];
}

/** Powers of three. */
function weight(place: number): number {
  let one = 1;
  for (let step = 0; step < place; step++) one = (one * 3) % modulus;
  return one;
}

/**
 * Of a company: the credit code (18), or a number of before it: 15 signs, or 20 of a branch or of a person in business,
 * whose number is an identity number with two or more signs behind it.
 */
export function isTaxNumber(text: string): boolean {
  if (text.length === 18) return isCreditCode(text);
  return /^\d{6}[0-9A-Z]{9}$/.test(text) || /^\d{17}[\dX][0-9A-Z]{2}$/.test(text);
}

/** The tax bureau's number of a fully digital invoice. */
export const isInvoiceNumber = (text: string): boolean => /^\d{20}$/.test(text);
/** A code of the classification of goods and services. */
export const isTaxCategory = (text: string): boolean => /^\d{19}$/.test(text);
