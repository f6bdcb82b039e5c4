/** Gate devices: paired by the code on their screen, at one gate, revoked at once; they judge without a line as the server does. */
import { createHash } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { checkTicket, getCheckDesk, uploadPassages } from "~/contract/ticket/check";
import { gate } from "~/contract/ticket/gate";
import { getGateBoard } from "~/contract/ticket/gate-board";
import {
  deviceBeat,
  deviceBegin,
  deviceCheck,
  devicePackage,
  deviceTakeBack,
  deviceUpload,
  gateDevice,
} from "~/contract/ticket/gate-device";
import type { TicketSnapshot } from "~/contract/ticket/gate-rules/facts";
import { judge } from "~/contract/ticket/gate-rules/judge";
import { passageConflict } from "~/contract/ticket/passage-conflict";
import { createGrounds, type Grounds, orderFaults, type SaleWish, sell } from "~tests/backend/order/sold";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { fresh } from "~tests/support/park";
import { race } from "~tests/support/race";

let backend: TestBackend;
let grounds: Grounds;
const now = new Date("2026-11-20T12:00:00+08:00");
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

const nobody = { as: "" };
const key = () => fresh("device-key");
const pair = (pairingCode: string, as?: string, id = grounds.gateId) =>
  backend.call(
    gate.methods.pair,
    { id, idempotencyKey: key(), pairingCode, calledAs: "手持机" } as never,
    as ? { as } : {},
  );
const paired = async (gateId = grounds.gateId) => {
  const { data } = await backend.call(deviceBegin, { version: "1" }, nobody);
  const answer = await pair(data.code.toLowerCase(), undefined, gateId);
  expect(answer.status, JSON.stringify(answer)).toBe(200);
  const [device] = await backend.sql<{ id: number }>(
    "select id from gate_device where gate_id = $1 order by id desc limit 1",
    [gateId],
  );
  return { token: data.token, id: device?.id ?? 0 };
};
const sold = async (wish: SaleWish = {}) => {
  const sale = await sell(backend, grounds, { lines: [{ quantity: 1 }], ...wish });
  return { ...sale, code: sale.tickets[0]?.qrText ?? "", id: sale.tickets[0]?.id ?? 0 };
};
const check = (token: string, code: string, passageKey = key()) =>
  backend.call(deviceCheck, { token, code, passageKey }, nobody);
const beat = (token: string) =>
  backend.call(
    deviceBeat,
    { token, version: "1.2", battery: 80, queue: 3, clock: "2026-11-20T12:05:00+08:00" },
    nobody,
  );

describe("pairing", () => {
  it("a code is good once, for ten minutes, with the right; before, its token is worth nothing", async () => {
    const { data } = await backend.call(deviceBegin, {}, nobody);
    expect((await check(data.token, "TK1")).status).toBe(401);
    expect((await beat(data.token)).data).toMatchObject({ state: "waiting", gate: null });
    const plain = await backend.createUser({ grants: ["tktParkGate"] });
    expect((await pair(data.code, plain.token)).status).toBe(403);
    expect((await pair(data.code)).status).toBe(200);
    expect((await pair(data.code)).status).toBe(422);
    const late = await backend.call(deviceBegin, {}, nobody);
    backend.setNow(new Date(now.getTime() + 11 * 60_000));
    expect((await pair(late.data.code)).status).toBe(422);
  });

  it("another corp's gate, and another corp's token, are not there", async () => {
    const stranger = await backend.createCorp("7731");
    const { data } = await backend.call(deviceBegin, {}, nobody);
    expect((await pair(data.code, stranger)).status).toBe(404);
    const { token } = await paired();
    const elsewhere = await backend.call(
      deviceCheck,
      { token, code: "TK1", passageKey: key() },
      { ...nobody, corpCode: "7731" },
    );
    expect(elsewhere.status).toBe(401);
  });

  it("its token checks at its gate, opens nothing else, and is worth nothing once revoked", async () => {
    const { token, id } = await paired();
    const { code } = await sold();
    expect((await backend.call(getCheckDesk, {}, { as: token })).status).toBe(401);
    expect((await check(token, code)).data).toMatchObject({ admitted: true, mayForce: false });
    const [row] = await backend.sql("select gate_id, device_id, account_name from passage where device_id = $1", [id]);
    expect(row).toEqual({ gate_id: grounds.gateId, device_id: id, account_name: "手持机" });
    expect((await backend.call(gateDevice.methods.revoke, { id, idempotencyKey: key() } as never)).status).toBe(200);
    expect([(await check(token, code)).status, (await beat(token)).status]).toEqual([401, 401]);
    expect((await backend.call(devicePackage, { token, day: "2026-11-20" }, nobody)).status).toBe(401);
  });

  it("a suspended corp's devices are refused as its accounts are, until it is opened again; nobody begins in none", async () => {
    const { token } = await paired();
    const suspend = (status: string) => backend.sql("update corp set status = $1 where corp_code = '0001'", [status]);
    const passages = [{ passageKey: key(), code: "TK1", at: now.toISOString() }];
    const calls = [
      () => beat(token),
      () => check(token, "TK1"),
      () => backend.call(deviceTakeBack, { token, passageKey: key() }, nobody),
      () => backend.call(deviceUpload, { token, passages, sentAt: now.toISOString() }, nobody),
      () => backend.call(devicePackage, { token, day: "2026-11-20" }, nobody),
    ];
    await suspend("F");
    for (const call of calls) expect((await call()).status).toBe(401);
    expect((await backend.call(deviceBegin, {}, nobody)).status).toBe(404);
    await suspend("T");
    expect((await beat(token)).status).toBe(200);
    expect((await backend.call(deviceBegin, {}, { ...nobody, corpCode: "8404" })).status).toBe(404);
    expect(await backend.sql("select id from gate_device where corp_code = '8404'")).toEqual([]);
  });

  it("its heartbeat is on the list: version, battery, queue, and how far its clock is off", async () => {
    const { token, id } = await paired();
    expect((await beat(token)).data).toMatchObject({ state: "paired", ahead: 300, gate: { id: grounds.gateId } });
    const { records } = (await backend.call(gateDevice.methods.list, { filters: { gateId: String(grounds.gateId) } }))
      .data;
    expect(records).toMatchObject([{ id, version: "1.2", battery: 80, queue: 3, clockAhead: 300 }]);
  });

  it("the board of gates says when it was heard of, what waits there, and that it fell silent", async () => {
    const onBoard = async (gateId = grounds.gateId) =>
      (await backend.call(getGateBoard, {})).data.gates.find(({ id }) => id === gateId)?.devices;
    const later = (seconds: number) => backend.setNow(new Date(now.getTime() + seconds * 1000));
    expect([await onBoard(), await onBoard(grounds.sideGateId)]).toEqual([[], []]);
    const { token, id } = await paired();
    const other = await paired();
    const fresh = { name: "手持机", seenMinutes: null, silent: false, queue: 0, clockAhead: 0, battery: null };
    expect(await onBoard()).toEqual([
      { ...fresh, id },
      { ...fresh, id: other.id },
    ]);
    await beat(token);
    const told = { ...fresh, id, queue: 3, clockAhead: 300, battery: 80 };
    later(150);
    expect((await onBoard())?.[0]).toEqual({ ...told, seenMinutes: 2 });
    later(181);
    expect(await onBoard()).toEqual([
      { ...told, seenMinutes: 3, silent: true },
      { ...fresh, id: other.id, silent: true },
    ]);
    await beat(token);
    await backend.call(gateDevice.methods.revoke, { id: other.id, idempotencyKey: key() } as never);
    expect(await onBoard()).toMatchObject([{ id, seenMinutes: 0, silent: false, clockAhead: 119 }]);
    expect(await onBoard(grounds.sideGateId)).toEqual([]);
  });
});

describe("passing", () => {
  it("the same key twice is one passage; a lost answer that is uploaded is none more", async () => {
    const { token } = await paired();
    const { code, id } = await sold();
    const passageKey = key();
    await check(token, code, passageKey);
    expect((await check(token, code, passageKey)).data).toMatchObject({ admitted: true });
    const passages = [{ passageKey, code, at: now.toISOString() }];
    const sent = await backend.call(deviceUpload, { token, passages, sentAt: now.toISOString() }, nobody);
    expect(sent.data).toMatchObject({ accepted: 0, repeated: 1, conflicts: [] });
    expect(await backend.sql("select used from ticket where id = $1", [id])).toEqual([{ used: 1 }]);
  });

  const bring = async (token: string, passage: object) => {
    const passages = [{ at: now.toISOString(), ...passage }];
    const sent = await backend.call(deviceUpload, { token, passages, sentAt: now.toISOString() } as never, nobody);
    expect(sent.status, JSON.stringify(sent)).toBe(200);
    return sent.data;
  };
  const usedOf = async (orderId: number) =>
    (await backend.sql<{ used: number }>("select used from ticket where order_id = $1 order by id", [orderId])).map(
      ({ used }) => used,
    );
  const insideNow = async () =>
    (await backend.call(getGateBoard, {})).data.parks.find(({ id }) => id === grounds.parkId)?.inside;

  it("a gate that opened though the server had refused: who walked in is inside, as one conflict", async () => {
    const { token } = await paired();
    const { code } = await sold();
    await check(token, code);
    const passage = { passageKey: key(), code };
    expect((await check(token, code, passage.passageKey)).data).toMatchObject({ admitted: false });
    expect(await insideNow()).toBe(1);
    const told = { conflicts: [{ passageKey: passage.passageKey, reason: "alreadyUsed" }] };
    expect(await bring(token, passage)).toMatchObject({ accepted: 0, repeated: 0, ...told });
    expect(await bring(token, passage)).toMatchObject({ accepted: 0, repeated: 1, ...told });
    const { records } = (
      await backend.call(passageConflict.methods.list, { filters: { parkId: String(grounds.parkId) } })
    ).data;
    expect(records).toMatchObject([{ reason: "alreadyUsed", state: "open", people: 1 }]);
    expect(await insideNow()).toBe(2);
  });

  it("a gate that refused though the server had admitted: nobody went in, and the tickets are as before", async () => {
    const { token } = await paired();
    const { orderNo, orderId } = await sold({ lines: [{ quantity: 3 }] });
    const passage = { passageKey: key(), code: orderNo, admitted: false, reason: "tooSoon" };
    expect((await check(token, orderNo, passage.passageKey)).data).toMatchObject({ admitted: true, passed: 3 });
    expect(await bring(token, passage)).toMatchObject({ accepted: 0, refused: 1, repeated: 0, conflicts: [] });
    expect(await usedOf(orderId)).toEqual([0, 0, 0]);
    expect(await insideNow()).toBe(0);
    expect(await bring(token, passage)).toMatchObject({ refused: 0, repeated: 1, conflicts: [] });
    expect((await check(token, orderNo, passage.passageKey)).data).toMatchObject({ admitted: false, passed: 0 });
    expect(await usedOf(orderId)).toEqual([0, 0, 0]);
    expect((await check(token, orderNo)).data.passed).toBe(3);
  });

  it("an uploaded refusal stays one, however often the gate asks by its number", async () => {
    const { token } = await paired();
    const { code } = await sold();
    const passage = { passageKey: key(), code, admitted: false, reason: "tooLate" };
    expect(await bring(token, passage)).toMatchObject({ refused: 1 });
    expect((await check(token, code, passage.passageKey)).data).toMatchObject({ admitted: false, reason: "tooLate" });
    expect((await check(token, code)).data.admitted).toBe(true);
  });

  it("a number that was uploaded is answered with its way and its people", async () => {
    const { token } = await paired(grounds.outGateId);
    const { orderNo } = await sold({ lines: [{ quantity: 3 }] });
    await backend.call(checkTicket, { idempotencyKey: key(), gateId: grounds.gateId, code: orderNo });
    backend.setNow(new Date(now.getTime() + 60_000));
    const passage = { passageKey: key(), code: orderNo, at: new Date(now.getTime() + 30_000).toISOString() };
    expect(await bring(token, passage)).toMatchObject({ accepted: 1 });
    expect((await check(token, orderNo, passage.passageKey)).data).toMatchObject({
      ...{ admitted: true, direction: "out", passed: 3 },
    });
  });

  it("who judged without a line says how many went in, though it had asked for all: the same passage", async () => {
    const { token } = await paired();
    const { orderNo, orderId } = await sold({ lines: [{ quantity: 3 }] });
    const passageKey = key();
    await check(token, orderNo, passageKey);
    expect(await bring(token, { passageKey, code: orderNo, people: 3, direction: "in" })).toMatchObject({
      ...{ repeated: 1, conflicts: [] },
    });
    expect(await usedOf(orderId)).toEqual([1, 1, 1]);
  });

  it("takes back all of an order that went through by one number", async () => {
    const { token } = await paired();
    const { orderNo, orderId } = await sold({ lines: [{ quantity: 3 }] });
    const passageKey = key();
    await check(token, orderNo, passageKey);
    expect(await usedOf(orderId)).toEqual([1, 1, 1]);
    const back = () => backend.call(deviceTakeBack, { token, passageKey }, nobody);
    const answers = await race(backend, 2, back);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await usedOf(orderId)).toEqual([0, 0, 0]);
    expect(await insideNow()).toBe(0);
    expect(await backend.sql("select state from orders where id = $1", [orderId])).toEqual([{ state: "paid" }]);
    expect(
      await backend.sql("select count(*)::int as n from passage where kind = 'reversal' and order_id = $1", [orderId]),
    ).toEqual([{ n: 3 }]);
  });

  it("takes back its own last passage for three minutes, once, and no other", async () => {
    const { token } = await paired();
    const other = await paired();
    const { code, id } = await sold();
    const passageKey = key();
    await check(token, code, passageKey);
    const back = (by: string) => backend.call(deviceTakeBack, { token: by, passageKey }, nobody);
    expect((await back(other.token)).status).toBe(404);
    expect((await back(token)).status).toBe(200);
    expect((await back(token)).status).toBe(200);
    expect(await backend.sql("select used, state from ticket where id = $1", [id])).toEqual([
      { used: 0, state: "issued" },
    ]);
    await check(token, code, key());
    backend.setNow(new Date(now.getTime() + 4 * 60_000));
    const [last] = await backend.sql<{ key: string }>(
      "select passage_key as key from passage where ticket_id = $1 order by id desc limit 1",
      [id],
    );
    expect((await backend.call(deviceTakeBack, { token, passageKey: last?.key ?? "" }, nobody)).status).toBe(409);
  });

  it("brings passages of its own gate alone, with its clock", async () => {
    const { token } = await paired();
    const { code } = await sold();
    const named = { passageKey: key(), code, at: now.toISOString(), gateCode: grounds.gateCode };
    const payload = { token, passages: [named], sentAt: now.toISOString() };
    expect((await backend.call(deviceUpload, payload as never, nobody)).status).toBe(422);
    const { gateCode: _, ...passage } = named;
    const sent = await backend.call(deviceUpload, { ...payload, passages: [passage] }, nobody);
    expect(sent.data).toMatchObject({ accepted: 1, clock: { ahead: 0 } });
    const account = await backend.call(uploadPassages, { passages: [named] });
    expect(account.data.repeated).toBe(1);
  });
});

describe("the package of a day", () => {
  const hashOf = (salt: string, code: string) =>
    createHash("sha256").update(`${salt}\n${code}`).digest("base64url").slice(0, 22);

  it("comes in parts, has no QR text and no name in it, and judges as the server does", async () => {
    const { token } = await paired();
    const good = await sold({ lines: [{ quantity: 1, holderIdentity: "11010519491231002X" }] });
    const used = await sold();
    await backend.call(checkTicket, { idempotencyKey: key(), gateId: grounds.gateId, code: used.code });
    const tomorrow = await sold({ visitDay: "2026-11-22" });
    const { data } = await backend.call(devicePackage, { token, day: "2026-11-20" }, nobody);
    const text = JSON.stringify(data);
    for (const secret of [good.code, "11010519491231002X", "李四"]) expect(text).not.toContain(secret);
    const find = (code: string) => data.tickets.find(({ codes }) => codes.includes(hashOf(data.salt, code)));
    expect(find(tomorrow.code)).toBeUndefined();
    expect(find("11010519491231002X")).toEqual(find(good.code));
    const { gate } = (await beat(token)).data;
    const verdictOf = (code: string) => {
      const facts = find(code)?.facts as unknown as TicketSnapshot;
      if (!gate) throw new Error("no gate");
      return judge(facts, gate, { now, people: 1, holderMatches: true, inside: null }).reason;
    };
    expect([verdictOf(good.code), verdictOf(used.code)]).toEqual(["ok", "alreadyUsed"]);
  });

  it("comes without the end of every number, by which a ticket could be shown at a gate, where a phone asks so", async () => {
    const { token } = await paired();
    const { orderNo, tickets, code } = await sold();
    const ticketNo = tickets[0]?.ticketNo ?? "";
    const { data } = await backend.call(devicePackage, { token, day: "2026-11-20", masked: true }, nobody);
    for (const secret of [ticketNo, orderNo, code]) expect(JSON.stringify(data)).not.toContain(secret);
    const [found] = data.tickets.filter(({ codes }) => codes.includes(hashOf(data.salt, ticketNo)));
    expect(found?.facts).toMatchObject({
      ticketNo: `${ticketNo.slice(0, -4)}····`,
      orderNo: `${orderNo.slice(0, -4)}····`,
    });
    expect(found?.order).toBe(hashOf(data.salt, orderNo));
  });

  it("tells afterwards what changed: sold, used, refunded", async () => {
    const { token } = await paired();
    const before = await sold();
    const first = (await backend.call(devicePackage, { token, day: "2026-11-20" }, nobody)).data;
    expect(first.next).toBeNull();
    await backend.sql("update ticket set changed_at = now() - interval '1 day' where park_id = $1", [grounds.parkId]);
    await backend.sql("alter table ticket disable trigger ticket_changed");
    await backend.sql("update ticket set changed_at = now() - interval '1 day' where park_id = $1", [grounds.parkId]);
    await backend.sql("alter table ticket enable trigger ticket_changed");
    const since = new Date().toISOString();
    const changed = async () =>
      (await backend.call(devicePackage, { token, day: "2026-11-20", since }, nobody)).data.tickets.map(({ facts }) => [
        facts.ticketNo,
        facts.state,
      ]);
    expect(await changed()).toEqual([]);
    await backend.call(checkTicket, { idempotencyKey: key(), gateId: grounds.gateId, code: before.code });
    const later = await sold();
    expect(await changed()).toEqual([
      [before.tickets[0]?.ticketNo, "used"],
      [later.tickets[0]?.ticketNo, "issued"],
    ]);
  });
});
