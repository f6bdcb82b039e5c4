/** A write pressed twice is done once; proved against a control that does not keep keys. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { sellTickets } from "~/contract/ticket/sale";
import { createBackend } from "~server/backend/app";
import { allServed } from "~server/backend/served";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, friday, saleOf, type TestPark } from "~tests/support/park";
import { race } from "~tests/support/race";

const isEmbedded = !process.env.TEST_DATABASE_URL;
let backend: TestBackend;
let park: TestPark;
beforeAll(async () => {
  backend = await openTestBackend();
  park = await createPark(backend);
});
afterAll(async () => {
  await checkInvariants(backend);
  await backend.close();
});

let before = 0;
beforeEach(async () => {
  before = await orders();
});

async function orders(): Promise<number> {
  const [row] = await backend.sql<{ n: number }>("select count(*)::int as n from orders");
  return row?.n ?? 0;
}

test("the same key gives the first answer again and sells once", async () => {
  const payload = saleOf(park.adultId);
  const first = await backend.call(sellTickets, payload);
  const second = await backend.call(sellTickets, payload);
  expect(first.success).toBe(true);
  expect(second).toEqual(first);
  expect(await orders()).toBe(before + 1);
});

test("eight presses at once sell once, and all hear of the same order", async () => {
  const payload = saleOf(park.adultId);
  const replies = await race(backend, 8, () => backend.call(sellTickets, payload));
  expect(new Set(replies.map((reply) => reply.data.orderNo)).size).toBe(1);
  expect(await orders()).toBe(before + 1);
});

test("a control that keeps no keys sells eight times", async () => {
  const served = allServed.map((entry) =>
    entry.method.name === sellTickets.name ? { ...entry, method: { ...entry.method, idempotent: false } } : entry,
  );
  const app = createBackend({ database: backend.database, served, now: () => friday });
  const { idempotencyKey, ...rest } = saleOf(park.adultId);
  const body = new URLSearchParams({
    method: sellTickets.name,
    idempotencyKey,
    ...Object.fromEntries(Object.entries(rest).map(([k, v]) => [k, typeof v === "string" ? v : JSON.stringify(v)])),
  }).toString();
  const press = () =>
    app.request("/ticket/dispatch", {
      method: "POST",
      body,
      headers: { "content-type": "application/x-www-form-urlencoded", "access-token": backend.admin },
    });
  const replies = await race(backend, 8, press);
  expect(replies.map((reply) => reply.status)).toEqual(Array(8).fill(200));
  expect(await orders()).toBe(before + 8);
});

// On PostgreSQL each connection plans for itself, and tells what it read when it likes.
test.runIf(isEmbedded)("a first morning's plans do not read all keys of the day for each that is kept", async () => {
  await backend.sql("delete from idempotency");
  await backend.sql("vacuum analyze idempotency");
  const sell = async () => expect((await backend.call(sellTickets, saleOf(park.adultId))).success).toBe(true);
  for (let press = 0; press < 8; press += 1) await sell();
  await backend.sql(
    "insert into idempotency (corp_code, account_id, method, key, payload_hash) select '0001', 1, 'x', n, '' from generate_series(1, 5000) n",
  );
  const read = async () => {
    await backend.sql("select pg_stat_force_next_flush()");
    const [row] = await backend.sql<{ rows: number }>(
      "select seq_tup_read::int as rows from pg_stat_user_tables where relname = 'idempotency'",
    );
    return row?.rows ?? 0;
  };
  const already = await read();
  await sell();
  expect((await read()) - already).toBeLessThan(100);
});

test("the same key with another payload is refused", async () => {
  const payload = saleOf(park.adultId);
  await backend.call(sellTickets, payload);
  const other = await backend.call(sellTickets, { ...payload, lines: [{ ticketTypeId: park.adultId, quantity: 3 }] });
  expect(other).toMatchObject({ status: 409, success: false });
  expect(await orders()).toBe(before + 1);
});

test("keys are each account's own", async () => {
  const payload = saleOf(park.adultId);
  const { token } = await backend.createUser({ roles: ["manager"] });
  const mine = await backend.call(sellTickets, payload);
  const theirs = await backend.call(sellTickets, payload, { as: token });
  expect(theirs.success).toBe(true);
  expect(theirs.data.orderNo).not.toBe(mine.data.orderNo);
});

test("a refused press does not use the key up", async () => {
  const payload = saleOf(park.adultId);
  const refused = await backend.call(sellTickets, { ...payload, expectedPayable: 1 });
  expect(refused.status).toBe(409);
  expect((await backend.call(sellTickets, payload)).success).toBe(true);
  expect(await orders()).toBe(before + 1);
});

test("who lost the right in between hears that, not the first answer", async () => {
  const { token, id } = await backend.createUser({ roles: ["seller"] });
  const payload = saleOf(park.adultId);
  expect((await backend.call(sellTickets, payload, { as: token })).success).toBe(true);
  await backend.sql("delete from account_role where account_id = $1", [id]);
  expect((await backend.call(sellTickets, payload, { as: token })).status).toBe(403);
});
