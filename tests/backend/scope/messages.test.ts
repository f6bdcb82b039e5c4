/** A message about a park's matter is read by who may see that park now, not only by who might when it was sent. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { messageList, readMessages } from "~/contract/platform/message";
import { shellState } from "~/contract/platform/shell";
import { notify, type Told } from "~server/backend/kernel/notify";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { createPark, friday, type TestPark } from "~tests/support/park";

let backend: TestBackend;
let east: TestPark;
let west: TestPark;
let keeper: Awaited<ReturnType<TestBackend["createUser"]>>;

beforeAll(async () => {
  backend = await openTestBackend();
  east = await createPark(backend);
  west = await createPark(backend);
  keeper = await backend.createUser({ grants: ["buyTktLog"], parks: [east.parkId] });
});
afterAll(() => backend.close());

const tell = (title: string, about?: Told["about"]) =>
  backend.database.tenant("0001", (tx) =>
    notify(tx, friday, { to: "everybody", kind: "notice", title: () => title, ...(about && { about }) }),
  );
/** Where it works from now on. */
const moveTo = async (parkId: number) => {
  await backend.sql("update account_park set park_id = $2 where account_id = $1", [keeper.id, parkId]);
};
const titles = async (as = keeper.token) =>
  (await backend.call(messageList, {}, { as })).data.records.map(({ title }) => title).sort();
const unread = async (as = keeper.token) => [
  (await backend.call(messageList, {}, { as })).data.otherData.unread,
  (await backend.call(shellState, {}, { as })).data.unread,
];

test("who moves to another park reads no more of the first, finds it unread on coming back, and all that is of none", async () => {
  await tell("东园闭园", { parks: [east.parkId], maker: null });
  await tell("西园闭园", { parks: [west.parkId], maker: null });
  await tell("两园联动", { parks: [east.parkId, west.parkId], maker: null });
  await tell("系统通知");
  const all = ["东园闭园", "两园联动", "系统通知"].sort();
  expect([await titles(), await unread()]).toEqual([all, [3, 3]]);
  await moveTo(west.parkId);
  expect([await titles(), await unread()]).toEqual([["两园联动", "系统通知"].sort(), [2, 2]]);
  // Reading all reads what is seen.
  await backend.call(readMessages, { read: true }, { as: keeper.token });
  expect(await unread()).toEqual([0, 0]);
  await moveTo(east.parkId);
  expect([await titles(), await unread()]).toEqual([all, [1, 1]]);
  expect(await titles(backend.admin)).toEqual(["东园闭园", "两园联动", "系统通知", "西园闭园"].sort());
});

test("one about somebody's own order goes with the orders that its reader sees", async () => {
  const seller = await backend.createUser({ grants: ["buyTktLog"] });
  await tell("别人的订单", { parks: [east.parkId], maker: seller.id });
  expect((await titles(seller.token)).includes("别人的订单")).toBe(true);
  await backend.sql(
    "update role set data_scope = 'own' where corp_code = '0001' and id in (select role_id from account_role where account_id = $1)",
    [seller.id],
  );
  expect((await titles(seller.token)).includes("别人的订单")).toBe(true);
  const [message] = await backend.sql<{ parks: string[]; maker: string }>(
    "select about_parks as parks, about_maker as maker from message where account_id = $1 order by id desc limit 1",
    [seller.id],
  );
  expect([message?.parks.map(Number), Number(message?.maker)]).toEqual([[east.parkId], seller.id]);
  await backend.sql("update message set about_maker = 1 where account_id = $1", [seller.id]);
  expect((await titles(seller.token)).includes("别人的订单")).toBe(false);
});
