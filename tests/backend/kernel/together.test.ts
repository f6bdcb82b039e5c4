/** Reads in one trip: each by its own right, as if it had come by itself. */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Method, PayloadOf } from "~/contract/method";
import { offlineOrder } from "~/contract/order/order-lists";
import { getSysInfo, getSysParamByCode } from "~/contract/platform/parameter";
import { getCorpCode, selectUserInfoById } from "~/contract/platform/session";
import { closeTabs, shellState } from "~/contract/platform/shell";
import { readTogether } from "~/contract/platform/together";
import { park } from "~/contract/ticket/park";
import { encodePayload } from "~/contract/wire";
import { openTestBackend, type TestBackend } from "~tests/support/backend";

let backend: TestBackend;
let seller: string;
beforeAll(async () => {
  backend = await openTestBackend();
  seller = (await backend.createUser({ grants: ["parkList"] })).token;
});
afterAll(() => backend.close());

const one = <M extends Method>(method: M, payload: PayloadOf<M>) => ({
  business: method.business,
  method: method.name,
  fields: Object.fromEntries(encodePayload(payload as Record<string, unknown>)),
});
const ask = (calls: ReturnType<typeof one>[], options = {}) =>
  backend.call(readTogether, { calls }, { as: seller, ...options });
const everything = () => [
  one(getCorpCode, {}),
  one(park.methods.list, {}),
  one(offlineOrder.methods.list, {}),
  one(getSysInfo, { corpCode: "0001" }),
  one(getSysParamByCode, { paramCode: "nobody knows it" }),
  one(selectUserInfoById, { id: 999_999 }),
];

test("each answer, status and refusal is the one that the call gets by itself, in the order asked", async () => {
  const { data } = await ask(everything());
  const alone = [];
  for (const { business, method, fields } of everything()) {
    const { status, ...body } = await backend.post(`/${business}/dispatch`, { method, ...fields } as never, {
      "access-token": seller,
    });
    alone.push({ status, body });
  }
  expect(data.map(({ status }) => status)).toEqual([200, 200, 403, 200, 404, 404]);
  expect(data).toEqual(alone);
});

test("reads of one account share a transaction, and what the database refuses in one hurts none of the others", async () => {
  expect(await transactionsOf([one(getCorpCode, {}), one(shellState, {}), one(park.methods.list, {})])).toBe(1);
  // No text of the database holds this character.
  const { data } = await ask([
    one(getCorpCode, {}),
    { ...one(park.methods.list, {}), fields: { filters: JSON.stringify({ name: "\u0000" }) } },
    one(shellState, {}),
  ]);
  expect([data[0]?.status, data[2]?.status]).toEqual([200, 200]);
  expect(data[1]?.status).not.toBe(200);
});

/** How often the database is entered meanwhile. */
async function transactionsOf(calls: ReturnType<typeof one>[]): Promise<number> {
  const entered = vi.spyOn(backend.database.pool, "connect");
  await ask(calls);
  const { length } = entered.mock.calls;
  entered.mockRestore();
  return length;
}

test("what writes, what is unknown, and a trip within a trip are refused one by one; nothing is written", async () => {
  const { data } = await ask([
    one(closeTabs, { which: "all", path: "/index" }),
    { business: "ticket", method: "noSuchMethod", fields: {} },
    one(readTogether, { calls: [] }),
    one(getCorpCode, {}),
  ]);
  expect(data.map(({ status }) => status)).toEqual([400, 404, 400, 200]);
});

test("without a session 401, as another tenant 404, with a wrong payload 422, whatever is asked", async () => {
  expect((await ask(everything(), { as: "" })).status).toBe(401);
  expect((await ask([], { as: "" })).status).toBe(401);
  expect((await ask(everything(), { corpCode: "2099" })).status).toBe(404);
  expect((await ask(Array.from({ length: 41 }, () => one(getCorpCode, {})))).status).toBe(422);
});
