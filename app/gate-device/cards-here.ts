/** Which cards of the package a code stands for, with the passages that the server has not told of yet. */
import type { CardSnapshot } from "~/contract/card/gate-card";
import type { Recognised } from "~/contract/ticket/gate-rules/code";
import type { DeviceStore, Passage } from "./device-store";
import { hashOf } from "./tickets-here";

interface Known {
  salt: string;
  passages: Iterable<Passage>;
}

export const cardEffect = (id: number) => `card ${id}`;

export async function cardsHere(
  store: DeviceStore,
  code: Recognised,
  { salt, passages }: Known,
): Promise<CardSnapshot[]> {
  // A card's number is looked up in lower case, a holder's document as it is.
  const hash = await hashOf(salt, code.kind === "identity" ? code.value : code.value.toLowerCase());
  const rows = await store.cardsBy(hash);
  if (rows.length === 0) return [];
  const types = (await store.get("cardTypes")) ?? [];
  const own = [...passages].filter(({ state }) => state !== "covered");
  return rows
    .sort((one, other) => one.id - other.id)
    .flatMap((row) => {
      const rules = types.find(({ id }) => id === row.facts.cardTypeId)?.rules;
      if (!rules) return [];
      // The package has its number without the end; who scanned it knows it.
      const number = code.kind === "identity" ? row.facts.number : code.value;
      return [withOwn({ ...row.facts, number, rules }, own)];
    });
}

function withOwn(card: CardSnapshot, passages: readonly Passage[]): CardSnapshot {
  const own = passages.flatMap(({ at, gate, parkId = 0, effects }) =>
    effects
      .filter(({ ticket }) => ticket === cardEffect(card.id))
      .map(({ direction, people, entries }) => ({ at, direction, people, entries, parkId, gate })),
  );
  const visits = card.visits + own.reduce((sum, { entries }) => sum + entries, 0);
  return { ...card, visits, passes: [...card.passes.map(wholePass), ...own] };
}

/** Of a package that a phone fetched before passages told their way: all were entries. */
const wholePass = (pass: CardSnapshot["passes"][number]) => {
  const { direction = "in", entries = pass.people, parkId = 0 }: Partial<typeof pass> = pass;
  return { ...pass, direction, entries, parkId };
};
