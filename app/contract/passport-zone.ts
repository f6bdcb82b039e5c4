/** The machine-readable zone of a passport (ICAO 9303-4, two lines of 44), as scanners send it. */
import { countryOf } from "./countries";

export interface ReadPassport {
  document: "passport";
  country: string;
  identity: string;
  /** Surname first, as it stands there. */
  name: string;
}

const zone = /P[A-Z<][A-Z<]{3}[A-Z<]{39}[A-Z0-9<]{9}\d[A-Z<]{3}\d{6}\d[MFX<]\d{6}\d[A-Z0-9<]{14}[\d<]\d/;

/** Null where there is no such zone in the text, or a check digit does not fit: then it was misread. */
export function readPassportZone(text: string): ReadPassport | null {
  const found = zone.exec(text.normalize("NFKC").replaceAll("«", "<<").replace(/\s+/g, "").toUpperCase())?.[0];
  if (!found) return null;
  const [names, lower] = [found.slice(5, 44), found.slice(44)];
  const checked = [
    [lower.slice(0, 9), lower[9]],
    [lower.slice(13, 19), lower[19]],
    [lower.slice(21, 27), lower[27]],
    [lower.slice(0, 10) + lower.slice(13, 20) + lower.slice(21, 43), lower[43]],
  ];
  if (checked.some(([part = "", digit]) => checkDigit(part) !== digit)) return null;
  const country = countryOf(found.slice(2, 5));
  const identity = lower.slice(0, 9).replaceAll("<", "");
  if (country === null || identity === "") return null;
  const name = names
    .split("<")
    .filter((part) => part !== "")
    .join(" ");
  return { document: "passport", country, identity, name };
}

/** Weights 7, 3, 1; letters count from ten, a filler as nought. */
function checkDigit(part: string): string {
  const values = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  const sum = [...part].reduce(
    (total, sign, place) => total + Math.max(0, values.indexOf(sign)) * ([7, 3, 1][place % 3] ?? 0),
    0,
  );
  return String(sum % 10);
}
