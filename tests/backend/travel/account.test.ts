/** The money of agencies: receipts by bank reference, limits, deposits, and what keeps an agency from being suspended. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { approvalDecide } from "~/contract/platform/approval";
import { agencyAccount, agencyStanding } from "~/contract/travel/account";
import { agency } from "~/contract/travel/agency";
import { travelLog } from "~/contract/travel/change-log";
import { agencyExposure } from "~/contract/travel/exposure";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { checkInvariants } from "~tests/support/invariants";
import { fresh, friday } from "~tests/support/park";
import { addRegion, addSalesman, agencyInUse } from "./sales-support";
import { addAgency, agencyOf } from "./support";

let backend: TestBackend;
beforeAll(async () => {
  backend = await openTestBackend();
});
beforeEach(() => backend.setNow(friday));
afterAll(async () => {
  await checkInvariants(backend);
  await backend.close();
});

type Command = "topUp" | "withdraw" | "takeDeposit" | "returnDeposit";
const bank = (name: Command, id: number, amount: number, fields: object = {}, as = backend.admin) =>
  backend.call(agency.commands[name].method, { id, amount, bankRef: fresh("BR"), remark: null, ...fields } as never, {
    as,
  });
const limit = (id: number, creditLimit: number) =>
  backend.call(agency.commands.changeLimit.method, { id, creditLimit, reason: "旺季" } as never);
const standing = async (id: number) => (await backend.call(agencyAccount, { id })).data.standing;
const press = (name: "suspend" | "close", id: number) =>
  backend.call(agency.commands[name].method, { id, reason: "不再合作" } as never);
const onCredit = (creditLimit = 100_000) => agencyInUse(backend, { settlement: "credit", creditLimit });

describe("receipts", () => {
  test("a receipt is prepaid money, each row with the balance after it; the deposit is kept apart", async () => {
    const id = await agencyInUse(backend);
    expect((await bank("topUp", id, 50_000)).message).toBe("");
    expect((await bank("topUp", id, 1)).message).toBe("");
    expect((await bank("takeDeposit", id, 20_000)).message).toBe("");
    expect((await bank("withdraw", id, 10_001)).message).toBe("");
    expect(await standing(id)).toMatchObject({ prepaid: 40_000, used: 0, deposit: 20_000, free: 40_000 });
    const { data } = await backend.call(agencyAccount, { id });
    expect(data.rows.map(({ change, prepaid, deposit }) => [change, prepaid, deposit])).toEqual([
      [50_000, 50_000, 0],
      [1, 50_001, 0],
      [20_000, 50_001, 20_000],
      [-10_001, 40_000, 20_000],
    ]);
    expect(data.closing).toEqual({ prepaid: 40_000, used: 0, deposit: 20_000 });
    // What its page says first is the same.
    const { standing: account, ages, oldest, whyNot } = data;
    expect((await backend.call(agencyStanding, { id })).data).toEqual({
      ...{ settlement: "prepaid", standing: account, ages, oldest, whyNot },
    });
  });

  test("a bank reference is used once in the corp, whatever it is used for", async () => {
    const [id, other] = [await agencyInUse(backend), await agencyInUse(backend)];
    const bankRef = fresh("BR");
    expect((await bank("topUp", id, 100, { bankRef })).success).toBe(true);
    const before = await digests(backend);
    for (const name of ["topUp", "takeDeposit"] as const) {
      const again = await bank(name, other, 100, { bankRef: bankRef.toLowerCase() });
      expect([again.status, again.errors?.bankRef?.[0]]).toEqual([422, `银行流水号 ${bankRef.toLowerCase()} 已登记过`]);
    }
    expect(changed(before, await digests(backend))).toEqual([]);
  });

  test("the second press of a receipt records nothing more", async () => {
    const id = await agencyInUse(backend);
    const both = { bankRef: fresh("BR"), idempotencyKey: fresh("receipt-key") };
    const [first, second] = [await bank("topUp", id, 100, both), await bank("topUp", id, 100, both)];
    expect(second.data).toEqual(first.data);
    expect(await standing(id)).toMatchObject({ prepaid: 100 });
  });

  test("no more goes back than is there, nothing is nothing, and what is refused writes nothing", async () => {
    const id = await agencyInUse(backend);
    await bank("topUp", id, 5_000);
    const cash = await agencyInUse(backend, { settlement: "cash" });
    const before = await digests(backend);
    expect((await bank("withdraw", id, 5_001)).errors?.amount?.[0]).toBe("预存余额 50.00 元，不够退 50.01 元");
    expect((await bank("returnDeposit", id, 1)).errors?.amount?.[0]).toBe("保证金余额 0.00 元，不够退 0.01 元");
    expect((await bank("topUp", id, 0)).status).toBe(422);
    expect((await bank("topUp", cash, 100)).status).toBe(409);
    expect(changed(before, await digests(backend))).toEqual([]);
  });
});

describe("credit limits", () => {
  test("of those on credit alone, raised by the command and not by the form", async () => {
    const id = await onCredit(100_000);
    expect((await limit(id, 200_000)).message).toBe("");
    expect(await standing(id)).toMatchObject({ limit: 200_000, free: 200_000 });
    expect((await limit(await agencyInUse(backend), 1)).status).toBe(409);
    const [row] = await backend.sql<{ v: number }>("select row_version as v from travel_agency where id = $1", [id]);
    const raised = await backend.call(agency.methods.save, {
      ...{ ...agencyOf({ settlement: "credit", creditLimit: 300_000 }), id, rowVersion: row?.v },
    } as never);
    expect([raised.status, raised.errors?.creditLimit]).toEqual([422, ["提高授信额度请用“调整授信额度”"]]);
  });

  test("what waits is approved though the agency's page was changed meanwhile, and the log says all of it in words", async () => {
    const id = await onCredit(100_000);
    const name = String((await backend.call(agencyAccount, { id })).data.name);
    const bankRef = fresh("BR");
    const asked = await bank("topUp", id, 12_300, { bankRef, payer: "别家公司" });
    expect([asked.message, asked.data.waiting]).toEqual(["", true]);
    const [row] = await backend.sql<{ v: number; request: number }>(
      `select a.row_version as v, (select id::int from approval where thing_id = a.id and state = 'waiting') as request
       from travel_agency a where a.id = $1`,
      [id],
    );
    const values = agencyOf({ name, settlement: "credit", creditLimit: 100_000, remark: "月底对账" });
    const saved = await backend.call(agency.methods.save, { ...values, id, rowVersion: row?.v } as never);
    expect(saved.message).toBe("");
    const judge = await backend.createUser({ grants: ["agencyList", "agencyList/agency:topUpDecide"] });
    const decided = await backend.call(
      approvalDecide,
      { id: Number(row?.request), decision: "approve" },
      { as: judge.token },
    );
    expect(decided.message).toBe("");
    expect(await standing(id)).toMatchObject({ prepaid: 12_300 });
    const { entries } = (await backend.call(travelLog, { agencyId: id })).data;
    const told = entries.flatMap(({ fields }) => fields).map(({ label, after }) => [label, after]);
    expect(told).toContainEqual(["审批", "待审批"]);
    expect(told).toContainEqual(["审批", "已同意"]);
    expect(told).toContainEqual(["金额", "¥123.00"]);
    expect(told).toContainEqual([
      "填写内容",
      expect.stringMatching(new RegExp(`^金额 ¥123\\.00 · 银行流水号 ${bankRef} · 付款方 别家公司$`)),
    ]);
    expect(told.map(([label]) => label).filter((label) => /^[a-zA-Z]+$/.test(String(label)))).toEqual([]);
  });

  test("above the parameter a second person decides; lowering asks nobody", async () => {
    const id = await onCredit(6_000_000);
    const asked = await limit(id, 6_000_001);
    expect([asked.status, asked.data.waiting]).toEqual([200, true]);
    expect(await standing(id)).toMatchObject({ limit: 6_000_000 });
    const other = await onCredit(7_000_000);
    expect((await limit(other, 6_000_000)).data.waiting).toBeUndefined();
    expect(await standing(other)).toMatchObject({ limit: 6_000_000 });
    // Nor does one person give it to a new agency, or to one that nobody has reviewed.
    const before = await digests(backend);
    const made = await addAgency(backend, { settlement: "credit", creditLimit: 5_000_001 });
    expect([made.status, made.errors?.creditLimit?.[0]]).toEqual([
      422,
      expect.stringContaining("一人最多可给 50000.00 元"),
    ]);
    expect(changed(before, await digests(backend))).toEqual([]);
  });
});

test("an agency is closed once nothing is kept for it, with the sentence why not", async () => {
  const id = await agencyInUse(backend);
  await bank("topUp", id, 5_000);
  await bank("takeDeposit", id, 300);
  const no = await press("close", id);
  expect([no.status, no.message]).toEqual([409, "账户未结清：预存余额 50.00 元、保证金 3.00 元"]);
  await bank("withdraw", id, 5_000);
  await bank("returnDeposit", id, 300);
  expect((await press("close", id)).message).toBe("");
});

test("exposure by region with those below it and by salesman: figures, totals, and nobody's of another tenant", async () => {
  const regionId = await addRegion(backend);
  const below = await addRegion(backend, { parentId: regionId });
  const salesmanId = await addSalesman(backend, { regionId: below });
  const [one, other] = [
    await agencyInUse(backend, { settlement: "credit", creditLimit: 70_000, regionId }),
    await agencyInUse(backend, { salesmanId }),
  ];
  await bank("topUp", one, 1_001);
  await bank("topUp", other, 2_002);
  await bank("takeDeposit", other, 500);
  const { data } = await backend.call(agencyExposure, { regionId });
  expect(data.rows.map(({ id }) => id).sort((a, b) => a - b)).toEqual([one, other]);
  expect(data.total).toEqual({
    ...{ prepaid: 3_003, limit: 70_000, used: 0, underWay: 0, free: 73_003, deposit: 500 },
    ages: [0, 0, 0, 0],
  });
  expect((await backend.call(agencyExposure, { salesmanId })).data.rows.map(({ id }) => id)).toEqual([other]);
  const tenant = await backend.createCorp("7745");
  expect((await backend.call(agencyExposure, {}, { as: tenant })).data.rows).toEqual([]);
  const seller = await backend.createUser({ grants: ["agencyList"] });
  expect((await backend.call(agencyExposure, {}, { as: seller.token })).status).toBe(403);
});

test("what adds up to more than one payment may be is told all the same", async () => {
  const regionId = await addRegion(backend);
  const most = 1_000_000_000;
  const ids = [await onCredit(most), await onCredit(most)];
  for (const id of ids) await backend.sql("update travel_agency set region_id = $2 where id = $1", [id, regionId]);
  await bank("topUp", Number(ids[0]), 3_000);
  expect((await backend.call(agencyExposure, { regionId })).data.total).toMatchObject({ limit: 2 * most });
  expect(await standing(Number(ids[0]))).toMatchObject({ free: most + 3_000 });
});

test("another tenant finds no account, and whoever has not the right moves nothing", async () => {
  const id = await agencyInUse(backend);
  const tenant = await backend.createCorp("7725");
  const reader = await backend.createUser({ grants: ["agencyList", "agencyLedger"] });
  const seller = await backend.createUser({ grants: ["agencyList"] });
  const before = await digests(backend);
  expect((await bank("topUp", id, 100, {}, tenant)).status).toBe(404);
  for (const method of [agencyAccount, agencyStanding])
    expect((await backend.call(method, { id }, { as: tenant })).status).toBe(404);
  expect((await backend.call(agencyStanding, { id }, { as: seller.token })).status).toBe(403);
  for (const name of ["topUp", "withdraw", "takeDeposit", "returnDeposit"] as const)
    expect((await bank(name, id, 100, {}, reader.token)).status).toBe(403);
  expect(changed(before, await digests(backend))).toEqual([]);
  expect((await backend.call(agencyAccount, { id }, { as: reader.token })).success).toBe(true);
});
