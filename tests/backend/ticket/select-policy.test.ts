/** Select-point policies: what one may say, what its types take from it, and what is sold under it. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { quoteRefund, refundOrder } from "~/contract/order/order";
import { gateGroup } from "~/contract/ticket/gate";
import { printTickets, ticketDetail } from "~/contract/ticket/issued";
import { getCounter, quoteSale } from "~/contract/ticket/sale";
import { selectPolicy } from "~/contract/ticket/select-policy";
import { ticketType } from "~/contract/ticket/ticket-type";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, fresh, today } from "~tests/support/park";
import { createPoints, type PointPark, policyOf, savePolicy } from "./points";

let backend: TestBackend;
let park: PointPark;

beforeEach(async () => {
  backend = await openTestBackend();
  park = await createPoints(backend);
});
afterEach(async () => {
  await checkInvariants(backend);
  await backend.close();
});

const sentence = "任选 2 次，每个点位最多 1 次：缆车、漂流、观景台";
const own = () => ({ parkId: park.parkId, groups: park.groups });
const save = (fields: Parameters<typeof policyOf>[0]) => backend.call(selectPolicy.methods.save, policyOf(fields));
const change = async (fields: Record<string, unknown>) => {
  const [before] = await backend.sql<{ name: string }>("select name from select_policy where id = $1", [park.policyId]);
  return save({ ...own(), id: park.policyId, name: before?.name, ...fields });
};
const typeRow = async (id = park.typeId) =>
  (
    await backend.sql(
      `select admissions, per_group as "perGroup", use_days as "useDays", gate_group_id as "gateGroupId" from ticket_type where id = $1`,
      [id],
    )
  )[0];

it("names points of its own park, each once, and enough of them for its choices", async () => {
  expect((await save({ ...own(), choices: 4 })).errors).toEqual({
    points: ["这些点位最多只能用 3 次，不够可选的 4 次"],
  });
  expect((await save({ ...own(), choices: 6, perPoint: 2 })).status).toBe(200);
  expect(Object.keys((await save({ ...own(), groups: park.groups.slice(0, 1), choices: 1 })).errors ?? {})).toEqual([
    "points",
  ]);
  const [first = 0, second = 0] = park.groups;
  expect((await save({ ...own(), groups: [first, second, first] })).status).toBe(422);
  const other = await createPark(backend);
  const strange = await save({ ...own(), groups: [first, other.gateGroupId] });
  expect(strange.errors).toEqual({ "points.1.gateGroupId": [expect.stringContaining("东门")] });
});

it("a type of its kind has one, of its own park, and takes entries and days from it", async () => {
  expect(await typeRow()).toEqual({ admissions: 2, perGroup: 1, useDays: 1, gateGroupId: null });
  const family = await park.addType({
    ...{ kind: "selectPoint", selectPolicyId: park.policyId, persons: 3, admissions: 1, perGroup: 9 },
    gateGroupId: park.gateGroupId,
  });
  expect(await typeRow(family)).toEqual({ admissions: 6, perGroup: 1, useDays: 1, gateGroupId: null });
  expect((await change({ choices: 4, perPoint: 2, useDays: 3 })).status).toBe(200);
  expect(await typeRow(family)).toMatchObject({ admissions: 12, perGroup: 2, useDays: 3 });

  const { data } = await backend.call(ticketType.methods.get, { id: park.typeId });
  const { status: _, ...record } = (data as { record: Record<string, unknown> }).record;
  const saved = async (fields: object) => {
    const reply = await backend.call(ticketType.methods.save, { ...record, ...fields } as never);
    return [reply.status, Object.keys(reply.errors ?? {})];
  };
  expect(await saved({ selectPolicyId: null })).toEqual([422, ["selectPolicyId"]]);
  const other = await createPoints(backend);
  expect(await saved({ selectPolicyId: other.policyId })).toEqual([422, ["selectPolicyId"]]);
  // Of another kind it has none.
  expect(await saved({ kind: "single" })).toEqual([200, []]);
  expect(await backend.sql("select select_policy_id from ticket_type where id = $1", [park.typeId])).toEqual([
    { select_policy_id: null },
  ]);
});

it("counter, quotation, print and the ticket's page say in a sentence what it admits to", async () => {
  const { offers } = (await backend.call(getCounter, {})).data;
  expect(offers.find(({ name }) => name === "任选票")).toMatchObject({ choice: sentence, whyNot: "" });
  expect(offers.find(({ name }) => name === "成人票")).toMatchObject({ choice: "" });
  const lines = [{ ticketTypeId: park.typeId, quantity: 2 }];
  const quoted = await backend.call(quoteSale, { visitDay: today, lines });
  expect(quoted.data.lines[0]).toMatchObject({ choice: sentence, amount: 19_800, whyNot: "" });
  const ticket = await park.sellOne();
  const printed = await backend.call(printTickets, { orderId: ticket.orderId });
  expect(printed.data.tickets[0]).toMatchObject({ choice: sentence, admissions: 2 });
  const page = await backend.call(ticketDetail, { id: ticket.id });
  expect(page.data.rules[0]).toBe(sentence);
  expect(page.data.points).toEqual([
    { name: "缆车", used: 0, left: 1 },
    { name: "漂流", used: 0, left: 1 },
    { name: "观景台", used: 0, left: 1 },
  ]);
});

it("what is sold keeps its policy; how many tickets do is said over its form", async () => {
  const { data: fresh0 } = await backend.call(selectPolicy.methods.get, { id: park.policyId });
  expect(fresh0.impact).toBeUndefined();
  const before = await park.sellOne();
  await park.sell({ lines: [{ ticketTypeId: park.typeId, quantity: 3 }] });
  const { data } = await backend.call(selectPolicy.methods.get, { id: park.policyId });
  expect(data.impact).toMatch(/^有 4 张未用完的票（2 个订单）按现在的政策售出/);
  const [, second = 0, third = 0] = park.groups;
  expect((await change({ groups: [second, third], choices: 4, perPoint: 2, useDays: 2 })).status).toBe(200);
  const after = await park.sellOne();
  const kept = await backend.sql(
    `select admissions, rules ->> 'perGroup' as each, jsonb_array_length(rules -> 'points') as points,
            valid_to - valid_from + 1 as days
     from ticket where id = any ($1) order by id`,
    [[before.id, after.id]],
  );
  expect(kept).toEqual([
    { admissions: 2, each: "1", points: 3, days: 1 },
    { admissions: 4, each: "2", points: 2, days: 2 },
  ]);
  const [cableway = 0] = park.gates;
  expect((await park.check(before.qrText, cableway)).data).toMatchObject({ admitted: true });
  expect((await park.check(after.qrText, cableway)).data).toMatchObject({ admitted: false, reason: "wrongGate" });
});

it("goes back whole while nothing is used; once a choice is used it is a used ticket", async () => {
  const unused = await park.sellOne();
  const back = (orderId: number) =>
    backend.call(refundOrder, { orderId, reason: "行程取消", idempotencyKey: fresh("refund-key") });
  expect((await back(unused.orderId)).data).toMatchObject({ state: "done", amount: 9900 });
  const used = await park.sellOne();
  await park.check(used.qrText, park.gates[0] ?? 0);
  const refused = await back(used.orderId);
  expect(refused.status).toBe(409);
  const quoted = await backend.call(quoteRefund, { orderId: used.orderId });
  expect(quoted.data.whyNot).toContain("已使用（1/2），不可退票");
  expect(await backend.sql("select state, used from ticket where id = $1", [used.id])).toEqual([
    { state: "partlyUsed", used: 1 },
  ]);
  expect((await park.check(unused.qrText, park.gates[0] ?? 0)).data.reason).toBe("refunded");
});

it("stays while types are sold under it, and its points' groups while it names them", async () => {
  const gone = await backend.call(selectPolicy.methods.remove, { id: park.policyId } as never);
  expect([gone.status, gone.message]).toEqual([409, expect.stringContaining("任选票")]);
  const [first = 0] = park.groups;
  await backend.sql("delete from gate where gate_group_id = $1", [first]);
  const group = await backend.call(gateGroup.methods.remove, { id: first } as never);
  expect([group.status, group.message]).toEqual([409, expect.stringContaining("选点政策")]);
});

it("asks for the right; of another park's and another corp's policy nothing is seen, used or changed", async () => {
  const { token: plain } = await backend.createUser({ grants: ["ticketList"] });
  expect((await backend.call(selectPolicy.methods.list, {}, { as: plain })).status).toBe(403);
  const reader = await backend.createUser({ grants: ["xuandianZhengCeTkt"] });
  const asReader = await backend.call(selectPolicy.methods.save, policyOf(own()), { as: reader.token });
  expect(asReader.status).toBe(403);

  const other = await createPoints(backend);
  const buttons = ["add", "edit", "remove"].map((one) => `xuandianZhengCeTkt/selectPolicy:${one}`);
  const bound = await backend.createUser({ grants: ["xuandianZhengCeTkt", ...buttons], parks: [other.parkId] });
  const list = await backend.call(selectPolicy.methods.list, {}, { as: bound.token });
  expect(list.data.records.map(({ id }) => id)).toEqual([other.policyId]);
  expect((await backend.call(selectPolicy.methods.get, { id: park.policyId }, { as: bound.token })).status).toBe(404);
  const foreign = policyOf({ ...own(), id: park.policyId });
  expect((await backend.call(selectPolicy.methods.save, foreign, { as: bound.token })).status).toBe(404);

  const away = await backend.createCorp("0007");
  expect((await backend.call(selectPolicy.methods.get, { id: park.policyId }, { as: away })).status).toBe(404);
  const far = await createPark(backend, away);
  const taken = await backend.call(selectPolicy.methods.save, policyOf({ parkId: far.parkId, groups: park.groups }), {
    as: away,
  });
  expect(taken.status).toBe(422);
  expect(await savePolicy(backend, { ...own(), name: "再一个" })).toBeGreaterThan(0);
});
