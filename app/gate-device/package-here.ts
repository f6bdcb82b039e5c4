/** Fetches the tickets of the day and the cards, or what changed of them. */
import { type Answer, call } from "./calls";
import type { Own, Passage } from "./device-store";
import type { Shared } from "./upload-here";

interface Wanted extends Shared {
  day: string;
  /** As of when the kept package is; "": none of this day is kept. */
  since: string;
}

export async function fetchPackage(wanted: Wanted): Promise<{ salt: string; at: string }> {
  const { store, day, since, alone, passages } = wanted;
  // What the server had before it was asked is in its answer.
  const told = [...passages.values()].filter(({ state }) => state === "sent").map(({ passageKey }) => passageKey);
  if (since === "") await store.set("day", undefined);
  const first = await fetchTickets(wanted);
  await fetchCards(wanted);
  await alone(async () => {
    const now = told.flatMap((key) => passages.get(key) ?? []);
    const covered = now.map((passage): Passage => ({ ...passage, state: "covered" }));
    for (const passage of covered) passages.set(passage.passageKey, passage);
    await store.putPassages(covered);
    await forgetOld(wanted);
  });
  await store.set("salt", first.salt);
  await store.set("day", day);
  await store.set("packageAt", first.at);
  return first;
}

type Part = Answer<"devicePackage">;

async function fetchTickets(wanted: Wanted): Promise<Part> {
  const { store, since, alone } = wanted;
  return inParts(wanted, { of: "tickets", since }, async (part, isFirst) => {
    if (isFirst) {
      await store.set("keys", part.keys);
      await store.set("types", part.types);
    }
    await alone(async () => {
      if (isFirst && since === "") await store.clearTickets();
      await store.putTickets(part.tickets);
    });
  });
}

/** As of a moment of their own: a phone that knew no cards yet begins with all of them. */
async function fetchCards(wanted: Wanted): Promise<void> {
  const { store, alone } = wanted;
  const since = wanted.since === "" ? "" : ((await store.get("cardsAt")) ?? "");
  const first = await inParts(wanted, { of: "cards", since }, async (part, isFirst) => {
    if (isFirst) await store.set("cardTypes", part.cardTypes as unknown as Own["cardTypes"]);
    await alone(async () => {
      if (isFirst && since === "") await store.clearCards();
      await store.putCards(part.cards);
    });
  });
  await store.set("cardsAt", first.at);
}

/** Answers the first part: what is asked for next goes by its moment. */
async function inParts(
  { caller, token, day }: Wanted,
  { of, since }: { of: "tickets" | "cards"; since: string },
  keep: (part: Part, isFirst: boolean) => Promise<void>,
): Promise<Part> {
  let after = 0;
  let first: Part | null = null;
  for (;;) {
    const asked = { token, day, of, after, masked: true, ...(since !== "" && { since }) };
    const part = await call(caller, "devicePackage", asked);
    await keep(part, first === null);
    first ??= part;
    if (part.next === null) return first;
    after = part.next;
  }
}

/** Milliseconds after which a passage that the server has told of is no longer asked for here. */
const keptFor = 10 * 60_000;

async function forgetOld({ store, passages }: Shared): Promise<void> {
  const now = Date.now();
  const old = [...passages.values()].filter(({ state, at }) => state === "covered" && now - Date.parse(at) > keptFor);
  for (const { passageKey } of old) passages.delete(passageKey);
  await store.removePassages(old.map(({ passageKey }) => passageKey));
}
