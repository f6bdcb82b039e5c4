/** Holders of a cancelled session are told once, and whom nobody could tell is a list with numbers to call. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { theatreMove } from "~/contract/theatre/moved";
import { theatreSettleForm } from "~/contract/theatre/settle";
import { createWorker } from "~server/backend/jobs/worker";
import type { TextMessage } from "~server/backend/kernel/text-message";
import { allKinds } from "~server/backend/served";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, friday } from "~tests/support/park";
import { hold, openTheatre, seatIds, sell, settle, type Theatre } from "./support";

let backend: TestBackend;
let house: Theatre;
beforeAll(async () => {
  backend = await openTestBackend();
  const { parkId } = await createPark(backend);
  house = await openTheatre(backend, parkId);
});
afterAll(async () => {
  await checkInvariants(backend);
  await backend.close();
});

const sent: TextMessage[] = [];
const gateway = { needsMobile: true, send: async (message: TextMessage) => void sent.push(message) };
const work = (texts?: typeof gateway) =>
  createWorker({ database: backend.database, kinds: allKinds, now: () => friday, ...(texts && { texts }) }).drain();
const told = () => sent.splice(0).map(({ mobile, accName, text }) => [mobile, accName, text]);
const buy = async (sessionId: number, contact: object, ...seats: string[]) => {
  await hold(backend, sessionId, await seatIds(backend, sessionId, ...seats));
  return (await sell(backend, sessionId, backend.admin, contact)).data;
};
const list = async (sessionId: number, as = backend.admin) =>
  (await backend.call(theatreMove.methods.list, { filters: { sessionId: String(sessionId) } }, { as })).data;

test("who moved and who got the money back is told once, an order at a time; who left no number is on the list", async () => {
  const from = await house.addSession({ day: "2026-12-01" });
  const to = await house.addSession({ day: "2026-12-02" });
  const pair = await buy(from, { contactName: "王芳", contactMobile: "13800138000" }, "1/1", "1/2");
  const silent = await buy(from, {}, "1/3");
  const wheel = await buy(from, { contactName: "李雷", contactMobile: "13900139000" }, "3/7", "3/5");
  await buy(to, {}, "3/7");
  await settle(backend, from, { toSessionId: to });
  await work(gateway);
  expect(told()).toEqual([
    [
      ...["13800138000", "王芳"],
      `【水秀剧场】青云水秀 2026-12-01 19:30 场取消，您的订单 ${pair.orderNo} 已改到 2026-12-02 19:30 一号厅，座位 池座 1排1座、池座 1排2座，原票继续有效。`,
    ],
  ]);
  const seen = (await backend.call(theatreSettleForm, { sessionId: from })).data;
  expect([seen.moved, seen.left, seen.told, seen.silent]).toEqual([3, 2, 1, 1]);
  // What is left is told once it is known what becomes of it.
  await settle(backend, from);
  await work(gateway);
  expect(told()).toEqual([
    [
      ...["13900139000", "李雷"],
      `【水秀剧场】青云水秀 2026-12-01 19:30 场取消，您的订单 ${wheel.orderNo} 已退款 ¥100.00，将原路退回。`,
    ],
  ]);
  const { records: rows } = await list(from);
  expect(rows.map(({ orderNo, contactName, state, toldAt }) => [orderNo, contactName, state, toldAt !== null])).toEqual(
    [
      [pair.orderNo, "王芳", "moved", true],
      [pair.orderNo, "王芳", "moved", true],
      [silent.orderNo, "", "moved", false],
      [wheel.orderNo, "李雷", "refunded", true],
      [wheel.orderNo, "李雷", "refunded", true],
    ],
  );
  const one = await backend.call(theatreMove.methods.list, { filters: { orderNo: silent.orderNo } });
  expect(one.data.records.map(({ toLabel }) => toLabel)).toEqual(["池座 1排3座"]);
});

test("a refund of all leaves a list too; without a gateway nobody is told", async () => {
  const from = await house.addSession({ day: "2026-12-03" });
  const { orderNo } = await buy(from, { contactName: "王芳", contactMobile: "13800138000" }, "1/1");
  await settle(backend, from);
  await work();
  expect(told()).toEqual([]);
  const seen = (await backend.call(theatreSettleForm, { sessionId: from })).data;
  expect([seen.refunded, seen.told, seen.silent, seen.rows.length]).toEqual([1, 0, 1, 1]);
  // Numbers are masked for whoever may not see them; of another tenant there is nothing.
  const { token } = await backend.createUser({ grants: ["sessionList"] });
  expect((await list(from, token)).records).toMatchObject([
    { orderNo, contactMobile: "138****8000", state: "refunded" },
  ]);
  expect((await list(from, await backend.createCorp("0091"))).records).toEqual([]);
  const { status } = await backend.call(
    theatreMove.methods.list,
    {},
    { as: (await backend.createUser({ grants: [] })).token },
  );
  expect(status).toBe(403);
});
