/** What the phone keeps: who it is, the tickets of the day, its passages until the server has them. IndexedDB. */
import type { PackedCard as CardFacts, CardRules } from "~/contract/card/gate-card";
import type { TicketSnapshot } from "~/contract/ticket/gate-rules/facts";
import type { TypeSnapshot } from "~/contract/ticket/gate-rules/signed-code";
import type { KnownGate, PackedCard, PackedTicket } from "./calls";
import { done, keyOf, type Sealed, seal, unseal, write } from "./sealing";

/** Somebody who went through, on a ticket or a card of the package. */
export interface Effect {
  /** The ticket's id, as text; of a card with `card ` before it. */
  ticket: string;
  direction: "in" | "out";
  people: number;
  entries: number;
}

export interface Passage {
  passageKey: string;
  gateId: number;
  gateGroupId: number | null;
  /** Where it counts; of passages from before it was kept nothing. */
  parkId?: number;
  gate: string;
  /** Sealed for this browser alone; null once the server has it. */
  code: Sealed | null;
  shown: string;
  people?: number;
  direction?: "in" | "out";
  /** ISO, by the server's clock as far as it is known. */
  at: string;
  admitted: boolean;
  reason: string;
  effects: Effect[];
  /** `sent`: the server has it; `covered`: and the tickets that were fetched since tell of it. */
  state: "waiting" | "sent" | "covered";
  /** An online check was tried, and its answer never came: the server may have it. */
  tried: boolean;
  /** Nobody went through after all. */
  withdrawn: boolean;
  /** Place in the order in which they were made. */
  seq: number;
}

export interface Conflict {
  passageKey: string;
  shown: string;
  at: string;
  message: string;
}

/** Everything that is one of a kind. */
export interface Own {
  corpCode: string;
  token: string;
  code: string;
  until: string;
  gate: KnownGate;
  zone: string;
  /** Milliseconds by which the phone's clock is ahead of the server's. */
  ahead: number;
  salt: string;
  /** Day of the package, and as of when it is. */
  day: string;
  packageAt: string;
  /** As of when the cards are. */
  cardsAt: string;
  /** The types of the cards, as they were when the phone last fetched. */
  cardTypes: { id: number; rules: CardRules }[];
  conflicts: Conflict[];
  locale: "zh-CN" | "en";
  lane: "" | "in" | "out";
  /** What signed codes are judged by. */
  keys: { no: number; publicKey: string }[];
  types: TypeSnapshot[];
  key: CryptoKey;
}

/** As the package has it, whose holder it names by kind and country of the document alone. */
export type PackedFacts = TicketSnapshot & { holderDocument: string; holderCountry: string };
export type KeptTicket = Omit<PackedTicket, "facts"> & { id: number; facts: PackedFacts };

export type KeptCard = Omit<PackedCard, "facts"> & { id: number; facts: CardFacts };

export class DeviceStore {
  private constructor(
    private readonly base: IDBDatabase,
    private readonly key: CryptoKey,
  ) {}

  static async open(): Promise<DeviceStore> {
    const request = indexedDB.open("gate-device", 2);
    request.onupgradeneeded = ({ oldVersion }) => {
      const base = request.result;
      base.createObjectStore("cards", { keyPath: "id" }).createIndex("codes", "codes", { multiEntry: true });
      if (oldVersion > 0) return;
      base.createObjectStore("own");
      const tickets = base.createObjectStore("tickets", { keyPath: "id" });
      tickets.createIndex("codes", "codes", { multiEntry: true });
      tickets.createIndex("order", "order");
      base.createObjectStore("passages", { keyPath: "passageKey" });
    };
    const base = await done(request);
    return new DeviceStore(base, await keyOf(base));
  }

  get<K extends keyof Own>(name: K): Promise<Own[K] | undefined> {
    return done(this.base.transaction("own").objectStore("own").get(name));
  }

  async set<K extends keyof Own>(name: K, value: Own[K] | undefined): Promise<void> {
    const own = this.base.transaction("own", "readwrite").objectStore("own");
    if (value === undefined) await done(own.delete(name));
    else await done(own.put(value, name));
  }

  seal = (text: string): Promise<Sealed> => seal(this.key, text);
  unseal = (sealed: Sealed): Promise<string> => unseal(this.key, sealed);

  // Tickets ------------------------------------------------------------------------------------------------------------
  ticketsBy(index: "codes" | "order", hash: string): Promise<KeptTicket[]> {
    return done(this.base.transaction("tickets").objectStore("tickets").index(index).getAll(hash));
  }

  ticketCount(): Promise<number> {
    return done(this.base.transaction("tickets").objectStore("tickets").count());
  }

  putTickets(tickets: readonly PackedTicket[]): Promise<void> {
    return this.write("tickets", (store) => {
      for (const ticket of tickets) store.put({ ...ticket, id: Number(ticket.facts.id) });
    });
  }

  clearTickets(): Promise<void> {
    return this.write("tickets", (store) => void store.clear());
  }

  // Cards --------------------------------------------------------------------------------------------------------------
  cardsBy(hash: string): Promise<KeptCard[]> {
    return done(this.base.transaction("cards").objectStore("cards").index("codes").getAll(hash));
  }

  cardCount(): Promise<number> {
    return done(this.base.transaction("cards").objectStore("cards").count());
  }

  putCards(cards: readonly PackedCard[]): Promise<void> {
    return this.write("cards", (store) => {
      for (const card of cards) store.put({ ...card, id: Number(card.facts.id) });
    });
  }

  clearCards(): Promise<void> {
    return this.write("cards", (store) => void store.clear());
  }

  // Passages -----------------------------------------------------------------------------------------------------------
  async passages(): Promise<Passage[]> {
    const all: Passage[] = await done(this.base.transaction("passages").objectStore("passages").getAll());
    return all.sort((one, other) => one.seq - other.seq);
  }

  passage(key: string): Promise<Passage | undefined> {
    return done(this.base.transaction("passages").objectStore("passages").get(key));
  }

  putPassages(passages: readonly Passage[]): Promise<void> {
    return this.write("passages", (store) => {
      for (const passage of passages) store.put(passage);
    });
  }

  removePassages(keys: readonly string[]): Promise<void> {
    return this.write("passages", (store) => {
      for (const key of keys) store.delete(key);
    });
  }

  private write(name: string, work: (store: IDBObjectStore) => void): Promise<void> {
    return write(this.base, name, work);
  }
}
