/** What stored-value cards ask for by themselves: staff is told once of money that stands on cards that end, and of losses. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { addDays, businessDay } from "~/contract/business-time";
import { cardType } from "~/contract/card/type";
import { createWorker } from "~server/backend/jobs/worker";
import { allKinds } from "~server/backend/served";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { openStoredShop, type StoredShop } from "./support";

let backend: TestBackend;
let shop: StoredShop;
beforeEach(async () => {
  backend = await openTestBackend();
  shop = await openStoredShop(backend);
});
afterEach(async () => {
  await checkInvariants(backend);
  await backend.close();
});

const today = () => businessDay(new Date());
const round = async () => {
  await backend.sql("insert into job (corp_code, kind) values ('0001', 'remindOfStored')");
  await createWorker({ database: backend.database, kinds: allKinds }).drain();
};
const told = () =>
  backend.sql<{ title: string; link: string }>(
    "select distinct title, link from message where kind = 'expiry' order by title",
  );
/** Sold, and brought into the state by hand: of what becomes of it in between other tests tell. */
async function cardIn(set: string, amount = 5_000): Promise<void> {
  const { id } = await shop.sold(await shop.addType(), { amount });
  await backend.sql(`update stored_card set ${set} where id = ${id}`);
}

it("cards with money on them that end are told of 30 and 7 days before, once each; empty ones are not", async () => {
  await cardIn(`valid_to = '${addDays(today(), 6)}'`);
  await cardIn(`valid_to = '${addDays(today(), 29)}'`);
  await cardIn(`valid_to = '${addDays(today(), 31)}'`);
  await cardIn(`valid_to = '${addDays(today(), 5)}'`, 0);
  await round();
  await round();
  expect(await told()).toEqual([
    {
      title: "1 张有余额的储值卡 30 天内到期",
      link: `/smartCard/list?status=active&validTo=${today()}~${addDays(today(), 30)}`,
    },
    {
      title: "1 张有余额的储值卡 7 天内到期",
      link: `/smartCard/list?status=active&validTo=${today()}~${addDays(today(), 7)}`,
    },
  ]);
  // Prolonged, it begins anew.
  await backend.sql(
    `update stored_card set valid_to = '${addDays(today(), 20)}' where valid_to = '${addDays(today(), 6)}'`,
  );
  await round();
  expect(await backend.sql("select distinct id from message where kind = 'expiry'")).toHaveLength(3);
});

it("a card that is lost for longer than the parameter says is told of once, and nothing is ended", async () => {
  await cardIn("status = 'frozen', frozen_at = now() - interval '92 days'");
  await cardIn("status = 'frozen', frozen_at = now() - interval '3 days'");
  await round();
  await round();
  expect(await told()).toEqual([{ title: "1 张储值卡挂失已超过 90 天", link: "/smartCard/list?status=frozen" }]);
  expect(await backend.sql("select principal::int from stored_card where status = 'frozen'")).toEqual([
    { principal: 5_000 },
    { principal: 5_000 },
  ]);
});

it("a change of their type says how many are in people's hands", async () => {
  const id = await shop.addType();
  await shop.stock(id);
  await shop.sold(id);
  await shop.sold(id);
  const { data } = await backend.call(cardType.methods.get, { id });
  expect(JSON.stringify(data)).toContain("现有 2 张在用的储值卡");
});
