/** Signed codes: made and renewed with a right, printed where the corp says so, believed by server and gate, refused when forged. */
import { createPublicKey, verify } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { checkTicket } from "~/contract/ticket/check";
import { gate } from "~/contract/ticket/gate";
import { getGateBoard, renewTicketKey } from "~/contract/ticket/gate-board";
import { deviceBegin, deviceCheck, devicePackage, deviceUpload } from "~/contract/ticket/gate-device";
import { messageOf, readSigned } from "~/contract/ticket/gate-rules/signed-code";
import { printTickets, ticketDetail } from "~/contract/ticket/issued";
import { sharedGate } from "~/contract/ticket/shared-gate";
import { createGrounds, type Grounds, orderFaults, sell } from "~tests/backend/order/sold";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, fresh } from "~tests/support/park";

let backend: TestBackend;
let grounds: Grounds;
const now = new Date("2026-11-20T12:00:00+08:00");
const nobody = { as: "" };
const key = () => fresh("signed-key");
beforeAll(async () => {
  backend = await openTestBackend();
});
beforeEach(async () => {
  backend.setNow(now);
  grounds = await createGrounds(backend);
  await backend.sql("delete from ticket_key");
  await parameter("T");
});
afterEach(async () => {
  expect(await orderFaults(backend)).toEqual([]);
  await checkInvariants(backend);
});
afterAll(() => backend.close());

async function parameter(option: string) {
  await backend.sql("delete from sys_param where corp_code = '0001' and param_code = 'signedTicketCodes'");
  await backend.sql(
    "insert into sys_param (corp_code, param_code, param_option) values ('0001', 'signedTicketCodes', $1)",
    [option],
  );
}
const renew = (withdraw = false, options = {}) =>
  backend.call(renewTicketKey, { idempotencyKey: key(), withdraw }, options);
const check = (code: string) =>
  backend.call(checkTicket, { idempotencyKey: key(), gateId: grounds.gateId, code }).then(({ data }) => data);
async function sold() {
  const sale = await sell(backend, grounds, { lines: [{ quantity: 1 }] });
  const { id = 0, ticketNo = "", qrText = "" } = sale.tickets[0] ?? {};
  // As the counter numbers them.
  const number = `TK20261120${String(id).padStart(9, "0")}`;
  await backend.sql("update ticket set ticket_no = $2 where id = $1", [id, number]);
  return { ...sale, id, ticketNo: number, was: ticketNo, qrText };
}
const codeOf = async (id: number) => (await backend.call(ticketDetail, { id })).data.ticket.qrText;
async function device() {
  const { data } = await backend.call(deviceBegin, {}, nobody);
  const asked = { id: grounds.gateId, idempotencyKey: key(), pairingCode: data.code, calledAs: "手机" };
  expect((await backend.call(gate.methods.pair, asked as never)).status).toBe(200);
  return data.token;
}

it("tickets carry one where the corp says so and has a key: on their page and in print; both codes are good", async () => {
  const { id, qrText, ticketNo, orderId } = await sold();
  expect(await codeOf(id)).toBe(qrText);
  expect((await renew()).data).toEqual({ no: 1 });
  const signed = await codeOf(id);
  expect(readSigned(signed)).toMatchObject({ keyNo: 1, ticketNo, validFrom: "2026-11-20", admissions: 1 });
  const printed = await backend.call(printTickets, { orderId });
  expect(printed.data.tickets[0]?.qrText).toBe(signed);
  expect(await check(signed.toLowerCase())).toMatchObject({ admitted: true, ticket: { ticketNo } });
  expect(await check(qrText)).toMatchObject({ admitted: false, reason: "alreadyUsed" });
  await parameter("F");
  expect(await codeOf(id)).toBe(qrText);
  expect(await check(signed)).toMatchObject({ reason: "alreadyUsed" });
});

it("a forged one is unknown and kept masked: one letter, another content, another corp's key", async () => {
  await renew();
  const { id } = await sold();
  const signed = await codeOf(id);
  const swap = (at: number) => signed.slice(0, at) + (signed[at] === "0" ? "1" : "0") + signed.slice(at + 1);
  for (const forged of [swap(12), swap(30), swap(120)]) {
    const answer = await check(forged);
    expect(answer).toMatchObject({ admitted: false, reason: "unknown" });
    expect(answer.message).not.toContain(forged.slice(10, 60));
  }
  const stranger = await backend.createCorp("7735");
  expect((await renew(false, { as: stranger })).data).toEqual({ no: 1 });
  // The same number of a key, and not the same key.
  await backend.sql(
    "update ticket_key set public_key = (select public_key from ticket_key where corp_code = '7735') where corp_code = '0001'",
  );
  expect(await check(signed)).toMatchObject({ reason: "unknown" });
});

it("keys rotate: what an earlier one signed stays good, until it is withdrawn", async () => {
  await renew();
  const { id } = await sold();
  const first = await codeOf(id);
  expect((await renew()).data).toEqual({ no: 2 });
  const second = await codeOf(id);
  expect([readSigned(first)?.keyNo, readSigned(second)?.keyNo]).toEqual([1, 2]);
  expect(await check(first)).toMatchObject({ admitted: true });
  expect((await renew(true)).data).toEqual({ no: 3 });
  for (const gone of [first, second]) expect(await check(gone)).toMatchObject({ reason: "unknown" });
  expect(await check(await codeOf(id))).toMatchObject({ reason: "alreadyUsed" });
});

it("only who has the right makes a key; the trail says who did, and nowhere the key itself", async () => {
  const plain = await backend.createUser({ grants: ["gateBoard"] });
  expect((await renew(false, { as: plain.token })).status).toBe(403);
  const idempotencyKey = key();
  for (let n = 0; n < 2; n += 1) {
    const { data } = await backend.call(renewTicketKey, { idempotencyKey });
    expect(data).toEqual({ no: 1 });
  }
  const both = await Promise.all([renew(), renew()]);
  expect(both.every(({ status }) => status === 200 || status === 409)).toBe(true);
  const numbers = await backend.sql<{ no: number }>(
    "select key_no as no from ticket_key where corp_code = '0001' order by 1",
  );
  const made = both.filter(({ status }) => status === 200).length;
  expect(numbers.map(({ no }) => no)).toEqual([1, 2, 3].slice(0, made + 1));
  const board = (await backend.call(getGateBoard, {})).data;
  expect(board).toMatchObject({ mayRenewKey: true, ticketKey: { no: made + 1 } });
  const [row] = await backend.sql<{ private_key: string }>(
    "select private_key from ticket_key where corp_code = '0001'",
  );
  expect(row?.private_key).toMatch(/^enc1:/);
  const trail = await backend.sql("select after from audit_log where thing = 'ticketKey' order by id desc limit 1");
  expect(trail).toEqual([{ after: { name: String(made + 1) } }]);
});

it("a gate that parks share gets the types of all of them", async () => {
  await renew();
  const lake = await createPark(backend);
  const parks = [grounds.parkId, lake.parkId].map((parkId) => ({ parkId, gateGroupId: null }));
  const own = { token: await device(), day: "2026-11-20" };
  const typesAt = async () => (await backend.call(devicePackage, own, nobody)).data.types.map(({ parkId }) => parkId);
  expect(await typesAt()).not.toContain(lake.parkId);
  await backend.saved(sharedGate.methods.save, { name: "连廊", gateId: grounds.gateId, parks });
  expect(await typesAt()).toContain(lake.parkId);
});

it("a gate gets the public keys and its types, and what it let in by a signed code is that ticket's passage", async () => {
  await renew();
  const token = await device();
  const { id, ticketNo } = await sold();
  const signed = await codeOf(id);
  const { data } = await backend.call(devicePackage, { token, day: "2026-11-20" }, nobody);
  const code = readSigned(signed);
  const [known] = data.keys;
  if (!code || !known) throw new Error("no key");
  const publicKey = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x: known.publicKey }, format: "jwk" });
  expect(verify(null, messageOf("0001", code.content), publicKey, code.signature)).toBe(true);
  expect(JSON.stringify(data)).not.toContain("enc1:");
  const passages = [{ passageKey: key(), code: signed, at: now.toISOString() }];
  const sent = await backend.call(deviceUpload, { token, passages, sentAt: now.toISOString() }, nobody);
  expect(sent.data).toMatchObject({ accepted: 1, conflicts: [] });
  const told = await backend.call(deviceCheck, { token, passageKey: key(), code: signed }, nobody);
  expect(told.data).toMatchObject({ admitted: false, reason: "alreadyUsed", ticket: { ticketNo } });
});
