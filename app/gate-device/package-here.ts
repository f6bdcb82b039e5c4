/** Fetches the tickets of the day, or what changed of them. */
import { call } from "./calls";
import type { Passage } from "./device-store";
import type { Shared } from "./upload-here";

interface Wanted extends Shared {
  day: string;
  /** As of when the kept package is; "": none of this day is kept. */
  since: string;
}

export async function fetchPackage(wanted: Wanted): Promise<{ salt: string; at: string }> {
  const { store, caller, token, day, since, alone, passages } = wanted;
  // What the server had before it was asked is in its answer.
  const told = [...passages.values()].filter(({ state }) => state === "sent").map(({ passageKey }) => passageKey);
  let after = 0;
  let first: { salt: string; at: string } | null = null;
  if (since === "") await store.set("day", undefined);
  for (;;) {
    const asked = { token, day, after, masked: true, ...(since !== "" && { since }) };
    const part = await call(caller, "devicePackage", asked);
    const isFirst = first === null;
    first ??= { salt: part.salt, at: part.at };
    if (isFirst) {
      await store.set("keys", part.keys);
      await store.set("types", part.types);
    }
    await alone(async () => {
      if (isFirst && since === "") await store.clearTickets();
      await store.putTickets(part.tickets);
    });
    if (part.next === null) break;
    after = part.next;
  }
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

/** Milliseconds after which a passage that the server has told of is no longer asked for here. */
const keptFor = 10 * 60_000;

async function forgetOld({ store, passages }: Shared): Promise<void> {
  const now = Date.now();
  const old = [...passages.values()].filter(({ state, at }) => state === "covered" && now - Date.parse(at) > keptFor);
  for (const { passageKey } of old) passages.delete(passageKey);
  await store.removePassages(old.map(({ passageKey }) => passageKey));
}
