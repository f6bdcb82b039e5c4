/** The cards that a till knows: fetched in parts, then what changed; and what a purchase with one of them is charged here. */
import { businessDay } from "~/contract/business-time";
import { m } from "~/contract/messages";
import { type Charge, chargeOf, offlineMostAt } from "~/contract/stored/spend-rules";
import { hashOf } from "../tickets-here";
import type { Book, CardsPart, Purchase, TillCalls, TillStore } from "./till-state";

/** All of them at first, and where another corp signed in; else what changed since. Nothing is forgotten if it breaks off. */
export async function fetchBook(
  store: TillStore,
  calls: TillCalls,
  locale: string,
  before: Book | null,
): Promise<Book> {
  const salt = before?.salt ?? newSalt();
  const ask = (after: number) => calls.cards(locale, { salt, after, since: before?.at ?? null });
  const first = await ask(0);
  if (before && before.corpCode !== first.corpCode) {
    await store.clearCards();
    return fetchBook(store, calls, locale, null);
  }
  let part: CardsPart = first;
  await store.putCards(part.cards);
  while (part.next !== null) {
    part = await ask(part.next);
    await store.putCards(part.cards);
  }
  const { at, corpCode, zone, day, places, types } = first;
  const used = Object.fromEntries(first.used.map(({ code, ...one }) => [code, one]));
  return { salt, at, corpCode, zone, day, places, types, used };
}

const newSalt = () => crypto.randomUUID().replaceAll("-", "");

export interface Asked {
  number: string;
  amount: number;
  posId: number;
  at: Date;
  /** Of this card, by this till. */
  same: readonly Purchase[];
  /** Of a card a day, where no rule says otherwise. */
  cardMost: number;
}

export type Judged = Charge & {
  /** What the card may still buy that day without a line. */
  left: number;
  most: number;
};

/** By the server's own rules; what it alone knows is the balance, and what was used elsewhere since. */
export async function judgeHere(store: TillStore, book: Book, asked: Asked): Promise<Judged | string> {
  const { number, amount, posId, at, same, cardMost } = asked;
  const code = await hashOf(book.salt, number.toLowerCase());
  const card = await store.card(code);
  const type = book.types.find(({ id }) => id === card?.typeId);
  const place = book.places.find((one) => one.posId === posId);
  if (!card || !type) return m.till_not_known({ number });
  if (!place) return m.till_choose();
  const day = businessDay(at, book.zone);
  const known = (book.day === day && book.used[code]) || { spent: 0, free: 0, brought: 0 };
  const own = same.filter((one) => one.told !== true && businessDay(new Date(one.at), book.zone) === day);
  // What was not charged took nothing from the card; its goods are gone all the same.
  const charged = own.filter(({ state }) => state !== "open");
  const most = offlineMostAt(type.rules, place, cardMost);
  const left = Math.max(0, most - known.brought - sum(own.map((one) => one.amount)));
  const used = {
    spent: known.spent + sum(charged.map((one) => one.payable ?? one.amount)),
    free: known.free + sum(charged.map((one) => one.free ?? 0)),
  };
  const facts = { card: { ...card, number }, type: type.name, rules: type.rules, place, at, day, used, balance: null };
  return { ...chargeOf(facts, amount), left, most };
}

const sum = (amounts: readonly number[]) => amounts.reduce((all, one) => all + one, 0);
