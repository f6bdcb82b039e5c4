/** A till without a line: takes purchases within the limits that the server set, and brings them once there is a line. */
import { m } from "~/contract/messages";
import { formatYuan, parseYuan } from "~/contract/money";
import { NoLine, Refused } from "../calls";
import { fetchBook, type Judged, judgeHere } from "./cards-here";
import type { Own, Purchase, TillCalls, TillStore } from "./till-state";

const day = 24 * 3_600_000;
/** What was charged is shown for a day; what was not, for a week: the console has it either way. */
const keeps = { waiting: Number.POSITIVE_INFINITY, booked: day, open: 7 * day };

export interface Typed {
  number: string;
  amount: string;
  what: string;
}

export class TillHere {
  online = false;
  /** The server asks who is there. */
  needsSignIn = false;
  /** What it refused as a whole. */
  refused = "";
  private working: Promise<void> | null = null;
  private buying: Promise<unknown> = Promise.resolve();

  private constructor(
    private readonly store: TillStore,
    private readonly calls: TillCalls,
    readonly own: Own,
    private all: Purchase[],
    private readonly changed: () => void,
    private readonly clock: () => number,
  ) {}

  static async open({ store, calls, changed, clock = Date.now }: Opening, locale: Own["locale"]): Promise<TillHere> {
    const own: Own = { terms: null, book: null, posId: null, ahead: 0, locale, ...(await store.own()) };
    const till = new TillHere(store, calls, own, await store.purchases(), changed, clock);
    await till.forgetOld();
    return till;
  }

  /** The newest first. */
  of = (state: Purchase["state"]): Purchase[] =>
    this.all.filter((one) => one.state === state).sort((one, other) => (one.at < other.at ? 1 : -1));

  newest = (): Purchase | undefined => this.all.at(-1);

  waitingSum = (): number => sumOf(this.of("waiting"));

  async set(changes: Partial<Pick<Own, "posId" | "locale">>): Promise<void> {
    Object.assign(this.own, changes);
    await this.store.setOwn(this.own);
    this.changed();
  }

  /** "" once it is on the disk; else why it is not taken. One after the other: each is held against what those before took. */
  buy(typed: Typed): Promise<string> {
    const next = this.buying.then(() => this.buyNext(typed));
    this.buying = next.catch(() => undefined);
    return next;
  }

  private async buyNext(typed: Typed): Promise<string> {
    const charge = await this.judge(typed);
    if (typeof charge === "string") return charge;
    const { number, amount, posId, now, payable, free, ruleName } = charge;
    const purchase: Purchase = {
      ...{ entryKey: crypto.randomUUID(), number, amount, what: typed.what.trim().slice(0, 40), posId },
      ...{ at: new Date(this.after(now)).toISOString(), state: "waiting", message: "", payable, free, ruleName },
    };
    await this.store.put([purchase]);
    this.all.push(purchase);
    this.changed();
    return "";
  }

  /** No two at one moment: the server charges them in the order in which they were priced here. */
  private after(now: number): number {
    const newest = Math.max(0, ...this.all.map(({ at }) => Date.parse(at)));
    // A clock that was set back is no reason to go on in the future.
    return newest >= now && newest - now < 1_000 ? newest + 1 : now;
  }

  /** What it would be charged now, or why it is not taken. */
  async judge(typed: Typed): Promise<Priced | string> {
    const { terms, book, posId } = this.own;
    const number = typed.number.trim();
    const amount = parseYuan(typed.amount.trim()) ?? 0;
    if (!terms || !book) return m.till_no_terms();
    if (posId === null) return m.till_choose();
    if (number === "" || number.length > 30) return m.till_number_wanted();
    if (/^WS\./i.test(number)) return m.till_phone_code();
    if (amount <= 0) return m.stored_amount_wanted();
    const waiting = this.of("waiting");
    if (waiting.length >= terms.mostEntries) return m.till_full({ n: terms.mostEntries });
    const now = this.clock() - this.own.ahead;
    const key = number.toLowerCase();
    const same = this.all.filter((one) => one.number.toLowerCase() === key);
    const asked = { number, amount, posId, at: new Date(now), same, cardMost: terms.cardMost };
    const judged = await judgeHere(this.store, book, asked);
    if (typeof judged === "string") return judged;
    const { whyNot, most, left } = judged;
    if (whyNot !== "") return whyNot;
    if (amount > left) return m.till_card_most({ most: formatYuan(most), left: formatYuan(left) });
    if (sumOf(waiting) + amount > terms.batchMost) return m.till_batch_most({ most: formatYuan(terms.batchMost) });
    return { ...judged, number, amount, posId, now };
  }

  /** Fetches the limits, brings what waits, and fetches what changed of the cards; whoever asks meanwhile waits for the same. */
  sync(): Promise<void> {
    this.working ??= this.work().finally(() => {
      this.working = null;
      this.changed();
    });
    return this.working;
  }

  private async work(): Promise<void> {
    this.refused = "";
    try {
      const began = this.clock();
      const { now, ...terms } = await this.calls.terms(this.own.locale);
      this.own.ahead = Math.round((began + this.clock()) / 2 - Date.parse(now));
      this.own.terms = terms;
      if (!terms.tills.some(({ value }) => Number(value) === this.own.posId)) this.own.posId = null;
      if (terms.tills.length === 1) this.own.posId = Number(terms.tills[0]?.value);
      await this.store.setOwn(this.own);
      [this.online, this.needsSignIn] = [true, false];
      await this.upload();
      await this.fetchCards();
    } catch (error) {
      if (error instanceof Refused) {
        this.online = true;
        this.needsSignIn = error.status === 401;
        this.refused = this.needsSignIn ? "" : error.message;
      } else if (error instanceof NoLine) this.online = false;
      else throw error;
    }
  }

  /** A batch a till. Its answer may be lost: brought again the server has each once, and says again what is open. */
  private async upload(): Promise<void> {
    const waiting = this.of("waiting");
    for (const posId of new Set(waiting.map((one) => one.posId))) {
      const batch = waiting.filter((one) => one.posId === posId);
      const { open } = await this.calls.upload(this.own.locale, posId, batch);
      const why = new Map(open.map(({ entryKey, message }) => [entryKey, message]));
      for (const one of batch) {
        one.message = why.get(one.entryKey) ?? "";
        one.state = why.has(one.entryKey) ? "open" : "booked";
      }
      await this.store.put(batch);
    }
    await this.forgetOld();
  }

  /** After the upload: what was used has what this till brought, and nothing counts twice. */
  private async fetchCards(): Promise<void> {
    const brought = this.of("booked").filter(({ told }) => told !== true);
    this.own.book = await fetchBook(this.store, this.calls, this.own.locale, this.own.book);
    await this.store.setOwn(this.own);
    for (const one of brought) one.told = true;
    await this.store.put(brought);
  }

  private async forgetOld(): Promise<void> {
    const now = this.clock() - this.own.ahead;
    const isOld = ({ state, at }: Purchase) => now - Date.parse(at) > keeps[state];
    await this.store.remove(this.all.filter(isOld).map(({ entryKey }) => entryKey));
    this.all = this.all.filter((one) => !isOld(one));
  }
}

export type Priced = Judged & { number: string; amount: number; posId: number; now: number };

interface Opening {
  store: TillStore;
  calls: TillCalls;
  changed: () => void;
  clock?: () => number;
}

const sumOf = (purchases: readonly Purchase[]) => purchases.reduce((sum, { amount }) => sum + amount, 0);
