/** Visitors out of a reader or a spreadsheet: a line each, the document wherever it stands in it. Pure, and in the browser. */
import type { DocumentKind } from "~/contract/document-kinds";

export interface PastedVisitor {
  name: string;
  identity: string;
  /** "" where the line does not tell it. */
  document: DocumentKind | "";
  /** Of a passport that is written with it, USA/123456789. */
  country: string;
}

/** Both lines of a passport's machine-readable zone. It goes on as it is: whoever takes the form reads it. */
const zone = /P[A-Z<][A-Z<]{42}\s*[A-Z0-9<]{44}/g;

/** What a document looks like; whether it is right is checked with the form. The first that fits is it. */
const looks: readonly [document: DocumentKind | "", RegExp][] = [
  ["passport", /P[A-Z<]{43}[A-Z0-9<]{44}/],
  ["", /(?<!\d)\d{17}[\dXx](?!\d)/],
  ["passport", /(?<![A-Za-z])([A-Za-z]{3})[/:](?=[A-Za-z]*\d)([A-Za-z\d]{5,9})(?![A-Za-z\d])/],
  ["hkMacaoPermit", /(?<![A-Za-z\d])[HMhm][Aa\d]\d{7}(?:\d\d)?(?!\d)/],
  ["taiwanPermit", /(?<![A-Za-z\d])\d{8}(?!\d)/],
];

const heading = /姓名|身份证|证件|name|identity|document/i;

/** Lines without a document keep what they have as a name; empty ones, and the heading of the columns, are left out. */
export function readPasted(text: string): PastedVisitor[] {
  return readPastedLines(text).map(({ line: _, ...visitor }) => visitor);
}

/** As {@link readPasted}, with the number of each one's line in the text, from 1. */
export function readPastedLines(text: string): (PastedVisitor & { line: number })[] {
  const whole = (both: string) => both.replace(/\s+/g, "") + "\n".repeat(both.split("\n").length - 1);
  const lines = text.replace(zone, whole).split(/\r?\n/);
  return lines.flatMap((line, index) => {
    const { found, ...document } = documentOf(line);
    const typed = line
      .replace(found, " ")
      .split(/[\t,，;；|\s]+/)
      .map((part) => part.replace(/^\d{1,4}[.、)]/, ""))
      .filter((part) => !/^\d{0,4}$/.test(part))
      .join(" ");
    const name = (typed || nameInZone(found)).slice(0, 40);
    if (found === "" && heading.test(name)) return [];
    return name === "" && found === "" ? [] : [{ name, ...document, line: index + 1 }];
  });
}

function documentOf(line: string): Omit<PastedVisitor, "name"> & { found: string } {
  for (const [document, look] of looks) {
    const match = look.exec(line);
    if (!match) continue;
    const [found, country = "", number = found] = match;
    return { found, document, country: country.toUpperCase(), identity: number.toUpperCase() };
  }
  return { found: "", document: "", country: "", identity: "" };
}

/** The first line of a zone without its kind and country: surname, two fillers, given names. "" of anything else. */
function nameInZone(found: string): string {
  if (!isZone(found)) return "";
  const parts = found.slice(5, 44).split("<");
  return parts.filter((part) => part !== "").join(" ");
}

/** Both lines of a zone without anything between them. */
export function isZone(text: string): boolean {
  return /^P[A-Z<]{43}[A-Z0-9<]{44}$/.test(text);
}

/** Fields of the form for a visitor; those that the line does not tell are left as they are. */
export function visitorFields(place: number, { name, identity, document, country }: PastedVisitor): [string, string][] {
  return [
    [`visitorName.${place}`, name],
    [`visitorDocument.${place}`, document],
    [`visitorCountry.${place}`, country],
    [`visitorIdentity.${place}`, identity],
  ];
}

/** The form's fields with what was pasted put into the visitors that are empty, in their order. */
export function withPasted(typed: Readonly<Record<string, string>>): Record<string, string> {
  const { visitorPaste = "", ...rest } = typed;
  const fields: Record<string, string> = rest;
  let place = 0;
  for (const visitor of readPasted(visitorPaste)) {
    while (fields[`visitorName.${place}`] || fields[`visitorIdentity.${place}`]) place += 1;
    for (const [name, value] of visitorFields(place, visitor)) {
      if (value !== "" || /Name|Identity/.test(name)) fields[name] = value;
    }
  }
  return fields;
}
