/** What a concession asks for, as data and in words. Pure, without the schemas, so that the counter's page may carry it. */
import { m } from "../messages";

export type ConcessionBasis = "age" | "height" | "student" | "soldier" | "disabled" | "resident" | "other";
export type ConcessionProof = "number" | "shown" | "either";

export interface ConcessionTerms {
  id: number;
  name: string;
  basis: ConcessionBasis;
  /** Whole years on the day of the visit, both included; null: no limit. */
  ageFrom: number | null;
  ageTo: number | null;
  /** Centimetres, included. */
  heightTo: number | null;
  /** What identity numbers of residents begin with, as it was typed. */
  areas: string | null;
  proof: ConcessionProof;
  /** What is shown: "学生证". */
  shows: string;
  /** Tickets for each paying adult of the order; null: no limit. */
  perAdult: number | null;
  status: string;
}

/** What a ticket keeps of it: its name and what the gate keeper asks for. */
export interface TicketConcession {
  name: string;
  shows: string;
}

export function areasOf(areas: string | null): string[] {
  return (areas ?? "").split(/[\s,，、;；]+/).filter((one) => one !== "");
}

/** Provinces, cities or districts as the first two, four or six digits of a number. */
export function areAreas(text: string): boolean {
  const areas = areasOf(text);
  return areas.length > 0 && areas.every((one) => /^[1-8]\d(?:\d{2}){0,2}$/.test(one));
}

/** Who may buy, in words: "aged 7 to 18". */
export function sayConcession(terms: Omit<ConcessionTerms, "id" | "proof" | "shows" | "perAdult" | "status">): string {
  const { basis, ageFrom, ageTo, heightTo, name } = terms;
  if (basis === "age") return sayAges(ageFrom, ageTo);
  if (basis === "height") return m.concession_say_height({ metres: String((heightTo ?? 0) / 100) });
  if (basis === "resident") return m.concession_say_resident({ areas: areasOf(terms.areas).join(m.words_comma()) });
  const words = {
    student: m.concession_say_student,
    soldier: m.concession_say_soldier,
    disabled: m.concession_say_disabled,
  };
  return basis === "other" ? name : words[basis]();
}

function sayAges(from: number | null, to: number | null): string {
  if (from === null) return m.concession_say_age_to({ to: to ?? 0 });
  return to === null ? m.concession_say_age_from({ from }) : m.concession_say_age({ from, to });
}

/** Children are never the paying adult that somebody else goes free with. */
export function isForChildren({
  basis,
  ageFrom,
  ageTo,
}: Pick<ConcessionTerms, "basis" | "ageFrom" | "ageTo">): boolean {
  if (basis === "age") return (ageFrom ?? 0) < 18 && ageTo !== null;
  return basis === "height" || basis === "student";
}
