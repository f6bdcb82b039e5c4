/** A till with sellers of its own: nobody else opens a shift or sells there; without any it is everybody's. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { getShift, openShift } from "~/contract/order/shift";
import { operator } from "~/contract/platform/operator";
import { pos } from "~/contract/ticket/gate";
import { getCounter, sellTickets } from "~/contract/ticket/sale";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { createPark, fresh, saleOf, type TestPark } from "~tests/support/park";

let backend: TestBackend;
let park: TestPark;
let own: Awaited<ReturnType<TestBackend["createUser"]>>;
let other: Awaited<ReturnType<TestBackend["createUser"]>>;
let keptId: number;
const grants = ["shift", "shift/shift:work", "buyTktList", "buyTktList/sale:sell"];
beforeAll(async () => {
  backend = await openTestBackend();
  park = await createPark(backend);
  own = await backend.createUser({ grants });
  other = await backend.createUser({ grants });
  keptId = await backend.saved(pos.methods.save, till("团队窗口", [{ accountId: own.id }]));
});
afterAll(() => backend.close());

const till = (name: string, sellers: object[]) => ({
  ...{ code: fresh("POS"), name, window: null, parkId: park.parkId, printer: "receipt80", sellers },
});
const open = (posId: number, as: string) =>
  backend.call(openShift, { idempotencyKey: fresh("shift"), posId, opening: 0 }, { as });
const sell = (posId: number, as: string) =>
  backend.call(sellTickets, { ...saleOf(park.adultId), posId } as never, { as });

test("it is offered to its sellers alone, in the shift and at the counter", async () => {
  const offered = async (as: string) => [
    (await backend.call(getShift, {}, { as })).data.posList.map(({ id }) => id),
    (await backend.call(getCounter, {}, { as })).data.posList.map(({ value }) => Number(value)),
  ];
  expect(await offered(own.token)).toEqual([
    [park.posId, keptId],
    [park.posId, keptId],
  ]);
  expect(await offered(other.token)).toEqual([[park.posId], [park.posId]]);
});

test("whoever is none of them is told, and nothing is written", async () => {
  const before = await digests(backend);
  const shift = await open(keptId, other.token);
  expect([shift.status, shift.errors]).toEqual([422, { posId: ["“团队窗口”只由指定的售票员使用"] }]);
  const sale = await sell(keptId, other.token);
  expect([sale.status, sale.message]).toEqual([409, "“团队窗口”只由指定的售票员使用"]);
  expect(changed(before, await digests(backend)).filter((table) => table !== "counter")).toEqual([]);
  expect((await sell(park.posId, other.token)).message).toBe("");
});

test("its seller opens a shift and sells, and is not deleted while it names them", async () => {
  expect((await open(keptId, own.token)).message).toBe("");
  expect((await sell(keptId, own.token)).message).toBe("");
  const refused = await backend.call(operator.methods.remove, { id: own.id } as never);
  expect([refused.status, refused.message.includes("团队窗口")]).toEqual([409, true]);
});

test("twice the same seller, and an account of another tenant", async () => {
  const twice = till("双份", [{ accountId: own.id }, { accountId: own.id }]);
  expect((await backend.call(pos.methods.save, twice as never)).status).toBe(422);
  const stranger = await backend.createCorp("0002");
  const foreign = await backend.call(pos.methods.save, { ...till("外人", [{ accountId: own.id }]) } as never, {
    as: stranger,
  });
  expect(foreign.status).toBe(422);
});
