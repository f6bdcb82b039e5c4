/** The time line of an order: one sentence a moment, from the ledger, refunds, prints, passages and the audit trail. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { orderDetail, refundOrder } from "~/contract/order/order";
import { checkTicket, reversePassage } from "~/contract/ticket/check";
import { printTickets, ticketDetail } from "~/contract/ticket/issued";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { createPark, fresh, type TestPark } from "~tests/support/park";

let backend: TestBackend;
let park: TestPark;
beforeAll(async () => {
  backend = await openTestBackend();
  park = await createPark(backend);
});
afterAll(() => backend.close());

const at = (time: string) => backend.setNow(new Date(`2026-11-20T${time}:00+08:00`));
const key = () => fresh("line-key");

async function lineOf(
  id: number,
  { logPage = 1, ...options }: { logPage?: number; language?: string; as?: string } = {},
) {
  const { data } = await backend.call(orderDetail, { id, logPage }, options);
  return data.log;
}
const titles = async (id: number, logPage = 1) =>
  (await lineOf(id, { logPage })).changes.map(({ event, kind }) => event?.title ?? kind);

async function sold() {
  at("09:00");
  const sale = await park.sell();
  const [ticket] = (await backend.call(orderDetail, { id: sale.orderId })).data.tickets;
  if (!ticket) throw new Error("no ticket");
  const enter = async () => {
    const payload = { gateId: park.gateId, idempotencyKey: key(), code: ticket.ticketNo };
    return (await backend.call(checkTicket, payload)).data.passageIds[0] ?? 0;
  };
  const back = (passageId: number) => backend.call(reversePassage, { passageId, reason: "误检" });
  return { ...sale, ticket, enter, back };
}

test("4 says who did what, newest first, with how it was paid, and nothing twice", async () => {
  const { orderId, ticket, enter, back } = await sold();
  at("09:01");
  await backend.call(printTickets, { orderId });
  at("09:02");
  const passageId = await enter();
  at("09:03");
  await back(passageId);
  at("09:04");
  const { refundNo } = (await backend.call(refundOrder, { orderId, idempotencyKey: key(), reason: "改期" })).data;
  const { changes, more } = await lineOf(orderId);
  expect(more).toBe(false);
  expect(changes.map(({ event }) => [event?.title, event?.detail, event?.tone])).toEqual([
    [`系统管理员退票 2 张，退款 160.00 元，手续费 0.00 元，退票单 ${refundNo}`, "现金 ¥160.00 · 改期", "bad"],
    [`系统管理员撤销 ${ticket.ticketNo} 在“东门 1 号”的通行`, "误检", "bad"],
    [`系统管理员在“东门 1 号”放行 ${ticket.ticketNo}，1 人`, "", "good"],
    ["系统管理员打印 2 张票", "", "calm"],
    ["系统管理员售出 2 张，应收 160.00 元", "现金 ¥160.00", "good"],
  ]);
  const english = await lineOf(orderId, { language: "en" });
  expect(english.changes.at(-1)?.event).toMatchObject({ title: "系统管理员 sold 2 tickets for ¥160.00" });
});

test("4 an entry of the audit trail that no source tells stands on the time line as well", async () => {
  const { orderId } = await sold();
  await backend.sql(
    `insert into audit_log (corp_code, at, account_id, account_name, method, thing, thing_id, label, after, request_id)
     values ('0001', now(), 1, '李四', 'orderRemark', 'order', $1, '', '{"remark": "靠窗"}', 'one')`,
    [orderId],
  );
  expect(await titles(orderId)).toEqual(["command", "系统管理员售出 2 张，应收 160.00 元"]);
});

test("4 by pages of ten: every moment once, the sale on the last; without a page asked for there is no log", async () => {
  const { orderId, ticket, enter, back } = await sold();
  for (let n = 0; n < 6; n += 1) {
    at(`10:${10 + 2 * n}`);
    const passageId = await enter();
    at(`10:${11 + 2 * n}`);
    await back(passageId);
  }
  const pages = [await lineOf(orderId), await lineOf(orderId, { logPage: 2 }), await lineOf(orderId, { logPage: 3 })];
  expect(pages.map(({ changes, more }) => [changes.length, more])).toEqual([
    [10, true],
    [3, false],
    [0, false],
  ]);
  const moments = pages.flatMap(({ changes }) => changes.map((one) => one.at));
  expect(moments).toEqual(moments.toSorted().toReversed());
  expect((await titles(orderId, 2)).at(-1)).toBe("系统管理员售出 2 张，应收 160.00 元");
  const { data } = await backend.call(ticketDetail, { id: ticket.id, logPage: 2 });
  expect(data.log.changes).toHaveLength(3);
  expect((await backend.call(orderDetail, { id: orderId })).data.log).toEqual({ changes: [], more: false });
  expect((await backend.call(orderDetail, { id: orderId, logPage: 0 })).status).toBe(422);
});

test("another corp's record of the same id tells nothing of its own here", async () => {
  const { orderId } = await sold();
  const before = await lineOf(orderId);
  const stranger = await backend.createCorp("0009");
  await backend.sql(
    `insert into audit_log (corp_code, at, account_id, account_name, method, thing, thing_id, label, after, request_id)
     values ('0009', now(), 1, '别家', 'orderRemark', 'order', $1, '', '{"remark": "x"}', 'two')`,
    [orderId],
  );
  expect(await lineOf(orderId)).toEqual(before);
  expect((await backend.call(orderDetail, { id: orderId, logPage: 1 }, { as: stranger })).status).toBe(404);
});
