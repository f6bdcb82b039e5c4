/** Each is named after what broke once at the gates, and proves that it does not any more. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { checkTicket, getCheckDesk, reversePassage, uploadPassages } from "~/contract/ticket/check";
import { choosePark } from "~/contract/ticket/chosen-park";
import { gate } from "~/contract/ticket/gate";
import { getGateBoard, setInsideCount } from "~/contract/ticket/gate-board";
import { passage as passages } from "~/contract/ticket/passage";
import { passageConflict } from "~/contract/ticket/passage-conflict";
import { admissionsToday } from "~/contract/ticket/today";
import { createGrounds, type Grounds, orderFaults, type SaleWish, sell } from "~tests/backend/order/sold";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { fresh } from "~tests/support/park";

let backend: TestBackend;
let grounds: Grounds;
const now = new Date("2026-11-20T18:00:00+08:00");

beforeAll(async () => {
  backend = await openTestBackend();
});
beforeEach(async () => {
  backend.setNow(now);
  grounds = await createGrounds(backend);
});
afterEach(async () => {
  expect(await orderFaults(backend)).toEqual([]);
  await checkInvariants(backend);
});
afterAll(() => backend.close());

interface Extra {
  passageKey?: string;
  gateCode?: string;
  people?: number;
  direction?: "in" | "out";
  admitted?: boolean;
}
const key = () => fresh("gate-defect");
const passed = (code: string, time: string, extra: Extra = {}) => ({
  ...{ passageKey: key(), gateCode: grounds.gateCode, code },
  at: time.length > 5 ? time : `2026-11-20T${time}:00+08:00`,
  ...extra,
});
const upload = async (...sent: ReturnType<typeof passed>[]) => {
  const answer = await backend.call(uploadPassages, { passages: sent });
  expect(answer.status, JSON.stringify(answer.errors)).toBe(200);
  return answer.data;
};
const check = async (code: string, extra: object = {}) =>
  (await backend.call(checkTicket, { idempotencyKey: key(), gateId: grounds.gateId, code, ...extra })).data;
const sold = async (wish: SaleWish = {}) => {
  const sale = await sell(backend, grounds, { lines: [{ quantity: 1 }], ...wish });
  return { ...sale, code: sale.tickets[0]?.qrText ?? "", id: sale.tickets[0]?.id ?? 0 };
};
const codeOfGate = async (id: number) =>
  (await backend.sql<{ code: string }>("select code from gate where id = $1", [id]))[0]?.code ?? "";
const turn = (id: number, direction: string) =>
  backend.sql("update gate set direction = $2 where id = $1", [id, direction]);
const usedOf = async (id: number) =>
  (await backend.sql<{ used: number }>("select used from ticket where id = $1", [id]))[0]?.used;
const insideNow = async () =>
  (await backend.call(getGateBoard, {})).data.parks.find(({ id }) => id === grounds.parkId)?.inside;

it("1 another gate's passage of the same number is a passage; the same gate's with another code is a conflict", async () => {
  const [one, other] = [await sold(), await sold()];
  const first = passed(one.code, "09:00");
  const side = await codeOfGate(grounds.sideGateId);
  const again = { ...first, code: other.code };
  const data = await upload(first, { ...again, gateCode: side });
  expect(data).toMatchObject({ accepted: 2, repeated: 0, conflicts: [] });
  expect((await upload(again)).conflicts).toMatchObject([{ passageKey: first.passageKey, reason: "keyReused" }]);
  expect((await upload(first)).repeated).toBe(1);
});

it("2 a passage of yesterday evening is good though its ticket expired at night", async () => {
  const { code, id } = await sold({ visitDay: "2026-11-19" });
  await backend.sql("update ticket set state = 'expired' where id = $1", [id]);
  expect(await upload(passed(code, "2026-11-19T19:00:00+08:00"))).toMatchObject({ accepted: 1, conflicts: [] });
  expect(await usedOf(id)).toBe(1);
});

it("3 fields that nobody knows are refused, a refusal uses nothing, a way out takes no entry", async () => {
  const { code, id } = await sold({ lines: [{ quantity: 1, admissions: 2 }] });
  const unknown = { ...passed(code, "09:00"), colour: "red" };
  expect((await backend.call(uploadPassages, { passages: [unknown] })).status).toBe(422);
  expect(await upload(passed(code, "09:00", { admitted: false }))).toMatchObject({
    accepted: 0,
    refused: 1,
    conflicts: [],
  });
  expect(await usedOf(id)).toBe(0);
  await turn(grounds.gateId, "both");
  await upload(passed(code, "09:10", { direction: "in" }), passed(code, "09:20", { direction: "out" }));
  expect(await usedOf(id)).toBe(1);
});

it("4 a moment that cannot be is a conflict and blocks nothing; the gate learns how far its clock is off", async () => {
  const { code, id } = await sold({
    lines: [{ quantity: 1, admissions: 3, passInterval: 30 }],
    visitDay: "2026-11-20",
  });
  const far = await upload(passed(code, "2026-11-23T09:00:00+08:00"), passed(code, "2026-11-01T09:00:00+08:00"));
  expect(far.conflicts.map(({ reason }) => reason)).toEqual(["clockOff", "clockOff"]);
  // Five hours fast, and it says so: the moments are taken for as far off.
  const fast = { passages: [passed(code, "22:30")], sentAt: "2026-11-20T23:00:00+08:00" };
  const { data } = await backend.call(uploadPassages, fast);
  expect(data).toMatchObject({ accepted: 1, clock: { ahead: 5 * 3600 } });
  const [row] = await backend.sql(
    "select to_char(at at time zone 'Asia/Shanghai', 'HH24:MI') as at from passage where ticket_id = $1 and admitted",
    [id],
  );
  expect(row).toEqual({ at: "17:30" });
});

it("5 the pause is kept to both sides, whatever arrives first", async () => {
  const { code } = await sold({ lines: [{ quantity: 1, admissions: 3, passInterval: 30 }] });
  expect((await upload(passed(code, "10:00"))).accepted).toBe(1);
  expect((await upload(passed(code, "09:40"))).conflicts).toMatchObject([{ reason: "tooSoon" }]);
  expect((await upload(passed(code, "09:29"))).accepted).toBe(1);
});

it("6 an online answer that was lost and then uploaded is the same passage", async () => {
  const { code, id } = await sold();
  const idempotencyKey = key();
  await check(code, { idempotencyKey });
  expect(await upload(passed(code, "18:00", { passageKey: idempotencyKey }))).toMatchObject({
    repeated: 1,
    conflicts: [],
  });
  expect(await usedOf(id)).toBe(1);
  // And the other way round: the upload came first, then the question once more.
  const second = await sold();
  const passage = passed(second.code, "17:59");
  await upload(passage);
  expect(await check(second.code, { idempotencyKey: passage.passageKey })).toMatchObject({
    admitted: true,
    reason: "ok",
  });
  expect(await usedOf(second.id)).toBe(1);
});

it("7 a guide's number with more than a thousand tickets is judged by those of the day", async () => {
  const identity = "11010519491231002X";
  const old = await sold({ visitDay: "2026-11-01", lines: [{ quantity: 1, holderIdentity: identity }] });
  await backend.sql(
    `insert into ticket (ticket_no, qr_text, order_id, line_id, ticket_type_id, ticket_type_name, park_id, visit_day,
       valid_from, valid_to, price, admissions, used, state, holder_identity, corp_code)
     select ticket_no || n, qr_text || n, order_id, line_id, ticket_type_id, ticket_type_name, park_id, visit_day,
            valid_from, valid_to, 0, 1, 0, 'voided', holder_identity, corp_code
     from ticket, generate_series(1, 1200) n where id = $1`,
    [old.id],
  );
  const today = await sold({ lines: [{ quantity: 1, holderIdentity: identity }] });
  expect(await check(identity)).toMatchObject({ admitted: true, ticket: { id: today.id } });
});

it("8 one identity for all of an order: three people go in on three tickets", async () => {
  const identity = "440524198001011016";
  const { orderId } = await sold({ lines: [{ quantity: 3, holderIdentity: identity }] });
  expect(await check(identity, { people: 3 })).toMatchObject({ admitted: true, passed: 3 });
  expect(await backend.sql("select sum(used)::int as used from ticket where order_id = $1", [orderId])).toEqual([
    { used: 3 },
  ]);
});

it("9 an exit is not told as the last use, and starts no pause", async () => {
  const { code } = await sold({ lines: [{ quantity: 1, admissions: 3, passInterval: 30 }] });
  backend.setNow(new Date("2026-11-20T12:00:00+08:00"));
  await check(code);
  backend.setNow(new Date("2026-11-20T12:25:00+08:00"));
  await check(code, { gateId: grounds.outGateId });
  backend.setNow(new Date("2026-11-20T12:31:00+08:00"));
  const again = await check(code);
  expect([again.reason, again.ticket?.lastPass]).toMatchObject(["ok", { at: "2026-11-20 12:00:00", gate: "东门一号" }]);
});

it("10 a gate for both directions lets out who is in, by the lane or by what they did last", async () => {
  await turn(grounds.gateId, "both");
  const { code } = await sold();
  expect(await check(code)).toMatchObject({ admitted: true, direction: "in" });
  backend.setNow(new Date(now.getTime() + 60_000));
  expect(await check(code)).toMatchObject({ admitted: true, direction: "out" });
  expect(await check(code, { direction: "in" })).toMatchObject({ admitted: false, reason: "alreadyUsed" });
});

it("11 exits are bounded by who is inside, and one that arrives before its entry settles by itself", async () => {
  const { code } = await sold();
  const out = await codeOfGate(grounds.outGateId);
  expect((await upload(passed(code, "11:00", { gateCode: out }))).conflicts).toMatchObject([{ reason: "wrongGate" }]);
  const states = async () =>
    (
      await backend.call(passageConflict.methods.list, { filters: { parkId: String(grounds.parkId) } })
    ).data.records.map(({ state }) => state);
  expect(await states()).toEqual(["open"]);
  expect((await upload(passed(code, "10:00"))).accepted).toBe(1);
  expect(await states()).toEqual(["settled"]);
  expect(await check(code, { gateId: grounds.outGateId })).toMatchObject({ admitted: false, reason: "notInside" });
});

it("11b an exit that arrives before an entry on a conflict settles by itself as well", async () => {
  const { code } = await sold({ lines: [{ quantity: 1, entryTo: "10:00" }] });
  const out = await codeOfGate(grounds.outGateId);
  expect((await upload(passed(code, "11:00", { gateCode: out }))).conflicts).toMatchObject([{ reason: "wrongGate" }]);
  expect((await upload(passed(code, "10:30"))).conflicts).toMatchObject([{ reason: "tooLate" }]);
  const { records } = (
    await backend.call(passageConflict.methods.list, { filters: { parkId: String(grounds.parkId) } })
  ).data;
  expect(records.map(({ reason, state }) => [reason, state])).toEqual([
    ["tooLate", "open"],
    ["wrongGate", "settled"],
  ]);
});

it("12 by order number: unfit tickets are named, force is heard, offline admits all, large tickets are filled", async () => {
  const mixed = await sold({ lines: [{ quantity: 2 }, { quantity: 1, gateGroupId: grounds.otherGroupId }] });
  const verdict = await check(mixed.orderNo);
  expect(verdict).toMatchObject({ admitted: true, passed: 2, unfit: [{ reason: "wrongGate" }] });
  const late = await sold({ visitDay: "2026-11-19", lines: [{ quantity: 2 }] });
  expect(await check(late.orderNo, { force: true, forceReason: "班车晚点" })).toMatchObject({
    reason: "forced",
    passed: 2,
  });
  const offline = await sold({ lines: [{ quantity: 3 }] });
  await upload(passed(offline.orderNo, "09:00"));
  expect(await backend.sql("select sum(used)::int as used from ticket where order_id = $1", [offline.orderId])).toEqual(
    [{ used: 3 }],
  );
  const coaches = await sold({ lines: [{ quantity: 2, admissions: 50 }] });
  expect(await check(coaches.orderNo, { people: 60 })).toMatchObject({ admitted: true, passed: 60 });
  expect(await check(coaches.orderNo, { people: 41 })).toMatchObject({ admitted: false, reason: "usedUp" });
});

it("13 a gate that is suspended while its desk is open says so", async () => {
  await backend.call(gate.methods.suspend, { id: grounds.gateId, idempotencyKey: key() } as never);
  await backend.sql("update gate set status = 'F' where id = $1", [grounds.gateId]);
  const desk = await backend.call(getCheckDesk, { gateId: grounds.gateId });
  expect([desk.status, desk.data.suspended, desk.data.gateId]).toEqual([200, true, grounds.gateId]);
  const { code } = await sold();
  expect(await check(code)).toMatchObject({
    admitted: false,
    reason: "blocked",
    message: expect.stringContaining("已停用"),
  });
});

it("14 what nobody recognises is kept masked, with a mark to find it again", async () => {
  const mistyped = "110105194912310021";
  const { code } = await sold();
  await check(mistyped);
  await check(mistyped);
  expect((await check(`\\000001${code}`)).admitted).toBe(true);
  const { data } = await backend.call(passages.methods.list, { filters: { gateId: String(grounds.gateId) } });
  for (const secret of [mistyped, code]) expect(JSON.stringify(data.records)).not.toContain(secret);
  const marks = await backend.sql<{ n: number }>(
    "select count(*)::int as n from passage where gate_id = $1 and code_mark <> '' group by code_mark order by 1",
    [grounds.gateId],
  );
  expect(marks).toEqual([{ n: 1 }, { n: 2 }]);
});

it("15 an upload on a large order is written in small transactions", async () => {
  const { tickets, orderId } = await sold({ lines: [{ quantity: 120 }] });
  const before = await transactions();
  const sent = tickets.map(({ qrText }, n) =>
    passed(qrText, `${String(9 + Math.floor(n / 60)).padStart(2, "0")}:${String(n % 60).padStart(2, "0")}`),
  );
  expect((await upload(...sent)).accepted).toBe(120);
  expect((await transactions()) - before).toBeGreaterThanOrEqual(12);
  expect(await backend.sql("select state from orders where id = $1", [orderId])).toEqual([{ state: "fulfilled" }]);
});
const transactions = async () =>
  Number((await backend.sql<{ id: string }>("select pg_current_xact_id()::text as id"))[0]?.id);

it("16 who walked in on a conflict is inside, until somebody finds that nobody did", async () => {
  const { code } = await sold();
  await upload(passed(code, "09:00"), passed(code, "09:30"));
  expect(await insideNow()).toBe(2);
  const { records } = (
    await backend.call(passageConflict.methods.list, { filters: { parkId: String(grounds.parkId) } })
  ).data;
  expect(records).toMatchObject([{ reason: "alreadyUsed", state: "open", people: 1 }]);
  const [open] = records;
  const struck = await backend.call(passageConflict.methods.strike, {
    ...{ id: Number(open?.id), idempotencyKey: key(), note: "闸机空转" },
  } as never);
  expect(struck.status, JSON.stringify(struck)).toBe(200);
  expect(await insideNow()).toBe(1);
});

it("17 reversing yesterday's passage takes nothing from today's count", async () => {
  backend.setNow(new Date("2026-11-19T12:00:00+08:00"));
  const { code } = await sold({ visitDay: "2026-11-19" });
  const { passageIds } = await check(code);
  backend.setNow(now);
  const before = (await backend.call(admissionsToday, {})).data.people;
  expect((await backend.call(reversePassage, { passageId: passageIds[0] ?? 0, reason: "误检" })).status).toBe(200);
  expect((await backend.call(getCheckDesk, { gateId: grounds.gateId })).data.today.admitted).toBe(0);
  expect((await backend.call(admissionsToday, {})).data.people).toBe(before);
});

it("18 the chosen park holds for uploads as well", async () => {
  const { token } = await backend.createUser({ grants: ["tktChevkPage", "tktChevkPage/check:pass"] });
  const { code } = await sold();
  await backend.call(choosePark, { parkId: grounds.otherParkId }, { as: token });
  const { data } = await backend.call(uploadPassages, { passages: [passed(code, "09:00")] }, { as: token });
  expect(data).toMatchObject({ accepted: 0, conflicts: [{ reason: "unknown" }] });
});

it("19 the pause counts the people of a family ticket apart", async () => {
  const { code } = await sold({ lines: [{ quantity: 1, admissions: 8, passInterval: 30, rules: { persons: 4 } }] });
  expect(await check(code, { people: 2 })).toMatchObject({ admitted: true });
  expect(await check(code, { people: 2 })).toMatchObject({ admitted: true });
  expect(await check(code)).toMatchObject({ admitted: false, reason: "tooSoon" });
});

it("a conflict may be booked on its ticket: once, and only where an entry is left", async () => {
  const { code, id, orderId } = await sold({ lines: [{ quantity: 1, entryTo: "10:00" }] });
  await upload(passed(code, "10:30"));
  const inside = await insideNow();
  const [open] = (await backend.call(passageConflict.methods.list, { filters: { parkId: String(grounds.parkId) } }))
    .data.records;
  const book = () =>
    backend.call(passageConflict.methods.book, {
      ...{ id: Number(open?.id), idempotencyKey: key(), note: "确已入园" },
    } as never);
  const answer = await book();
  expect(answer.status, JSON.stringify(answer)).toBe(200);
  expect([await usedOf(id), await insideNow()]).toEqual([1, inside]);
  expect(await backend.sql("select state from orders where id = $1", [orderId])).toEqual([{ state: "fulfilled" }]);
  expect((await book()).status).toBe(409);
  expect(await usedOf(id)).toBe(1);
});

it("a conflict that is kept counts the people, and takes nothing from the ticket", async () => {
  const { code, id } = await sold({ lines: [{ quantity: 1, entryTo: "10:00" }] });
  await upload(passed(code, "10:30"));
  const inside = await insideNow();
  const list = async () =>
    (await backend.call(passageConflict.methods.list, { filters: { parkId: String(grounds.parkId) } })).data.records;
  const [open] = await list();
  const keep = () =>
    backend.call(passageConflict.methods.keep, { id: Number(open?.id), idempotencyKey: key() } as never);
  const answer = await keep();
  expect(answer.status, JSON.stringify(answer)).toBe(200);
  expect(await list()).toMatchObject([{ state: "kept", decidedAt: expect.stringContaining("2026-11-20") }]);
  expect([await usedOf(id), await insideNow(), inside]).toEqual([0, 1, 1]);
  expect((await keep()).status).toBe(409);
});

it("who is inside is counted by park, may be set by hand with a reason, and begins anew at four in the morning", async () => {
  const [one, other] = [await sold(), await sold()];
  await check(one.code);
  expect(await insideNow()).toBe(1);
  const set = (people: number, reason: string, as?: string) =>
    backend.call(setInsideCount, { idempotencyKey: key(), parkId: grounds.parkId, people, reason }, as ? { as } : {});
  expect((await set(40, "")).status).toBe(422);
  const plain = await backend.createUser({ grants: ["gateBoard"] });
  expect((await set(40, "人工清点", plain.token)).status).toBe(403);
  const stranger = await backend.createCorp("7720");
  expect((await set(40, "人工清点", stranger)).status).toBe(404);
  expect((await set(40, "人工清点")).status).toBe(200);
  backend.setNow(new Date(now.getTime() + 60_000));
  await check(other.code);
  expect(await insideNow()).toBe(41);
  await check(other.code, { gateId: grounds.outGateId });
  expect(await insideNow()).toBe(40);
  backend.setNow(new Date("2026-11-21T00:00:01+08:00"));
  expect(await insideNow()).toBe(40);
  backend.setNow(new Date("2026-11-21T04:00:01+08:00"));
  expect(await insideNow()).toBe(0);
});
