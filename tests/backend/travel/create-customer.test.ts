/** A new customer in one sitting: agency, terms and agreement together or not at all, each with its owner's right. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createCustomer, createCustomerForm, createdCustomer } from "~/contract/travel/create-customer";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { fresh, friday } from "~tests/support/park";
import { raceIsReal, raceToInsert } from "~tests/support/race";

let backend: TestBackend;
beforeAll(async () => {
  backend = await openTestBackend();
});
beforeEach(() => backend.setNow(friday));
afterAll(() => backend.close());

/** Mobiles nobody else of these tests has. */
let mobiles = 13_900_000_000;
const customer = (fields: Record<string, unknown> = {}) => {
  const code = fresh("KH");
  mobiles += 1;
  return {
    ...{ idempotencyKey: randomUUID(), code, name: `白鹭旅行社 ${code}`, type: "groups", licence: `L-${code}` },
    ...{ contact: "沈丽华", mobile: String(mobiles), settlement: "prepaid" },
    agreement: { code: `XY-${code}`, fromDay: "2026-01-01", toDay: "2026-12-31" },
    ...fields,
  };
};
const create = (fields: Record<string, unknown> = {}, as = backend.admin) =>
  backend.call(createCustomer, customer(fields) as never, { as });
const stands = async (id: number) => {
  const { data } = await backend.call(createdCustomer, { id });
  return [data.status, data.agreement?.status ?? null, data.left];
};
const rights = ["createCustomer", "agencyList", "agencyList/agency:add"];

test("a customer is made with its review and a draft of its agreement; what is left is told in its order", async () => {
  const { status, data } = await create();
  expect(status).toBe(200);
  expect(await stands(data.id)).toEqual(["applied", "draft", ["review", "sign", "topUp"]]);
  const later = await create({ agreement: null, settlement: "cash" });
  expect(await stands(later.data.id)).toEqual(["applied", null, ["review", "agreement"]]);
});

test("approved and signed at once it is active; a credit limit is of those on credit alone", async () => {
  const { data } = await create({ atOnce: true, settlement: "credit", creditLimit: 5_000_000 });
  expect(await stands(data.id)).toEqual(["active", "signed", []]);
  const kept = await create({ settlement: "prepaid", creditLimit: 5_000_000 });
  const [row] = await backend.sql("select credit_limit from travel_agency where id = $1", [kept.data.id]);
  expect(row).toEqual({ credit_limit: null });
});

test("what is wrong with the agreement, or taken, leaves no customer behind", async () => {
  const first = customer();
  await backend.call(createCustomer, first as never);
  const before = await digests(backend);
  const turned = await create({ agreement: { code: fresh("XY"), fromDay: "2026-12-31", toDay: "2026-01-01" } });
  expect([turned.status, Object.keys(turned.errors ?? {})]).toEqual([422, ["agreement.toDay"]]);
  const numbered = await create({ agreement: first.agreement });
  expect([numbered.status, Object.keys(numbered.errors ?? {})]).toEqual([422, ["agreement.code"]]);
  const named = await create({ name: first.name });
  expect([named.status, Object.keys(named.errors ?? {})]).toEqual([422, ["name"]]);
  const limitless = await create({ settlement: "credit" });
  expect([limitless.status, Object.keys(limitless.errors ?? {})]).toEqual([422, ["creditLimit"]]);
  expect((await create({ type: "no-such-type" })).status).toBe(422);
  expect((await create({ priceGroupId: 987_654 })).status).toBe(422);
  expect(changed(before, await digests(backend))).toEqual([]);
});

test("who has a known mobile or tax number is asked about first", async () => {
  const taxNumber = "91330106MA2CD8XW1T";
  const first = customer({ taxNumber });
  await backend.call(createCustomer, first as never);
  const before = await digests(backend);
  const phone = await create({ mobile: first.mobile });
  expect([phone.status, phone.errors]).toMatchObject([422, { mobile: [expect.stringContaining(first.code)] }]);
  const tax = await create({ taxNumber });
  expect([tax.status, Object.keys(tax.errors ?? {})]).toEqual([422, ["taxNumber", "sure"]]);
  expect(changed(before, await digests(backend))).toEqual([]);
  expect((await create({ mobile: first.mobile, taxNumber, sure: true })).status).toBe(200);
});

test("the second press makes nothing more; the next code follows the last", async () => {
  const { data: form } = await backend.call(createCustomerForm, {});
  expect(form).toMatchObject({ from: "2026-11-20", to: "2026-12-31", lacking: { agency: "", sign: "" } });
  const fields = customer({ code: form.code });
  const [one, two] = [
    await backend.call(createCustomer, fields as never),
    await backend.call(createCustomer, fields as never),
  ];
  expect(two.data).toEqual(one.data);
  const { data: next } = await backend.call(createCustomerForm, {});
  expect(Number(next.code.slice(2))).toBe(Number(form.code.slice(2)) + 1);
});

test("every part needs its owner's right, and another tenant finds nothing", async () => {
  const { data } = await create();
  const tenant = await backend.createCorp("7719");
  expect((await backend.call(createdCustomer, { id: data.id }, { as: tenant })).status).toBe(404);
  const seller = await backend.createUser({ grants: ["createCustomer"] });
  const trader = await backend.createUser({ grants: rights });
  const nobody = await backend.createUser({ grants: ["agencyList", "agencyList/agency:add"] });
  const before = await digests(backend);
  expect((await create({}, seller.token)).status).toBe(403);
  expect((await create({}, nobody.token)).status).toBe(403);
  expect((await create({}, trader.token)).status).toBe(403);
  expect((await create({ agreement: null, atOnce: true }, trader.token)).status).toBe(403);
  expect(changed(before, await digests(backend))).toEqual([]);
  const { lacking } = (await backend.call(createCustomerForm, {}, { as: trader.token })).data;
  expect([lacking.agency, lacking.agreement !== "", lacking.approve !== ""]).toEqual(["", true, true]);
  expect((await create({ agreement: null }, trader.token)).status).toBe(200);
});

test.runIf(raceIsReal)("of six who take the same code at once one makes a customer", async () => {
  const code = fresh("KH");
  const all = await raceToInsert(backend, "travel_agency", 6, () => create({ code }));
  expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200, 422]));
});
