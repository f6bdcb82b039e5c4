/** Which tickets of the package a code stands for, with the passages that the server has not told of yet. */
import { bandCode, type Recognised } from "~/contract/ticket/gate-rules/code";
import type { TicketSnapshot } from "~/contract/ticket/gate-rules/facts";
import type { DeviceStore, KeptTicket, PackedFacts, Passage } from "./device-store";

export type Found = PackedFacts & { holderIdentity: string };

interface Known {
  salt: string;
  passages: Iterable<Passage>;
}

export async function foundHere(store: DeviceStore, code: Recognised, { salt, passages }: Known): Promise<Found[]> {
  if (code.kind === "unknown" || code.kind === "mistyped") return [];
  const hash = await hashOf(salt, code.value);
  const rows = await store.ticketsBy(code.kind === "orderNo" ? "order" : "codes", hash);
  const own = [...passages].filter(({ state }) => state !== "covered");
  return rows.sort((one, other) => one.id - other.id).map((row) => withOwn(row, code, own));
}

/** The ticket of a wristband; asked where a code is neither a ticket's nor a card's. */
export async function wornHere(
  store: DeviceStore,
  { kind, value }: Recognised,
  { salt, passages }: Known,
): Promise<Found[]> {
  if (kind !== "unknown" && kind !== "identity") return [];
  const rows = await store.ticketsBy("codes", await hashOf(salt, bandCode(value)));
  const own = [...passages].filter(({ state }) => state !== "covered");
  return rows.map((row) => withOwn(row, { kind: "unknown", value }, own));
}

function withOwn({ facts }: KeptTicket, code: Recognised, passages: readonly Passage[]): Found {
  return {
    ...withPassages(facts, passages),
    // The package names nobody: whose number it is shows by its hash.
    holderIdentity: code.kind === "identity" ? code.value : "",
    ...(code.kind === "ticketNo" && { ticketNo: code.value }),
    ...(code.kind === "orderNo" && { orderNo: code.value }),
  };
}

/** With the passages of this phone that the ticket does not tell of. */
export function withPassages<T extends TicketSnapshot>(facts: T, passages: readonly Passage[]): T {
  const own = passages.flatMap((passage) =>
    passage.effects
      .filter(({ ticket }) => ticket === String(facts.id))
      .map(({ direction, people, entries }) => {
        const { at, gateGroupId, gate } = passage;
        return { at, direction, people, entries, gateGroupId, gate };
      }),
  );
  return {
    ...facts,
    used: facts.used + own.reduce((sum, { entries }) => sum + entries, 0),
    passes: [...facts.passes, ...own],
  };
}

/** As the package has it: SHA-256 of salt, line feed and code, the first 22 characters as base64url. */
export async function hashOf(salt: string, code: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`${salt}\n${code}`)));
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll("+", "-").replaceAll("/", "_").slice(0, 22);
}
