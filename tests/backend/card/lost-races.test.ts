/** Races of lost cards: each with its control, which takes away what protects them and sees the harm done. PostgreSQL tells. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { seasonCard } from "~/contract/card/card";
import { smartCard } from "~/contract/stored/card";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { friday } from "~tests/support/park";
import { overtaken, race, raceIsReal, raceToInsert, withoutLock } from "~tests/support/race";
import { openStoredShop, type StoredShop } from "../stored/support";
import { openShop, person, type Shop } from "./support";

let backend: TestBackend;
let shop: Shop;
let stored: StoredShop;
beforeAll(async () => {
  backend = await openTestBackend();
  shop = await openShop(backend);
  stored = await openStoredShop(backend);
});
beforeEach(() => backend.setNow(friday));
afterAll(async () => {
  await checkInvariants(backend);
  await backend.close();
});

const days = (n: number) => backend.setNow(new Date(friday.getTime() + n * 86_400_000));

/** In a world of its own, which may be wrong afterwards. */
async function apart<T>(work: () => Promise<T>): Promise<T> {
  const usual = [backend, shop, stored] as const;
  backend = await openTestBackend();
  backend.setNow(friday);
  shop = await openShop(backend);
  stored = await openStoredShop(backend);
  try {
    return await work();
  } finally {
    await backend.close();
    [backend, shop, stored] = usual;
  }
}

/** Somebody whose card is lost, and over by now. */
async function overAndLost() {
  const typeId = await shop.addType();
  const holders = [person()];
  const { data } = await shop.sell(typeId, { holders });
  await backend.call(seasonCard.methods.activate, { id: data.cardId });
  await backend.call(seasonCard.methods.reportLoss, { id: data.cardId, reason: null });
  days(366);
  return { typeId, holders, cardId: data.cardId };
}
type Lost = Awaited<ReturnType<typeof overAndLost>>;

const liveOf = ({ holders }: Lost) =>
  backend.sql("select card_id from season_card_holder where identity = $1 and live", [holders[0]?.identity]);

const twoTills = async () => {
  const lost = await overAndLost();
  const all = await raceToInsert(backend, "season_card_holder", 2, () =>
    shop.sell(lost.typeId, { holders: lost.holders }),
  );
  return { statuses: all.map(({ status }) => status).sort(), live: (await liveOf(lost)).length };
};

test("two tills sell to somebody whose lost card is over: one sells", async () => {
  expect(await twoTills()).toEqual({ statuses: [200, 409], live: 1 });
});

/** Three things keep the second card away: the lock of the one that ends, the look at who holds one, and the index. */
test.runIf(raceIsReal)("control: with none of what protects it both sell, and one person holds two cards", async () => {
  const both = await apart(async () => {
    await backend.sql("drop index season_card_holder_one");
    const unlooked = { mark: "limit 1000", lock: "and h.live", instead: "and false", people: 1 };
    return withoutLock({ mark: "valid_to <", lock: "for update skip locked", people: 1 }, () =>
      withoutLock(unlooked, twoTills),
    );
  });
  expect(both).toEqual({ statuses: [200, 200], live: 2 });
});

const soldWhileFound = async () => {
  const lost = await overAndLost();
  const both = await race<{ success: boolean }>(backend, 2, (n) =>
    n === 0
      ? shop.sell(lost.typeId, { holders: lost.holders })
      : backend.call(seasonCard.methods.found, { id: lost.cardId }),
  );
  return { done: both.filter(({ success }) => success).length, live: (await liveOf(lost)).length };
};

test("a sale while the lost card is found: there is never a second card that is not over", async () => {
  for (let turn = 0; turn < 3; turn += 1) expect(await soldWhileFound()).toMatchObject({ live: 1 });
});

test.runIf(raceIsReal)(
  "control: where it is not locked and the person is not unique, it is found beside the new one",
  async () => {
    const seen = await apart(async () => {
      await backend.sql("drop index season_card_holder_one");
      const lost = await overAndLost();
      // Read as lost, and written once the sale has ended it.
      const both = await overtaken(
        { mark: 'from "season_card"', lock: " for update" },
        async () => backend.call(seasonCard.methods.found, { id: lost.cardId }),
        async () => shop.sell(lost.typeId, { holders: lost.holders }),
      );
      return { statuses: both.map(({ status }) => status), live: (await liveOf(lost)).length };
    });
    expect(seen).toEqual({ statuses: [200, 200], live: 2 });
  },
);

const { methods } = smartCard;
const charged = async () => (await stored.sold(await stored.addType({ giftTiers: [] }), { amount: 10_000 })).id;
const lose = (id: number) => backend.call(methods.reportLoss, { id, reason: null });
const spend = (id: number) => backend.call(methods.spend, { id, amount: 3_000, what: null } as never);
const heldOf = async (id: number) =>
  (await backend.sql("select status, principal::int from stored_card where id = $1", [id]))[0];

test("a loss is reported while a till takes from the card: before it or not at all", async () => {
  for (let turn = 0; turn < 4; turn += 1) {
    const id = await charged();
    const all = await race(backend, 2, (n) => (n === turn % 2 ? lose(id) : spend(id)));
    const spent = all[(turn + 1) % 2];
    expect(all[turn % 2]?.status).toBe(200);
    expect([200, 409]).toContain(spent?.status);
    expect(await heldOf(id)).toEqual({ status: "frozen", principal: spent?.status === 200 ? 7_000 : 10_000 });
  }
});

test.runIf(raceIsReal)("control: without the lock of the card it is spent after its loss was reported", async () => {
  const seen = await apart(async () => {
    const id = await charged();
    // Neither when the command begins nor when the payment is taken.
    const both = await withoutLock({ mark: 'from "stored_card"', lock: " for update", people: 1 }, () =>
      overtaken(
        { mark: "stored_card c", lock: "for update of c" },
        async () => spend(id),
        async () => lose(id),
      ),
    );
    const steps = await backend.sql<{ step: string }>(
      "select step from stored_card_log where card_id = $1 and step in ('reportLoss', 'spend') order by id",
      [id],
    );
    return {
      statuses: both.map(({ status }) => status),
      steps: steps.map(({ step }) => step),
      principal: (await heldOf(id))?.principal,
    };
  });
  expect(seen).toEqual({ statuses: [200, 200], steps: ["reportLoss", "spend"], principal: 7_000 });
});

/** With nothing on it: nothing that moves would stop the second one. */
const lostAndEmpty = async () => {
  const { id } = await stored.sold(await stored.addType());
  await lose(id);
  return () => backend.call(methods.replace, { id, number: null, paymentType: "cash" } as never);
};
const heirsOf = () => backend.sql("select id from stored_card_log where step = 'replace'");

test("two tills replace one lost stored-value card: there is one new card", async () => {
  const before = (await heirsOf()).length;
  const press = await lostAndEmpty();
  const all = await race(backend, 2, press);
  expect(all.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await heirsOf()).length - before).toBe(1);
});

test.runIf(raceIsReal)("control: without the lock of the card two new ones are made for it", async () => {
  const made = await apart(async () => {
    const press = await lostAndEmpty();
    await overtaken(
      { mark: 'from "stored_card"', lock: " for update" },
      async () => press(),
      async () => press(),
    );
    return (await heirsOf()).length;
  });
  expect(made).toBe(2);
});
