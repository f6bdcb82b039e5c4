/** Whether somebody may buy under a concession, as far as their document tells. Pure. */
import type { DocumentKind } from "~/contract/document-kinds";
import { m } from "~/contract/messages";
import { areasOf, type ConcessionTerms, sayConcession } from "~/contract/ticket/concession-terms";

export interface Person {
  document: DocumentKind;
  identity: string;
}

/** yes or no by the number; "untold" where the number says nothing: the proof has to be looked at. */
export type Entitled = { by: "yes" } | { by: "no"; message: string } | { by: "untold" };

/** Numbers of eighteen digits carry the day of birth, and so do the old cards of permanent residents. */
export function bornOn({ document, identity }: Person): string | null {
  const whole = /^\d{6}(\d{4})(\d{2})(\d{2})\d{3}[\dX]$/.exec(identity);
  if (whole && ["resident", "residencePermit", "foreignerCard"].includes(document)) return whole.slice(1).join("-");
  const old = document === "foreignerCard" ? /^[A-Z]{3}\d{4}(\d{2})(\d{2})(\d{2})\d{2}$/.exec(identity) : null;
  if (!old) return null;
  const [, year = "", month, day] = old;
  // Two digits of the year: the cards were given until 2023.
  return `${Number(year) > 23 ? 19 : 20}${year}-${month}-${day}`;
}

/** Whole years on a day; who was born on 29 February is a year older on 1 March. */
export function ageOn(born: string, day: string): number {
  return Number(day.slice(0, 4)) - Number(born.slice(0, 4)) - (day.slice(5) < born.slice(5) ? 1 : 0);
}

/** What the number says of the person, whatever the proof asked for; `type` is the ticket they want. */
export function entitled(terms: ConcessionTerms, type: string, person: Person | null, day: string): Entitled {
  if (!person || person.identity === "") return { by: "untold" };
  const { basis, proof } = terms;
  const who = sayConcession(terms);
  if (basis === "age") {
    const born = bornOn(person);
    if (born === null) return { by: "untold" };
    const age = ageOn(born, day);
    const fits = age >= (terms.ageFrom ?? 0) && age <= (terms.ageTo ?? Number.POSITIVE_INFINITY);
    // A card cannot make anybody younger than their number says.
    if (!fits) return { by: "no", message: m.concession_not_age({ type, who, age, day }) };
    return proof === "shown" ? { by: "untold" } : { by: "yes" };
  }
  if (proof === "shown") return { by: "untold" };
  const fits = basis === "resident" ? livesIn(terms, person) : person.document === "military";
  if (fits) return { by: "yes" };
  const told = basis === "soldier" || person.document === "resident";
  if (proof === "either" || !told) return { by: "untold" };
  const message = basis === "resident" ? m.concession_not_resident : m.concession_not_soldier;
  return { by: "no", message: message({ type, who }) };
}

function livesIn({ areas }: ConcessionTerms, { document, identity }: Person): boolean {
  return document === "resident" && areasOf(areas).some((area) => identity.startsWith(area));
}
