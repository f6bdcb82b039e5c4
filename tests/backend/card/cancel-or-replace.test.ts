/** A lost card at two tills: one gives its money back, the other hands out a new one for a fee. One of them does, and is paid so. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { seasonCard } from "~/contract/card/card";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { friday } from "~tests/support/park";
import { overtaken, race, raceIsReal } from "~tests/support/race";
import { openShop, type Shop } from "./support";

let backend: TestBackend;
let shop: Shop;
let typeId = 0;
beforeAll(async () => {
  backend = await openTestBackend();
  shop = await openShop(backend);
  typeId = await shop.addType();
});
beforeEach(() => backend.setNow(friday));
afterAll(async () => {
  await checkInvariants(backend);
  await backend.close();
});

const { methods } = seasonCard;
const cancel = (id: number) => backend.call(methods.cancel, { id, reason: "搬家", expected: null });
const replace = (id: number) =>
  backend.call(methods.replace, { id, number: null, paymentType: "cash", expected: null });
/** Sold for 310.00 and a deposit of 20.00; half of its price would go back. */
async function lost() {
  const { data } = await shop.sell(typeId);
  await backend.call(methods.activate, { id: data.cardId });
  await backend.call(methods.reportLoss, { id: data.cardId, reason: null });
  return data.cardId;
}

const tableOf: Record<string, string> = {
  ...{ "greatest(amount, 0)": "payment", "least(amount, 0)": "payment", held_change: "card_ledger" },
};

/** What stands in the world after `work`: cards of the person that open gates, and money by what it was for. */
async function after<T>(id: number, work: () => Promise<T>): Promise<[T, object]> {
  const sumOf = async (what: string, from: number) =>
    (
      await backend.sql<{ sum: number }>(
        `select coalesce(sum(${what}), 0)::int as sum from ${tableOf[what]} where id > $1`,
        [from],
      )
    )[0]?.sum;
  const last = async (table: string) =>
    (await backend.sql<{ id: number }>(`select coalesce(max(id), 0)::int as id from ${table}`))[0]?.id ?? 0;
  const [payment, ledger] = [await last("payment"), await last("card_ledger")];
  const [{ holder = "" } = {}] = await backend.sql<{ holder: string }>(
    "select identity as holder from season_card_holder where card_id = $1",
    [id],
  );
  const done = await work();
  const [cards] = await backend.sql(
    `select count(*) filter (where c.status = 'active')::int as open, sum(c.deposit)::int as held
     from season_card c where c.identity = $1`,
    [holder],
  );
  const paid = await sumOf("greatest(amount, 0)", payment);
  const back = await sumOf("least(amount, 0)", payment);
  const deposit = await sumOf("held_change", ledger);
  return [done, { ...cards, paid, back, deposit }];
}

const cancelled = { open: 0, held: 0, paid: 0, back: -15_000, deposit: -2_000 };
const replaced = { open: 1, held: 2_000, paid: 1_500, back: 0, deposit: 0 };

test("at once: one does, and the other neither takes nor gives back a fen", async () => {
  for (let round = 0; round < 3; round += 1) {
    const id = await lost();
    const [[gave, handed], left] = await after(id, () =>
      race(backend, 2, (n) => (n === round % 2 ? cancel(id) : replace(id))).then((all) =>
        round % 2 === 0 ? all : all.toReversed(),
      ),
    );
    expect([gave?.status, handed?.status].toSorted()).toEqual([200, 409]);
    expect(left).toEqual(gave?.status === 200 ? cancelled : replaced);
  }
});

test("one after the other: what the first did stands", async () => {
  const [one, other] = [await lost(), await lost()];
  expect(await after(one, async () => [(await cancel(one)).status, (await replace(one)).status])).toEqual([
    [200, 409],
    cancelled,
  ]);
  expect(await after(other, async () => [(await replace(other)).status, (await cancel(other)).status])).toEqual([
    [200, 409],
    replaced,
  ]);
});

/** In a world of its own, which is left wrong. */
async function unlocked(
  first: typeof cancel | typeof replace,
  second: typeof cancel | typeof replace,
  fee: { deposit?: number } = {},
) {
  const usual = [backend, shop, typeId] as const;
  backend = await openTestBackend();
  shop = await openShop(backend, fee);
  typeId = await shop.addType();
  try {
    const id = await lost();
    const left = { mark: 'from "season_card"', lock: " for update" };
    const [both, world] = await after(id, () =>
      overtaken(
        left,
        async () => first(id),
        async () => second(id),
      ),
    );
    return { statuses: both.map(({ status }) => status), world };
  } finally {
    await backend.close();
    [backend, shop, typeId] = usual;
  }
}

test.runIf(raceIsReal)(
  "control: without the lock the price goes back and the card opens gates all the same",
  async () => {
    const { statuses, world } = await unlocked(replace, cancel, { deposit: 0 });
    expect(statuses).toEqual([200, 200]);
    expect(world).toMatchObject({ open: 1, back: -15_000, paid: 1_500 });
  },
);

/** What it was paid and what it holds have gone on to the new card: the ledgers hold where the lock does not. */
test.runIf(raceIsReal)(
  "control: without the lock a replaced card is given back once more, of which nothing is left to pay out",
  async () => {
    const { statuses, world } = await unlocked(cancel, replace);
    expect(statuses).toEqual([200, 200]);
    expect(world).toEqual(replaced);
  },
);
