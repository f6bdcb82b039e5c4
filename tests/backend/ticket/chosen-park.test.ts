import { afterAll, beforeAll, expect, test } from "vitest";
import { selectUserInfoById } from "~/contract/platform/session";
import { choosePark, getOwnParks } from "~/contract/ticket/chosen-park";
import { park } from "~/contract/ticket/park";
import { getCounter } from "~/contract/ticket/sale";
import { adminPassword, openTestBackend, type TestBackend } from "~tests/support/backend";

let backend: TestBackend;
const parks: Record<string, number> = {};
beforeAll(async () => {
  backend = await openTestBackend();
  for (const [code, name] of [
    ["P1", "东园"],
    ["P2", "西园"],
    ["P3", "北园"],
  ] as const) {
    const { data } = await backend.call(park.methods.save, { code, name } as never);
    parks[code] = (data as { id: number }).id;
  }
});
afterAll(() => backend.close());

const bind = (accountId: number, code: string) =>
  backend.sql("insert into account_park values ('0001', $1, $2)", [accountId, parks[code]]);

test("2.1b an account bound to parks sees those, and chooses one of them for its session", async () => {
  const { id, accName } = await backend.createUser({});
  await bind(id, "P1");
  await bind(id, "P2");
  const as = await backend.signIn(accName, adminPassword);
  const seen = await backend.call(getOwnParks, {}, { as });
  expect(seen.data.map(({ name, chosen }) => [name, chosen])).toEqual([
    ["东园", false],
    ["西园", false],
  ]);
  expect((await backend.call(choosePark, { parkId: parks.P2 ?? 0 }, { as })).data.name).toBe("西园");
  expect((await backend.call(selectUserInfoById, {}, { as })).data.park).toEqual({ id: parks.P2, name: "西园" });
  // Another session of the same account has chosen nothing.
  const other = await backend.signIn(accName, adminPassword);
  expect((await backend.call(selectUserInfoById, {}, { as: other })).data.park).toBeNull();
  expect((await backend.call(choosePark, { parkId: parks.P3 ?? 0 }, { as })).status).toBe(404);
});

test("2.1b an account bound to none works in all of its corp, never in another's; a closed one is not offered", async () => {
  const { token } = await backend.createUser({});
  expect((await backend.call(getOwnParks, {}, { as: token })).data).toHaveLength(3);
  await backend.sql("update park set status = 'F' where code = 'P3'");
  expect((await backend.call(getOwnParks, {}, { as: token })).data).toHaveLength(2);
  expect((await backend.call(choosePark, { parkId: parks.P3 ?? 0 }, { as: token })).status).toBe(404);
  const stranger = await backend.createCorp("2001");
  expect((await backend.call(getOwnParks, {}, { as: stranger })).data).toEqual([]);
  expect((await backend.call(choosePark, { parkId: parks.P1 ?? 0 }, { as: stranger })).status).toBe(404);
});

test("2.1b the counter and the check desk offer what stands in the chosen park", async () => {
  for (const [code, name] of [
    ["P1", "东窗"],
    ["P2", "西窗"],
  ] as const) {
    await backend.sql("insert into pos (corp_code, code, name, park_id) values ('0001', $1, $2, $3)", [
      `POS${code}`,
      name,
      parks[code],
    ]);
  }
  const { token } = await backend.createUser({ accType: "11" });
  const offered = async () =>
    (await backend.call(getCounter, {}, { as: token })).data.posList.map(({ label }: { label: string }) => label);
  expect(await offered()).toEqual(["东窗", "西窗"]);
  await backend.call(choosePark, { parkId: parks.P2 ?? 0 }, { as: token });
  expect(await offered()).toEqual(["西窗"]);
});
