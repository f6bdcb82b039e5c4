/** One card at two tills: one cancels it and pays out what it holds, the other puts money onto it. No fen is left where nobody gets at it. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { smartCard } from "~/contract/stored/card";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { friday } from "~tests/support/park";
import { overtaken, race, raceIsReal } from "~tests/support/race";
import { openStoredShop, type StoredShop } from "./support";

let backend: TestBackend;
let shop: StoredShop;
let typeId = 0;
beforeAll(async () => {
  backend = await openTestBackend();
  shop = await openStoredShop(backend);
  typeId = await shop.addType({ giftTiers: [], cardFeeId: shop.feeId });
});
beforeEach(() => backend.setNow(friday));
afterAll(async () => {
  await checkInvariants(backend);
  await backend.close();
});

const { methods } = smartCard;
const cancel = (id: number) => backend.call(methods.cancel, { id, reason: "搬家" } as never);
const topUp = (id: number) => backend.call(methods.topUp, { id, amount: 5_000, paymentType: "cash" } as never);
/** With 100.00 on it, and a deposit of 20.00. */
const charged = async () => (await shop.sold(typeId, { amount: 10_000 })).id;

/** What is on the card, and what was handed over for it at last; both by their ledgers. */
async function worldOf(id: number) {
  const [card] = await backend.sql<{ status: string; left: number; ledger: number; paid: number }>(
    `select c.status, (c.principal + c.deposit)::int as left,
            (select sum(l.principal_change + l.deposit_change)::int from stored_ledger l where l.stored_card_id = c.id) as ledger,
            (select sum(m.paid_change)::int from stored_money m where m.card_id = c.id) as paid
     from stored_card c where c.id = $1`,
    [id],
  );
  return card;
}
const empty = { status: "cancelled", left: 0, ledger: 0, paid: 0 };

test("at once: the card ends with nothing on it, and everything that was handed over is back", async () => {
  for (let round = 0; round < 4; round += 1) {
    const id = await charged();
    const all = await race(backend, 2, async (n) =>
      n === round % 2 ? { gave: await cancel(id) } : { took: await topUp(id) },
    );
    const { gave, took } = Object.assign({ gave: null, took: null }, ...all);
    expect(gave?.status).toBe(200);
    expect([200, 409]).toContain(took?.status);
    expect(await worldOf(id)).toEqual(empty);
  }
});

test("one after the other: what was put on goes back with the rest, and nothing comes onto a cancelled card", async () => {
  const [one, other] = [await charged(), await charged()];
  expect([(await topUp(one)).status, (await cancel(one)).status]).toEqual([200, 200]);
  expect(await worldOf(one)).toEqual(empty);
  expect([(await cancel(other)).status, (await topUp(other)).status]).toEqual([200, 409]);
  expect(await worldOf(other)).toEqual(empty);
});

/** In a world of its own. */
async function unlocked(first: (id: number) => Promise<{ status: number }>, second: typeof first) {
  const usual = [backend, shop, typeId] as const;
  backend = await openTestBackend();
  backend.setNow(friday);
  shop = await openStoredShop(backend);
  typeId = await shop.addType({ giftTiers: [], cardFeeId: shop.feeId });
  try {
    const id = await charged();
    const both = await overtaken(
      { mark: 'from "stored_card"', lock: " for update" },
      async () => first(id),
      async () => second(id),
    );
    return { statuses: both.map(({ status }) => status), world: await worldOf(id) };
  } finally {
    await backend.close();
    [backend, shop, typeId] = usual;
  }
}

const lost = { status: "cancelled", left: 5_000, ledger: 5_000, paid: 5_000 };

test.runIf(raceIsReal)("control: without the lock what came meanwhile stays on a card that is cancelled", async () => {
  expect(await unlocked(cancel, topUp)).toEqual({ statuses: [200, 200], world: lost });
});

test.runIf(raceIsReal)("control: without the lock money is taken for a card that is cancelled already", async () => {
  expect(await unlocked(topUp, cancel)).toEqual({ statuses: [200, 200], world: lost });
});
