/** Children's tickets that were sold because adults paid: what may stay once adults give theirs back. Pure. */
import { z } from "zod";
import { m } from "~/contract/messages";
import type { Piece } from "../../order/sellable";
import type { TicketLine } from "./refund-pieces";

/** What a line keeps of the rule, where its order has tickets that are sold for each paying adult. */
export interface SoldBeside {
  parkId: number;
  /** The full-price type that it takes the place of. */
  insteadOfId: number | null;
  concessionId: number | null;
  /** Tickets for each paying adult; null: as many as one likes. */
  perAdult: number | null;
  /** Who holds it is no adult. */
  child: boolean;
}

const beside = z.object({
  parkId: z.number(),
  insteadOfId: z.number().nullable(),
  concessionId: z.number().nullable(),
  perAdult: z.number().nullable(),
  child: z.boolean(),
});

interface Line extends TicketLine {
  subjectId: number;
}

/** Why the chosen pieces may not go without others: more children would stay than the adults who stay allow. */
export function leftAloneWhyNot(lines: readonly Line[], pieces: readonly Piece[], chosen: readonly Piece[]): string {
  const goes = new Set(chosen.map(({ id }) => id));
  const known = lines.flatMap((line) => {
    const terms = beside.safeParse(line.terms.beside);
    return terms.success ? [{ line, terms: terms.data }] : [];
  });
  const stay = pieces.filter(({ id, gone }) => !gone && !goes.has(id));
  for (const { line, terms } of known) {
    if (!terms.perAdult) continue;
    const family = known.filter(
      (one) =>
        one.terms.parkId === terms.parkId &&
        // Of an order of several days each day is by itself.
        one.line.terms.visitDay === line.terms.visitDay &&
        (terms.insteadOfId === null ||
          one.line.subjectId === terms.insteadOfId ||
          one.terms.insteadOfId === terms.insteadOfId),
    );
    const ofFamily = (which: (one: Known) => boolean) => {
      const ids = new Set(family.filter(which).map((one) => one.line.id));
      return stay.filter(({ lineId }) => ids.has(lineId));
    };
    const people = (own: readonly Piece[]) => peopleOf(own, family);
    const children = ofFamily((one) => one.terms.concessionId === terms.concessionId);
    const adults = people(ofFamily((one) => !one.terms.child).filter(({ price }) => price > 0));
    const most = adults * terms.perAdult;
    // What nobody chose of that family stays as it is, however it came to be.
    const touched = chosen.some(({ lineId }) => family.some((one) => one.line.id === lineId && !one.terms.child));
    const beyond = people(children) - most;
    if (touched && beyond > 0) {
      const tickets = children.slice(0, beyond).map(({ no }) => no);
      return m.concession_left_alone({
        name: line.name,
        n: terms.perAdult,
        adults,
        tickets: tickets.join(m.words_comma()),
      });
    }
  }
  return "";
}

interface Known {
  line: Line;
  terms: SoldBeside;
}

/** Whoever came with a combo has a ticket of each of its parts: its people are as many as its fullest part has tickets. */
function peopleOf(pieces: readonly Piece[], family: readonly Known[]): number {
  const concessionOf = new Map(family.map(({ line, terms }) => [line.id, terms.concessionId]));
  const sets = new Map<string, Map<number, number>>();
  let alone = 0;
  for (const { set, lineId } of pieces) {
    if (set === undefined) alone += 1;
    else {
      // As at the sale: of one set, people of different concessions are different people.
      const key = `${set}/${concessionOf.get(lineId) ?? 0}`;
      const parts = sets.get(key) ?? new Map<number, number>();
      sets.set(key, parts.set(lineId, (parts.get(lineId) ?? 0) + 1));
    }
  }
  return [...sets.values()].reduce((sum, parts) => sum + Math.max(...parts.values()), alone);
}
