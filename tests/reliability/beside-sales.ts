/** Sales that go on while something is killed, and what must be so of them afterwards. */
import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { type Answered, type Counter, isSold } from "./counter";
import { until } from "./nodes";

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** People who sell until it is over; whoever got no answer presses again, with the same key. */
export interface Selling {
  answers: Map<string, Answered>;
  /** Answers that were no sale. */
  refused: number;
  end(): Promise<void>;
}
async function sell(counters: Counter[]): Promise<Selling> {
  let isOver = false;
  const state: Selling = { answers: new Map(), refused: 0, end };
  const working = Promise.all(
    counters.map(async (counter) => {
      while (!isOver) {
        // As fast as people are: what is tried beside it needs the processor too.
        await pause(150);
        const key = randomUUID();
        for (let press = 0; !state.answers.has(key); press += 1) {
          const sale = await counter.sell(key).catch(() => null);
          if (sale && isSold(sale)) state.answers.set(key, sale);
          else state.refused += 1;
          if (press > 300)
            throw new Error(`a sale never came to an answer: ${sale?.status} ${sale?.text.slice(0, 300)}`);
          if (!sale || !isSold(sale)) await pause(100);
        }
      }
    }),
  );
  // A failure is told by end(), not by a promise that nobody waits for yet.
  working.catch(() => {});
  async function end() {
    isOver = true;
    await working;
  }
  return state;
}
/** So many sales were answered. */
export const sold = (selling: Selling, atLeast: number) =>
  until(
    () => selling.answers.size >= atLeast,
    () => `${atLeast} sales`,
  );

interface Shop {
  people: () => Promise<Counter[]>;
  /** Of the database itself. */
  ask: (text: string, values?: unknown[]) => Promise<unknown[]>;
}

/**
 * Sells while `work` goes on, then asks whether each press was one order, and answers each key once more: with the receipt
 * that it had.
 */
export async function sellBeside(shop: Shop, work: (selling: Selling) => Promise<void>): Promise<Selling> {
  const count = async (text: string, values?: unknown[]) => {
    const [row] = (await shop.ask(text, values)) as { n: number }[];
    return row?.n;
  };
  const ordersNow = async () => (await count("select count(*)::int as n from orders")) ?? 0;
  const people = await shop.people();
  const before = await ordersNow();
  const selling = await sell(people);
  try {
    await sold(selling, 8);
    await work(selling);
    await sold(selling, selling.answers.size + 8);
  } finally {
    await selling.end();
  }
  const keys = [...selling.answers.keys()];
  expect(await ordersNow()).toBe(before + keys.length);
  expect(await count("select count(*)::int as n from idempotency where key = any ($1)", [keys])).toBe(keys.length);
  const [someone] = people;
  for (const key of keys.slice(-25)) expect((await someone?.sell(key))?.text).toBe(selling.answers.get(key)?.text);
  expect(await ordersNow()).toBe(before + keys.length);
  const wrong = await count(`
    select count(*)::int as n from orders o
    where o.quantity <> (select coalesce(sum(l.quantity), 0) from sub_order l where l.corp_code = o.corp_code and l.order_id = o.id)
  `);
  expect(wrong, "orders whose lines do not add up").toBe(0);
  return selling;
}
