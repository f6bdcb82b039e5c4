/** Killed in the middle of a sale, of a list of sales, of a top-up and of a batch: nothing or all, and the same press does it once. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { sellCardList } from "~/contract/card/card-list";
import { uploadPaths } from "~/contract/files";
import { smartCard } from "~/contract/stored/card";
import { storedOfflineUpload } from "~/contract/stored/offline";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { digests } from "~tests/support/digests";
import { interrupted, moved } from "~tests/support/interrupted";
import { checkInvariants } from "~tests/support/invariants";
import { killedWhile } from "~tests/support/killed";
import { fresh, friday } from "~tests/support/park";
import { raceIsReal } from "~tests/support/race";
import { send } from "../files/uploading";
import { csv } from "../imports/importing";
import { openStoredShop, type StoredShop } from "../stored/support";
import { identityOf, openShop, person, type Shop } from "./support";

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

test.runIf(raceIsReal)(
  "a sale: no card, no order, no deposit; the same press sells it once",
  { timeout: 120_000 },
  async () => {
    const type = await shop.addType();
    const payload = { idempotencyKey: fresh("sell-card-key"), holders: [person()] };
    await interrupted(backend, ["season_card_holder", "season_card_charge", "card_ledger", "season_card_log"], () =>
      shop.sell(type, payload),
    );
    expect(await backend.sql("select 1 from season_card where card_type_id = $1", [type])).toHaveLength(1);
  },
);

test.runIf(raceIsReal)("a list: nobody has a card, or everybody", { timeout: 120_000 }, async () => {
  const type = await shop.addType();
  const rows = [["姓名", "证件号"], ...Array.from({ length: 8 }, (_, at) => [`员工${at}`, identityOf()])];
  const sent = await send(backend, uploadPaths.temporary, [{ bytes: csv(rows), name: "名单.csv" }], {
    fields: { accept: "file" },
  });
  const payload = { idempotencyKey: fresh("list-key"), cardTypeId: type, path: sent.data, paymentType: "wechat" };
  await interrupted(backend, ["season_card_holder", "season_card_charge", "card_ledger", "season_card_log"], () =>
    backend.call(sellCardList, payload),
  );
  expect(await backend.sql("select 1 from season_card where card_type_id = $1", [type])).toHaveLength(8);
});

test.runIf(raceIsReal)(
  "a top-up: neither balance nor money; the same press tops up once",
  { timeout: 120_000 },
  async () => {
    const card = await stored.sold(await stored.addType());
    const payload = { id: card.id, amount: 10_000, paymentType: "cash", idempotencyKey: fresh("top-up-key") };
    const before = await digests(backend);
    const press = () => backend.call(smartCard.methods.topUp, payload as never);
    for (const table of ["stored_ledger", "stored_money"]) {
      expect([table, await killedWhile(backend, table, press)]).toEqual([table, { success: false, killed: 1 }]);
      expect([table, await moved(backend, before)]).toEqual([table, []]);
    }
    expect((await press()).success).toBe(true);
    expect((await press()).success).toBe(true);
    expect(await backend.sql("select principal::int, gift::int from stored_card where id = $1", [card.id])).toEqual([
      { principal: 10_000, gift: 1_000 },
    ]);
    await checkInvariants(backend);
  },
);

test.runIf(raceIsReal)(
  "a batch of a till without a line: none of it or all of it, each once",
  { timeout: 120_000 },
  async () => {
    backend.setNow(new Date(friday.getTime() - 3_600_000));
    const type = await stored.addType({ giftTiers: [] });
    const cards = [await stored.sold(type, { amount: 5_000 }), await stored.sold(type, { amount: 5_000 })];
    backend.setNow(new Date(friday.getTime() + 3_600_000));
    const [till] = await backend.sql<{ id: number }>("select id::int from pos order by id limit 1");
    const entries = cards.map(({ number }) => ({
      entryKey: fresh("offline-key"),
      number,
      amount: 1_000,
      at: friday.toISOString(),
    }));
    const press = () => backend.call(storedOfflineUpload, { posId: till?.id ?? 0, entries });
    const before = await digests(backend);
    for (const table of ["stored_offline", "stored_spend", "stored_charge"]) {
      expect([table, await killedWhile(backend, table, press)]).toEqual([table, { success: false, killed: 1 }]);
      expect([table, await moved(backend, before)]).toEqual([table, []]);
    }
    expect((await press()).data).toMatchObject({ booked: 2 });
    expect((await press()).data).toMatchObject({ booked: 0, repeated: 2 });
    expect(
      await backend.sql(
        "select distinct principal::int from stored_card where card_type_id = $1 and status = 'active'",
        [type],
      ),
    ).toEqual([{ principal: 4_000 }]);
    await checkInvariants(backend);
  },
);

test.runIf(!raceIsReal)("on the embedded engine there is one connection, and nobody to kill it", () => {
  expect(raceIsReal).toBe(false);
});
