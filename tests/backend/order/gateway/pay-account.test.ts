/** Payment accounts: keys go in and never come out, one account takes a payment type, and a connection is tried. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import type { PayloadOf } from "~/contract/method";
import { payAccount, tryPayAccount } from "~/contract/order/pay-account";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { digests } from "~tests/support/digests";
import {
  alipayFields,
  PayCompanies,
  strangersKey,
  strangersPublicKey,
  wechatFields,
} from "~tests/support/pay-companies";
import { race } from "~tests/support/race";

const { methods } = payAccount;
let companies: PayCompanies;
let backend: TestBackend;
beforeAll(async () => {
  companies = await new PayCompanies().open();
});
afterAll(() => companies.close());
beforeEach(async () => {
  backend = await openTestBackend();
});
afterEach(() => backend.close());

const save = (fields: Record<string, unknown>, as = backend.admin) =>
  backend.call(methods.save, fields as PayloadOf<typeof methods.save>, { as });
const body = (pem: string) => pem.replace(/-----[A-Z ]+-----|\s/g, "");

it("keeps keys sealed and tells of them when they were set and how the private one ends: nowhere more", async () => {
  const { data } = await save(wechatFields);
  const [stored] = await backend.sql("select private_key, company_key, api_key from pay_account");
  for (const kept of Object.values(stored ?? {})) expect(kept).toMatch(/^enc1:[0-9a-f]{8}:[\w-]+$/);
  const { record } = (await backend.call(methods.get, { id: data.id })).data;
  const key = body(wechatFields.privateKey);
  expect(record).toMatchObject({ keyEnd: key.replace(/=+$/, "").slice(-4), keysSetAt: expect.any(String) });
  const list = await backend.call(methods.list, {});
  const logs = await backend.sql("select * from audit_log");
  const told = JSON.stringify([record, list, logs]);
  for (const secret of [key.slice(40, 80), wechatFields.apiKey, body(wechatFields.companyKey).slice(60, 100)]) {
    expect(told).not.toContain(secret);
  }
  // Renamed, the keys stay; another key has another end.
  await save({ ...wechatFields, id: data.id, name: "改名", privateKey: "", apiKey: "", companyKey: "" });
  expect((await backend.call(tryPayAccount, { id: data.id })).data.ok).toBe(true);
  await save({ ...wechatFields, id: data.id, privateKey: strangersKey });
  expect((await backend.call(methods.get, { id: data.id })).data.record?.keyEnd).not.toBe(record?.keyEnd);
});

it("refuses what is no key, what is missing and what is no origin, each at its field, and writes nothing", async () => {
  const before = await digests(backend);
  const wrong = { privateKey: "abc", companyKey: "not a key", noticeOrigin: "http://ticket.example.cn" };
  const refused = await save({ ...alipayFields, ...wrong });
  expect([refused.status, Object.keys(refused.errors ?? {}).sort()]).toEqual([
    422,
    ["companyKey", "noticeOrigin", "privateKey"],
  ]);
  const bare = await save({ ...wechatFields, apiKey: "short", merchantNo: "", serialNo: "", companyKeyId: "" });
  expect([bare.status, Object.keys(bare.errors ?? {}).sort()]).toEqual([
    422,
    ["apiKey", "companyKeyId", "merchantNo", "serialNo"],
  ]);
  expect(await digests(backend)).toEqual(before);
});

it("has one account in use for a payment type, also when two are saved at once or one is resumed", async () => {
  const both = await race(backend, 2, (index) => save({ ...alipayFields, name: `账户${index}` }));
  expect(both.map(({ status }) => status < 300).sort()).toEqual([false, true]);
  const twin = await save({ ...alipayFields, name: "另一个" });
  expect([twin.status, Object.keys(twin.errors ?? {})]).toEqual([422, ["paymentType"]]);
  const { records } = (await backend.call(methods.list, {})).data;
  const id = Number(records[0]?.id);
  await backend.call(methods.suspend, { id });
  expect((await save({ ...alipayFields, name: "另一个" })).status).toBe(200);
  expect((await backend.call(methods.resume, { id })).status).toBe(409);
});

it("tries a connection: good, refused by the company, signed by a stranger, silent; only the good one is noted", async () => {
  const { id } = (await save({ ...alipayFields, noticeOrigin: "https://ticket.example.cn/" })).data;
  const tried = async () => (await backend.call(tryPayAccount, { id })).data;
  const noted = async () =>
    (await backend.sql<{ tried_at: string | null }>("select tried_at from pay_account"))[0]?.tried_at;
  await save({ ...alipayFields, id, privateKey: strangersKey });
  expect(await tried()).toMatchObject({ ok: false, why: expect.stringContaining("验签出错") });
  await save({ ...alipayFields, id, companyKey: strangersPublicKey });
  expect(await tried()).toMatchObject({ ok: false, why: expect.stringContaining("应答签名") });
  await save({ ...alipayFields, id });
  companies.misbehave = ["silentBefore"];
  expect(await tried()).toMatchObject({ ok: false });
  expect(await noted()).toBeNull();
  await save({ ...alipayFields, id, noticeOrigin: "https://ticket.example.cn/" });
  const good = await tried();
  expect(good).toMatchObject({
    ok: true,
    why: "",
    noticeUrl: expect.stringMatching(/^https:\/\/ticket\.example\.cn\/payNotice\/[\w-]{32}$/),
  });
  expect(await noted()).not.toBeNull();
});

it("is nobody's without the right, and not another tenant's", async () => {
  const { id } = (await save(alipayFields)).data;
  const seller = await backend.createUser({ grants: ["buyTktList", "buyTktList/sale:sell", "paySetting"] });
  const reader = await backend.createUser({ grants: ["payAccount"] });
  const tenant = await backend.createCorp("7702");
  const before = await digests(backend);
  expect((await backend.call(methods.list, {}, { as: seller.token })).status).toBe(403);
  expect((await backend.call(methods.get, { id }, { as: seller.token })).status).toBe(403);
  expect((await save({ ...alipayFields, id, privateKey: strangersKey }, seller.token)).status).toBe(403);
  expect((await save({ ...alipayFields, id, privateKey: strangersKey }, reader.token)).status).toBe(403);
  expect((await backend.call(tryPayAccount, { id }, { as: reader.token })).status).toBe(403);
  expect((await save({ ...alipayFields, id, privateKey: strangersKey }, tenant)).status).toBe(404);
  expect((await backend.call(tryPayAccount, { id }, { as: tenant })).status).toBe(404);
  expect(await digests(backend)).toEqual(before);
});
