/** A ticket type says its rules, sells tickets that keep them, and may be tried out before anybody stands at the gate. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { ticketDetail } from "~/contract/ticket/issued";
import { sharedGate } from "~/contract/ticket/shared-gate";
import { ticketType } from "~/contract/ticket/ticket-type";
import { tryTicketType } from "~/contract/ticket/try-rules";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { createPark, friday, type TestPark } from "~tests/support/park";

let backend: TestBackend;
let park: TestPark;
let id: number;
beforeAll(async () => {
  backend = await openTestBackend();
  backend.setNow(friday);
  park = await createPark(backend);
  const [type] = await backend.sql<{ id: number }>(
    "select id from ticket_type where park_id = $1 order by id limit 1",
    [park.parkId],
  );
  id = type?.id ?? 0;
}, 300_000);
afterAll(() => backend.close());

const change = async (values: object) => {
  const { record } = (await backend.call(ticketType.methods.get, { id })).data;
  const { status: _, ...saved }: Record<string, unknown> = record ?? {};
  return backend.call(ticketType.methods.save, { ...saved, ...values } as never);
};
const trial = (more: object) => ({
  ...{ visitDay: "2026-05-03", day: "2026-05-03", time: "09:00", gateId: park.gateId, people: 1 },
  ...more,
});

it("the sentences of a type are those of the tickets that it sells", async () => {
  const rules = { weekdays: ["6", "7"], perDay: 1, persons: 2, admissions: 4, reentry: "times", reentries: 2 };
  const saved = await change({ ...rules, checkHint: "核对学生证", entryFrom: "20:00", entryTo: "02:00" });
  expect(saved.status, JSON.stringify(saved)).toBe(200);
  const { sentences } = (await backend.call(tryTicketType, { id })).data;
  expect(sentences).toEqual(
    expect.arrayContaining([
      "20:00 至次日 02:00 之间入园",
      "每人每天最多入园 1 次",
      "离园后当日可再入园 2 次，不扣次数",
    ]),
  );
  const { orderId } = await park.sell();
  const [ticket] = await backend.sql<{ id: number; rules: object }>(
    "select id, rules from ticket where order_id = $1 and ticket_type_id = $2 limit 1",
    [orderId, id],
  );
  expect(ticket?.rules).toEqual({
    ...{ persons: 2, perDay: 1, reentry: "times", reentries: 2, weekdays: "FFFFFTT", hint: "核对学生证" },
  });
  const detail = await backend.call(ticketDetail, { id: ticket?.id ?? 0, logPage: 1 });
  expect(detail.data.rules).toContain("每人每天最多入园 1 次");
});

it("what would happen on a day at a time at a gate", async () => {
  await change({
    weekdays: ["7"],
    entryFrom: "08:00",
    entryTo: "10:00",
    admissions: 2,
    persons: 1,
    perDay: null,
    reentry: "day",
  });
  const what = async (more: object) =>
    (await backend.call(tryTicketType, { id, trial: trial(more) })).data.verdict?.reason;
  // 2026-05-03 is a Sunday.
  expect(await what({})).toBe("ok");
  expect(await what({ time: "10:01" })).toBe("tooLate");
  expect(await what({ visitDay: "2026-05-02", day: "2026-05-02" })).toBe("wrongDay");
  expect(await what({ time: "11:00", entered: "08:30", left: "09:30" })).toBe("ok");
});

it("at a gate for both ways the lane is told, or what the holder did last", async () => {
  const typeId = await park.addType({ admissions: 1 });
  const { direction } = (
    await backend.sql<{ direction: string }>("select direction from gate where id = $1", [park.gateId])
  )[0] ?? { direction: "in" };
  await backend.sql("update gate set direction = 'both' where id = $1", [park.gateId]);
  const what = async (more: object) => {
    const { data } = await backend.call(tryTicketType, { id: typeId, trial: trial({ time: "11:00", ...more }) });
    return [data.verdict?.direction, data.verdict?.reason, data.verdict?.entries];
  };
  expect(await what({})).toEqual(["in", "ok", 1]);
  expect(await what({ direction: "out" })).toEqual(["out", "wrongGate", 0]);
  expect(await what({ entered: "09:00" })).toEqual(["out", "ok", 0]);
  expect(await what({ entered: "09:00", direction: "in" })).toEqual(["in", "alreadyUsed", 0]);
  expect(await what({ entered: "09:00", left: "10:00" })).toEqual(["in", "alreadyUsed", 0]);
  await backend.sql("update gate set direction = $2 where id = $1", [park.gateId, direction]);
});

it("passages of earlier days count as at the gates", async () => {
  const days = { validity: "range", rangeFrom: "2026-05-01", rangeTo: "2026-05-10", admissions: 3, useDays: 2 };
  const typeId = await park.addType(days);
  const what = async (earlier: object[], more: object = {}) => {
    const asked = { id: typeId, trial: trial({ day: "2026-05-05", earlier, ...more }) };
    const { data, status, errors } = await backend.call(tryTicketType, asked);
    return status === 200 ? [data.verdict?.reason, data.verdict?.entries] : [status, errors?.earlier];
  };
  const on = (day: string, time: string, more: object = {}) => ({
    ...{ day: `2026-05-0${day}`, time, direction: "in", people: 1, ...more },
  });
  expect(await what([])).toEqual(["ok", 1]);
  // Entered yesterday, of two days from the first use; and the day before.
  expect(await what([on("4", "09:00")])).toEqual(["ok", 1]);
  expect(await what([on("3", "09:00")])).toEqual(["wrongDay", 0]);
  // Used twice, three times.
  expect(await what([on("4", "10:00"), on("4", "09:00")])).toEqual(["ok", 1]);
  expect(await what([on("4", "09:00", { people: 3 })])).toEqual(["usedUp", 0]);
  // Who came back within the rule took nothing.
  await backend.sql("update ticket_type set reentry = 'day' where id = $1", [typeId]);
  const back = [on("4", "09:00", { people: 3 }), on("4", "10:00", { direction: "out", people: 3 })];
  expect(await what([...back, on("4", "11:00", { people: 3 })], { day: "2026-05-05", direction: "in" })).toEqual([
    ...["usedUp", 0],
  ]);
  await backend.sql("update ticket_type set admissions = 4 where id = $1", [typeId]);
  expect(await what([...back, on("4", "11:00", { people: 3 })])).toEqual(["ok", 1]);
  // Who stayed overnight leaves.
  await backend.sql("update gate set direction = 'out' where id = $1", [park.gateId]);
  expect(await what([on("4", "20:00")])).toEqual(["ok", 0]);
  expect(await what([on("4", "20:00"), on("4", "21:00", { direction: "out" })])).toEqual(["notInside", 0]);
  await backend.sql("update gate set direction = 'in' where id = $1", [park.gateId]);
  // Not of the day itself or later, and at no gate of others.
  expect(await what([on("5", "08:00")])).toEqual([422, ["须早于试算的日期"]]);
  expect((await what([on("4", "08:00", { gateId: 999_999_999 })]))[0]).toBe(422);
  const stranger = await backend.createCorp("7742");
  const theirs = await createPark(backend, stranger);
  expect((await what([on("4", "08:00", { gateId: theirs.gateId })]))[0]).toBe(422);
});

it("is of who may open ticket types, in their corp", async () => {
  const stranger = await backend.createCorp("7741");
  expect((await backend.call(tryTicketType, { id }, { as: stranger })).status).toBe(404);
  const plain = await backend.createUser({ grants: ["tktChevkPage"] });
  expect((await backend.call(tryTicketType, { id }, { as: plain.token })).status).toBe(403);
});

it("a type with slots is tried with the one that fits the moment, or with one that is chosen", async () => {
  const typeId = await park.addType({
    slots: [
      { startTime: "08:00", endTime: "10:00" },
      { startTime: "13:00", endTime: "15:00" },
      { startTime: "22:00", endTime: "23:30" },
    ],
  });
  const what = async (more: object) => {
    const { data } = await backend.call(tryTicketType, { id: typeId, trial: trial(more) });
    return [data.verdict?.reason, data.verdict?.slot];
  };
  const { slots } = (await backend.call(tryTicketType, { id: typeId })).data;
  expect(slots).toEqual(["08:00-10:00", "13:00-15:00", "22:00-23:30"]);
  expect(await what({ time: "09:00" })).toEqual(["ok", "08:00-10:00"]);
  expect(await what({ time: "14:00" })).toEqual(["ok", "13:00-15:00"]);
  expect(await what({ time: "23:45" })).toEqual(["tooLate", "22:00-23:30"]);
  // Between two it is the next one.
  expect(await what({ time: "12:00" })).toEqual(["tooEarly", "13:00-15:00"]);
  expect(await what({ time: "21:00" })).toEqual(["tooEarly", "22:00-23:30"]);
  expect(await what({ time: "14:00", slot: "08:00-10:00" })).toEqual(["tooLate", "08:00-10:00"]);
  const unknown = await backend.call(tryTicketType, { id: typeId, trial: trial({ slot: "03:00-04:00" }) });
  expect([unknown.status, unknown.errors?.slot]).toEqual([422, ["这种票没有这个时段"]]);
  expect(await backend.call(tryTicketType, { id, trial: trial({}) })).toMatchObject({
    data: { slots: [], verdict: { slot: "" } },
  });
});

it("at a gate that parks share a ticket of each is judged as the gate takes it", async () => {
  const other = await createPark(backend);
  const typeId = await other.addType({ gateGroupId: other.gateGroupId, admissions: 3, perGroup: 1 });
  const what = async (more: object = {}) =>
    (await backend.call(tryTicketType, { id: typeId, trial: trial(more) })).data.verdict;
  expect((await what())?.reason).toBe("wrongPark");
  const parks = [
    { parkId: other.parkId, gateGroupId: other.gateGroupId },
    { parkId: park.parkId, gateGroupId: null },
  ];
  const shared = await backend.call(sharedGate.methods.save, {
    ...{ name: "连廊", gateId: park.gateId, parks, remark: null },
  } as never);
  expect(shared.status, JSON.stringify(shared.errors)).toBe(200);
  expect(await what()).toMatchObject({ reason: "ok", entries: 1, message: expect.stringMatching(/^【/) });
  // An entry of before was of that park's group as well, not of the gate's own.
  expect((await what({ entered: "08:00" }))?.reason).toBe("groupLimit");
});
