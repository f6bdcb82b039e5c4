/** The table of cases of the plan of a day: parts as `devicePackage` answers them, and what a gate that fetched some makes of a code. */
import type { CardRules, PackedCard } from "~/contract/card/gate-card";
import type { TicketSnapshot } from "~/contract/ticket/gate-rules/facts";
import kept from "~/contract/ticket/gate-rules/package-cases.json";
import { usualGate } from "./gate-cases";

type Facts = TicketSnapshot & { holderDocument: string; holderCountry: string };
type Differs<T> = { row: string; facts?: Partial<T> };

interface KeptPart {
  tickets?: Differs<Facts>[];
  cards?: Differs<PackedCard>[];
  /** Visits a day, as the type of the cards says by then. */
  perDay?: number;
  next?: number;
}

interface Fetched {
  of: "tickets" | "cards";
  /** What changed; else all there is. */
  since?: boolean;
  parts: string[];
}

const { first, second, card } = kept.rows;
const tickets: Record<string, { codes: string[]; order: string; facts: Facts }> = {
  first: first as typeof first & { facts: Facts },
  second: { ...second, facts: { ...(first.facts as Facts), ...second.facts } },
};

function partOf(part: KeptPart) {
  const rules = { ...kept.cardType.rules, perDay: part.perDay ?? null } as CardRules;
  return {
    tickets: (part.tickets ?? []).flatMap(({ row, facts }) => {
      const whole = tickets[row];
      return whole ? [{ ...whole, facts: { ...whole.facts, ...facts } }] : [];
    }),
    cards: (part.cards ?? []).map(({ facts }) => ({
      codes: card.codes,
      facts: { ...(card.facts as PackedCard), ...facts },
    })),
    cardTypes: part.cards ? [{ id: kept.cardType.id, rules }] : [],
    next: part.next ?? null,
  };
}

export const packageCases = {
  ...{ salt: kept.salt, hashes: kept.hashes, gate: usualGate },
  parts: Object.fromEntries(
    Object.entries(kept.parts as Record<string, KeptPart>).map(([name, part]) => [name, partOf(part)]),
  ),
  cases: kept.cases as { name: string; fetched: Fetched[]; scanned: string; at: string; expect: string }[],
};
