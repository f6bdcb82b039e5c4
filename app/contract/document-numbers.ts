/**
 * Numbers of documents, read by kind: each kind with its own check. Pure, without the schemas, so that a gate may carry it.
 */
import { countryOf } from "./countries";
import { type DocumentKind, documentKinds } from "./document-kinds";
import { isIdentityArea } from "./identity-areas";
import { isIdentityNumber } from "./identity-number";
import { readPassportZone } from "./passport-zone";

export interface IdentityDocument {
  document: DocumentKind;
  /** Three letters, of passports alone; else "". */
  country: string;
  identity: string;
}

/** The number as it is kept, or null where no document of the kind has such a one. Takes what {@link plain} gives. */
type Check = (number: string) => string | null;

const checks: Readonly<Record<DocumentKind, Check>> = {
  resident: (number) => (kindByDigits(number) === "resident" ? number : null),
  residencePermit: (number) => (kindByDigits(number) === "residencePermit" ? number : null),
  // Nine characters are the holder's for life; two more count the renewals of cards before 2013. HA and MA: since 2024, of
  // permanent residents who are no Chinese citizens.
  hkMacaoPermit: (number) => /^([HM][A\d]\d{7})(?:\d{2})?$/.exec(number)?.[1] ?? null,
  // Eight digits; ten and a letter for the issue in booklets before 2015.
  taiwanPermit: (number) => /^(\d{8}|\d{10})[A-Z]?$/.exec(number)?.[1] ?? null,
  passport: (number) => (/^(?=(?:.*\d){3})[A-Z\d]{5,9}$/.test(number) ? number : null),
  foreignerCard: (number) => (kindByDigits(number) === "foreignerCard" || isOldForeignerCard(number) ? number : null),
  military: (number) => {
    const match = /^(\p{Script=Han}{1,2}字第[A-Z\d]{4,8})号?$/u.exec(number);
    return match ? `${match[1]}号` : null;
  },
  birth: (number) => (/^[A-Z]\d{9}$/.test(number) ? number : null),
};

/** What was typed, read as a document of the kind; null where it is none. Eighteen digits say their kind themselves. */
export function readDocument(kind: DocumentKind, country: string, number: string): IdentityDocument | null {
  const given = plain(number);
  const document = kindByDigits(given) ?? kind;
  const identity = checks[document](given);
  if (identity === null) return null;
  if (document !== "passport") return { document, country: "", identity };
  const issuer = countryOf(country);
  return issuer === null ? null : { document, country: issuer, identity };
}

/**
 * A document in what a scanner sent or a hand typed without saying its kind, for a search; null where it looks like none. A
 * number alone says no country: whoever finds several people by it has to choose.
 */
export function documentIn(text: string): { identity: string; country: string } | null {
  const zone = readPassportZone(text);
  if (zone) return { identity: zone.identity, country: zone.country };
  const given = plain(text);
  for (const kind of documentKinds) {
    const identity = checks[kind](given);
    if (identity !== null) return { identity, country: "" };
  }
  return null;
}

/** Spaces, hyphens, brackets, full width and small letters do not matter. */
function plain(number: string): string {
  return number
    .normalize("NFKC")
    .replace(/[\s\-()·.]+/g, "")
    .toUpperCase();
}

/** Resident cards, and the cards made after their pattern, by their first digits; null for other numbers. */
function kindByDigits(number: string): DocumentKind | null {
  if (!isIdentityNumber(number)) return null;
  if (number.startsWith("9")) return "foreignerCard";
  return /^8[123]0000/.test(number) ? "residencePermit" : "resident";
}

/** Until 2023: nationality, four digits of the place, day of birth, a number and a check digit. */
function isOldForeignerCard(number: string): boolean {
  const match = /^([A-Z]{3})(\d{4})\d{2}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])\d{2}$/.exec(number);
  const [, country = "", place = ""] = match ?? [];
  return match !== null && countryOf(country) !== null && country !== "CHN" && isProvince(place.slice(0, 2));
}

function isProvince(digits: string): boolean {
  return isIdentityArea(`${digits}0100`);
}
