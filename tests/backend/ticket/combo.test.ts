import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { combo } from "~/contract/ticket/combo";
import { quotaPoolSave } from "~/contract/ticket/quota";
import { ticketType } from "~/contract/ticket/ticket-type";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { type ComboPark, comboOf, createCombo, type PartFields } from "./combos";

let backend: TestBackend;
let park: ComboPark;
let typeId: number;

beforeAll(async () => {
  backend = await openTestBackend();
  park = await createCombo(backend);
  typeId = await park.addType({ name: "新联票", kind: "combo", listPrice: 12_000 });
});
afterEach(() => checkInvariants(backend));
afterAll(() => backend.close());

const adult = (more: Partial<PartFields> = {}) => ({ ticketTypeId: park.adultId, quantity: 1, weight: 2, ...more });
const child = (more: Partial<PartFields> = {}) => ({ ticketTypeId: park.childId, quantity: 1, weight: 1, ...more });

async function errorsOf(parts: PartFields[], fields: Record<string, unknown> = {}, of = typeId) {
  const before = await backend.sql("select count(*)::int as n from combo");
  const reply = await backend.call(combo.methods.save, comboOf(of, parts, fields));
  expect(reply.status).toBe(422);
  expect(await backend.sql("select count(*)::int as n from combo")).toEqual(before);
  return reply.errors;
}

it("its parts say their shares in the one way that it is split by, and there are two tickets at least", async () => {
  expect(await errorsOf([adult()])).toEqual({ parts: ["一套至少两张票"] });
  expect(await errorsOf([adult(), adult()])).toEqual({ "parts.1.ticketTypeId": [expect.any(String)] });
  const { weight: _, ...bare } = child();
  expect(await errorsOf([adult(), bare])).toEqual({ "parts.1.weight": ["此项为必填项"] });
  expect(await errorsOf([adult(), child({ amount: 5 })])).toEqual({
    "parts.1.amount": ["比例和金额只填分账方式对应的一项"],
  });
  expect(await errorsOf([adult({ weight: 0 }), child({ weight: 0 })])).toEqual({
    parts: ["至少一个子票的分账比例大于 0"],
  });
});

it("amounts add up to the list price to the fen, and it is never dearer than its parts singly", async () => {
  const parts = (amount: number) => [
    { ticketTypeId: park.adultId, quantity: 1, amount: 8000 },
    { ticketTypeId: park.childId, quantity: 1, amount },
  ];
  expect(await errorsOf(parts(3999), { splitBy: "amount" })).toEqual({
    parts: ["子票金额合计 119.99 元，与挂牌价 120.00 元不符"],
  });
  const dear = await park.addType({ name: "贵联票", kind: "combo", listPrice: 12_001 });
  expect(await errorsOf([adult(), child()], {}, dear)).toEqual({
    ticketTypeId: ["挂牌价 120.01 元高于子票单买的 120.00 元"],
  });
});

it("its type is a combo without slots, limits and quota of its own; its parts are none, and one of them has slots", async () => {
  expect(await errorsOf([adult(), child()], {}, park.namedId)).toEqual({
    ticketTypeId: ["“实名票”的票种类型不是组合票"],
  });
  expect(await errorsOf([adult(), { ...child(), ticketTypeId: park.typeId }])).toEqual({
    "parts.1.ticketTypeId": ["“山水联票”本身是组合票，不能作子票"],
  });
  expect(await errorsOf([adult(), { ...child(), ticketTypeId: typeId }])).toEqual({
    "parts.1.ticketTypeId": ["组合票不能包含自己"],
  });
  const second = await park.other.addType({
    name: "灯会",
    slots: [{ startTime: "18:00", endTime: "19:00" }],
  });
  expect(
    await errorsOf([
      { ...adult(), ticketTypeId: park.showId },
      { ...child(), ticketTypeId: second },
    ]),
  ).toEqual({
    parts: ["“水秀”和“灯会”都分时段，一套里只能有一种分时段的票"],
  });
  const pool = await backend.call(quotaPoolSave, { name: "联票池", dailyTotal: 5, ticketTypeIds: [park.typeId] });
  expect([pool.status, Object.keys(pool.errors ?? {})]).toEqual([422, ["ticketTypeIds"]]);
});

it("while its type is on sale it stays, and its type stays a combo; what it is made of stays as well", async () => {
  const { data } = await backend.call(ticketType.methods.get, { id: park.typeId });
  const { status: _, ...record } = (data as { record: Record<string, unknown> }).record;
  const single = await backend.call(ticketType.methods.save, { ...record, kind: "single" } as never);
  expect([single.status, Object.keys(single.errors ?? {})]).toEqual([422, ["kind"]]);
  const gone = await backend.call(combo.methods.remove, { id: park.comboId } as never);
  expect([gone.status, gone.message]).toEqual([409, expect.stringContaining("票种“山水联票”还在售")]);
  const part = await backend.call(ticketType.methods.remove, { id: park.showId } as never);
  expect([part.status, part.message]).toEqual([409, expect.stringContaining("组合票的子票")]);
  await backend.call(ticketType.methods.retire, { id: park.typeId });
  expect((await backend.call(combo.methods.remove, { id: park.comboId } as never)).status).toBe(200);
});

it("an account of one park neither sees a combo of another nor makes one of its types", async () => {
  const buttons = ["add", "edit", "remove"].map((one) => `combineTkSet/combo:${one}`);
  const { token } = await backend.createUser({ grants: ["combineTkSet", ...buttons], parks: [park.other.parkId] });
  const made = await backend.call(combo.methods.save, comboOf(typeId, [adult(), child()]), { as: token });
  expect(made.status).toBe(422);
  const list = await backend.call(combo.methods.list, {}, { as: token });
  expect((list.data as { records: unknown[] }).records).toEqual([]);
});
