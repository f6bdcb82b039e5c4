/** The phone gate passes the tables of cases that are published for gate software: what was scanned, signed codes, the plan of a day. */
import { readFileSync } from "node:fs";
import { afterEach, describe, expect, it, vi } from "vitest";
import { cardsHere } from "~/gate-device/cards-here";
import * as published from "~/gate-device/cases";
import { codeCases, packageCases, signedCases } from "~/gate-device/cases";
import type { DeviceStore, KeptCard, KeptTicket, Own } from "~/gate-device/device-store";
import { fetchPackage } from "~/gate-device/package-here";
import * as rules from "~/gate-device/rules";
import { planOf, planOfCards, readSigned, recognise, shownCode } from "~/gate-device/rules";
import { isBelieved, ofSigned } from "~/gate-device/signed-here";
import { foundHere, hashOf } from "~/gate-device/tickets-here";

afterEach(() => vi.unstubAllGlobals());

/** What a phone keeps, in memory. */
function storeOf(own: Partial<Own> = {}) {
  const tickets = new Map<number, KeptTicket>();
  const cards = new Map<number, KeptCard>();
  const kept: Record<string, unknown> = { ...own };
  const store = {
    get: async (name: string) => kept[name],
    set: async (name: string, value: unknown) => {
      kept[name] = value;
    },
    ticketsBy: async (index: "codes" | "order", hash: string) =>
      [...tickets.values()].filter((one) => one[index].includes(hash)),
    putTickets: async (rows: KeptTicket[]) => {
      for (const row of rows) tickets.set(row.facts.id, { ...row, id: row.facts.id });
    },
    clearTickets: async () => tickets.clear(),
    cardsBy: async (hash: string) => [...cards.values()].filter(({ codes }) => codes.includes(hash)),
    putCards: async (rows: KeptCard[]) => {
      for (const row of rows) cards.set(row.facts.id, { ...row, id: row.facts.id });
    },
    clearCards: async () => cards.clear(),
    putPassages: async () => undefined,
    removePassages: async () => undefined,
  };
  return store as unknown as DeviceStore;
}

const asked = (code: ReturnType<typeof recognise>, at: string) => ({
  ...{ gate: packageCases.gate, code, ticketId: undefined, people: undefined, now: new Date(at) },
  ...{ inside: null, forced: false },
});

describe("what was scanned", () => {
  it.each(codeCases)("$name", ({ scanned, kind, value, shown, ...rest }) => {
    const code = recognise(scanned);
    expect(code).toEqual({ kind, value, ...("country" in rest && { country: rest.country }) });
    expect(shownCode(code)).toBe(shown);
  });
});

describe("a signed code", () => {
  it.each(signedCases.cases)("$name", async ({ scanned, at, expect: reason }) => {
    const { corpCode, keys, type } = signedCases;
    const store = storeOf({ keys, types: [type] });
    const signed = readSigned(scanned);
    const believed = signed !== null && (await isBelieved(store, signed, corpCode));
    const found = believed ? await ofSigned(store, signed, { salt: "", passages: [] }) : [];
    const code = signed ? { kind: "ticketNo" as const, value: signed.ticketNo } : recognise(scanned);
    expect(planOf(found, asked(code, at)).reason).toBe(reason);
    if (believed) expect(signed.ticketNo).toBe(signedCases.ticketNo);
  });
});

describe("the plan of a day", () => {
  it.each(packageCases.hashes)("the hash of $code", async ({ code, hash }) => {
    expect(await hashOf(packageCases.salt, code)).toBe(hash);
  });

  it.each(packageCases.cases)("$name", async ({ fetched, scanned, at, expect: reason }) => {
    const store = storeOf();
    const { salt, parts } = packageCases;
    const passages = new Map();
    const alone = <T>(work: () => Promise<T>) => work();
    const caller = { corpCode: "0001", locale: "zh-CN" };
    let cardTypes: object[] = [];
    for (const { of, parts: names, ...rest } of fetched) {
      // What is not of this fetch has nothing new to tell.
      const queue = names.map((name) => parts[name]);
      const since = rest.since === true || of === "cards" ? "2026-11-20T00:00:00Z" : "";
      if (of === "cards" && !rest.since) await store.set("cardsAt", undefined);
      vi.stubGlobal("fetch", async (_: string, { body }: { body: string }) => {
        const part = JSON.parse(body).of === of ? queue.shift() : undefined;
        // Types of cards are told with every first part.
        if (part?.cardTypes.length) cardTypes = part.cardTypes;
        const nothing = { tickets: [], cards: [], next: null };
        return new Response(
          JSON.stringify({ data: { ...nothing, ...part, cardTypes, salt, at, keys: [], types: [] } }),
        );
      });
      await fetchPackage({ store, caller, token: "t", alone, passages, day: "", since });
      expect(queue).toEqual([]);
    }
    const code = recognise(scanned);
    const found = await foundHere(store, code, { salt, passages: [] });
    const cards = found.length > 0 ? [] : await cardsHere(store, code, { salt, passages: [] });
    const byCard = planOfCards(cards, { gate: packageCases.gate, people: 1, now: new Date(at) });
    expect((byCard ?? planOf(found, asked(code, at))).reason).toBe(reason);
  });
});

const programs = [...readFileSync("docs/gate-software.md", "utf8").matchAll(/```js\n([\s\S]*?)```/g)];
const Program = Object.getPrototypeOf(async () => undefined).constructor;

it("the document has a program for each table", () => expect(programs).toHaveLength(5));

it.each(programs.map(([, text = ""]) => [/\{ (\w+) \}/.exec(text)?.[1], text]))(
  "the program of the document for %s passes its table",
  async (_, text = "") => {
    const body = text
      .replace(/^import (\{[^}]+\}) from "\/gate-device\/cases.js";$/gm, "const $1 = cases_;")
      .replace(/^import (\{[^}]+\}) from "\/gate-device\/rules.js";$/gm, "const $1 = rules_;");
    const told: [boolean, string][] = [];
    const console = { assert: (holds: boolean, name: string) => told.push([holds, name]) };
    await new Program("cases_", "rules_", "console", body)(published, rules, console);
    expect(told.filter(([holds]) => !holds)).toEqual([]);
    expect(told.length).toBeGreaterThan(10);
  },
);
