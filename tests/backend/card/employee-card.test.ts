/** Employees' cards: issued by number, one each, counted as nobody who visits, over when somebody leaves. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { businessDay } from "~/contract/business-time";
import { seasonCard } from "~/contract/card/card";
import { cardCounter } from "~/contract/card/counter";
import { employeeCardDesk, employSeasonCard, issueEmployeeCards } from "~/contract/card/employee-card";
import { cardReport } from "~/contract/card/report";
import { cardType } from "~/contract/card/type";
import { isShown } from "~/contract/form-rules";
import { departmentSave } from "~/contract/platform/department";
import { employee } from "~/contract/platform/employee";
import { checkTicket, reversePassage, uploadPassages } from "~/contract/ticket/check";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, fresh, friday } from "~tests/support/park";
import { raceIsReal, raceToInsert } from "~tests/support/race";
import { identityOf, openShop, type Shop } from "./support";

let backend: TestBackend;
let shop: Shop;
let typeId = 0;
let departmentId = 0;
const free = { kind: "employee", price: 0, name: "员工卡", perDay: null };
async function open() {
  backend = await openTestBackend();
  shop = await openShop(backend);
  typeId = await shop.addType(free);
  departmentId = (await backend.call(departmentSave, { parentId: 0, name: fresh("运营部") })).data.id;
}
beforeAll(open);
beforeEach(() => backend.setNow(friday));
afterAll(async () => {
  await checkInvariants(backend);
  await backend.close();
});

const hire = async (fields: Record<string, unknown> = {}) => {
  const code = fresh("YG");
  const values = {
    code,
    name: "赵小刚",
    departmentId,
    entryDay: "2025-03-01",
    state: "onDuty",
    identity: identityOf(),
  };
  return { code, id: await backend.saved(employee.methods.save, { ...values, ...fields }) };
};
const issue = (people: string, payload: object = {}, as = backend.admin) =>
  backend.call(
    issueEmployeeCards,
    { idempotencyKey: fresh("staff-card-key"), cardTypeId: typeId, people, ...payload } as never,
    { as },
  );
const leave = async (id: number) => {
  const { data } = await backend.call(employee.methods.get, { id });
  return backend.call(employee.methods.save, { ...data.record, state: "left", leaveDay: "2026-11-20" } as never);
};
const check = async (code: string) =>
  (
    await backend.call(checkTicket, {
      ...{ idempotencyKey: fresh("gate-check-key"), gateId: shop.park.gateId, code },
    } as never)
  ).data;
const statusOf = async (number: string) =>
  (await backend.sql("select status from season_card where number = $1", [number]))[0]?.status;

test("issued to several at once, from stock or with numbers of their own; the second press issues nothing", async () => {
  const [one, other] = [await hire(), await hire({ identity: null })];
  const number = fresh("A");
  await backend.saved(seasonCard.methods.save, { number, cardTypeId: await shop.addType(free) });
  expect((await issue(`${one.code} ${number}`)).message).toContain("库存中没有卡号");
  await backend.sql("update season_card set card_type_id = $1 where number = $2", [typeId, number]);
  const withoutPapers = await shop.addType({ ...free, asksIdentity: false });
  const idempotencyKey = fresh("staff-card-key");
  const first = await issue(`${one.code} ${number}\n\n`, { idempotencyKey });
  expect(first.data.numbers).toEqual([number]);
  expect((await issue(`${one.code} ${number}\n\n`, { idempotencyKey })).data).toEqual(first.data);
  expect((await issue(other.code)).errors?.people?.[0]).toContain("员工档案缺证件号");
  expect((await issue(other.code.toLowerCase(), { cardTypeId: withoutPapers })).data.numbers).toHaveLength(1);
  const { data } = await backend.call(employSeasonCard.methods.list, { filters: { number } });
  expect(data.records).toMatchObject([{ number, employeeId: one.id, status: "active", visits: 0 }]);
  const { data: all } = await backend.call(seasonCard.methods.list, { filters: { number } });
  expect(all.records).toEqual([]);
});

test("one line that is wrong: all are told, and nothing is written", async () => {
  const [one, gone, holder] = [await hire(), await hire(), await hire()];
  await leave(gone.id);
  await issue(holder.code);
  const notForStaff = await shop.addType();
  const before = await digests(backend);
  const { status, errors } = await issue([one.code, "nobody", gone.code, holder.code, one.code].join("\n"));
  expect(status).toBe(422);
  const lines = errors?.people?.[0]?.split("\n") ?? [];
  expect(lines.map((text) => text.split("：")[0])).toEqual(
    [2, 3, 4, 5].map((n) => expect.stringContaining(`第 ${n} 行`)),
  );
  expect(errors?.people?.[0]).toMatch(/没有这个工号[\s\S]*已离职[\s\S]*已有员工卡[\s\S]*与上面重复/);
  expect((await issue("")).errors?.people).toEqual(["此项为必填项"]);
  expect((await issue(one.code, { cardTypeId: notForStaff })).status).toBe(422);
  expect(changed(before, await digests(backend))).toEqual([]);
});

test("two issue to the same person at once: one card", async () => {
  const { code } = await hire({ identity: null });
  const cardTypeId = await shop.addType({ ...free, asksIdentity: false });
  const all = await raceToInsert(backend, "season_card_holder", 2, () => issue(code, { cardTypeId }));
  expect(all.map(({ status }) => status).sort()).toEqual([200, 422]);
});

test.runIf(raceIsReal)("control: without the index both issue, and the invariant says so", async () => {
  const [usual, usualShop, usualType, usualDepartment] = [backend, shop, typeId, departmentId];
  await open();
  await backend.sql("drop index season_card_holder_employee");
  const { code } = await hire({ identity: null });
  const cardTypeId = await shop.addType({ ...free, asksIdentity: false });
  const all = await raceToInsert(backend, "season_card_holder", 2, () => issue(code, { cardTypeId }));
  expect(all.map(({ status }) => status)).toEqual([200, 200]);
  await expect(checkInvariants(backend)).rejects.toThrow("one employee holds one card");
  await backend.close();
  [backend, shop, typeId, departmentId] = [usual, usualShop, usualType, usualDepartment];
});

test("goes through the gates as a card, and is counted apart from visitors; a passage may be taken back", async () => {
  const { code } = await hire();
  const [number = ""] = (await issue(code)).data.numbers;
  const verdict = await check(number);
  expect(verdict).toMatchObject({ admitted: true, passed: 1, card: { number, today: 1 } });
  const passages = () =>
    backend.sql("select people, through, admitted from passage where code = $1 order by id", [number]);
  expect(await passages()).toEqual([{ people: 1, through: 0, admitted: true }]);
  const [{ visits } = {}] = await backend.sql("select visits from season_card where number = $1", [number]);
  expect(visits).toBe(1);
  expect((await backend.call(reversePassage, { passageId: verdict.passageIds[0] ?? 0, reason: "误刷" })).message).toBe(
    "",
  );
  const [after] = await backend.sql("select sum(through)::int as people from passage where park_id = $1", [
    shop.park.parkId,
  ]);
  expect(after).toEqual({ people: 0 });
  await checkInvariants(backend);
});

test("whoever leaves has no card from that moment, lost or expired ones neither; nobody leaves twice", async () => {
  const [one, two] = [await hire(), await hire()];
  const [[first = ""], [second = ""]] = [(await issue(one.code)).data.numbers, (await issue(two.code)).data.numbers];
  const [lost] = await backend.sql("select id::int from season_card where number = $1", [second]);
  await backend.call(seasonCard.methods.reportLoss, { id: Number(lost?.id), reason: null });
  expect((await leave(one.id)).message).toBe("");
  expect((await leave(two.id)).message).toBe("");
  expect([await statusOf(first), await statusOf(second)]).toEqual(["cancelled", "cancelled"]);
  expect(await check(first)).toMatchObject({ admitted: false, reason: "revoked", message: `员工卡 ${first} 已收回` });
  expect((await backend.call(seasonCard.methods.found, { id: Number(lost?.id) })).status).toBe(409);
  const log = await backend.sql("select step from season_card_log where number = $1 order by id", [first]);
  expect(log.map(({ step }) => step)).toEqual(["staffIssue", "staffEnd"]);
});

test("a lost one is replaced, and the new one is the employee's", async () => {
  const { code, id: employeeId } = await hire();
  const [number = ""] = (await issue(code)).data.numbers;
  const [card] = await backend.sql("select id::int from season_card where number = $1", [number]);
  const id = Number(card?.id);
  await backend.call(seasonCard.methods.reportLoss, { id, reason: null });
  const replaced = await backend.call(seasonCard.methods.replace, {
    ...{ id, number: null, paymentType: "cash", expected: null, idempotencyKey: fresh("replace-key") },
  } as never);
  expect(replaced.message).toBe("");
  const own = await backend.sql("select status from season_card where employee_id = $1 order by id", [employeeId]);
  expect(own.map(({ status }) => status)).toEqual(["replaced", "active"]);
  await leave(employeeId);
  const after = await backend.sql("select status from season_card where employee_id = $1 order by id", [employeeId]);
  expect(after.map(({ status }) => status)).toEqual(["replaced", "cancelled"]);
});

test("a type for employees has no price, is not sold, and stays one while people hold cards of it", async () => {
  const priced = await backend.call(cardType.methods.save, {
    ...{ code: fresh("CT"), name: "员工卡", kind: "employee", price: 100, cardFeeId: shop.feeId, validity: "sale" },
    ...{ months: 12, places: [{ parkId: shop.park.parkId, gateGroupId: null }], holdersMost: 1 },
  } as never);
  expect(Object.keys(priced.errors ?? {})).toContain("price");
  expect((await shop.sell(typeId)).message).toBe("“员工卡”只发给员工，不出售");
  await issue((await hire()).code);
  const { data } = await backend.call(cardType.methods.get, { id: typeId });
  const { status: _, ...fields } = data.record ?? {};
  const changedKind = await backend.call(cardType.methods.save, { ...fields, kind: "annual" } as never);
  expect(Object.keys(changedKind.errors ?? {})).toEqual(["kind"]);
});

test("who may issue: the button alone; another tenant's type is not there", async () => {
  const { code } = await hire();
  const reader = await backend.createUser({ grants: ["employSeasonCard"] });
  expect((await issue(code, {}, reader.token)).status).toBe(403);
  expect((await backend.call(employeeCardDesk, {}, { as: reader.token })).status).toBe(403);
  const { token } = await backend.createUser({
    grants: ["employSeasonCard", "employSeasonCard/employSeasonCard:issue"],
  });
  expect((await issue(code, {}, token)).message).toBe("");
  const as = await backend.createCorp(fresh("T").replaceAll("-", ""));
  await createPark(backend, as);
  expect(Object.keys((await issue(code, {}, as)).errors ?? {})).toEqual(["cardTypeId"]);
});

test("without a line they count as nobody who visits, even where the gate should not have let them in", async () => {
  const { code } = await hire();
  const number = (await issue(code, { cardTypeId: await shop.addType({ ...free, perDay: 1 }) })).data.numbers[0] ?? "";
  const [at] = await backend.sql<{ code: string }>("select code from gate where id = $1", [shop.park.gateId]);
  const passages = [20, 10].map((minutes) => ({
    ...{ passageKey: fresh("staff-pass"), gateCode: at?.code ?? "", code: number },
    at: new Date(friday.getTime() - minutes * 60_000).toISOString(),
  }));
  const { data } = await backend.call(uploadPassages, { passages });
  expect([data.accepted, data.conflicts.map(({ reason }) => reason)]).toEqual([1, ["dayLimit"]]);
  const rows = await backend.sql("select admitted, through from passage where code = $1 order by at", [number]);
  expect(rows).toEqual([
    { admitted: true, through: 0 },
    { admitted: false, through: 0 },
  ]);
});

test("the report of cards counts visitors and staff apart, by any of its groups", async () => {
  backend.setNow(new Date(friday.getTime() + 86_400_000));
  const day = businessDay(new Date(friday.getTime() + 86_400_000));
  const [staff = ""] = (await issue((await hire()).code)).data.numbers;
  const { data: sold } = await shop.sell(await shop.addType());
  await backend.call(seasonCard.methods.activate, { id: sold.cardId });
  for (const number of [staff, staff, sold.number]) expect((await check(number)).admitted).toBe(true);
  for (const by of ["type", "gate", "card", "day"]) {
    const { data } = await backend.call(cardReport.look, { from: day, to: day, by });
    expect([by, data.total]).toEqual([by, expect.objectContaining({ visits: 1, staffVisits: 2 })]);
  }
});

test("its type offers no card on a phone: what is posted is not kept, and the counter has no button for it", async () => {
  const shown = (kind: string) =>
    (["wallet", "walletRotates"] as const).filter((name) => isShown(cardType.fields[name], { kind, wallet: "T" }));
  expect([shown("employee"), shown("annual")]).toEqual([[], ["wallet", "walletRotates"]]);
  const cardTypeId = await shop.addType({ ...free, wallet: true, walletRotates: true });
  const { data: kept } = await backend.call(cardType.methods.get, { id: cardTypeId });
  expect(kept.record).toMatchObject({ wallet: false, walletRotates: false });
  const [number] = (await issue((await hire()).code, { cardTypeId })).data.numbers;
  const { data } = await backend.call(cardCounter, { find: number });
  expect(data.card?.wallet).toMatchObject({ may: false, since: "" });
});
