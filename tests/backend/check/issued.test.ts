import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { decideRefund, refundOrder } from "~/contract/order/order";
import { checkTicket } from "~/contract/ticket/check";
import { issuedTicketList, printTickets, ticketDetail } from "~/contract/ticket/issued";
import { stamp } from "~server/backend/kernel/business-time";
import { createGrounds, type Grounds, orderFaults, type SaleWish, sell } from "~tests/backend/order/sold";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";

let backend: TestBackend;
let grounds: Grounds;
let running = 0;

const at = (time: string) => backend.setNow(new Date(`2026-11-20T${time}:00+08:00`));
const clock = (moment: string) => stamp(moment).slice(11, 16);
const key = () => {
  running += 1;
  return `issued-key-${running}`;
};

beforeAll(async () => {
  backend = await openTestBackend();
  at("10:00");
  grounds = await createGrounds(backend);
});
afterEach(async () => {
  expect(await orderFaults(backend)).toEqual([]);
  await checkInvariants(backend);
});
afterAll(() => backend.close());

async function sold(wish: SaleWish = {}) {
  const sale = await sell(backend, grounds, wish);
  await backend.sql("update orders set created_at = '2026-11-20T09:00:00+08:00' where id = $1", [sale.orderId]);
  const [ticket] = sale.tickets;
  if (!ticket) throw new Error("no ticket");
  return { ...sale, ticket };
}

describe("issued tickets", () => {
  it("are found by number, order, state, visit day and type", async () => {
    const sale = await sold({ lines: [{ quantity: 3 }], visitDay: "2027-03-01" });
    const [type] = await backend.sql<{ id: number }>("select ticket_type_id as id from ticket where id = $1", [
      sale.ticket.id,
    ]);
    const found = async (filters: Record<string, string>) =>
      (await backend.call(issuedTicketList, { filters })).data.count;
    expect(await found({ ticketNo: sale.ticket.ticketNo })).toBe(1);
    expect(await found({ orderNo: sale.orderNo })).toBe(3);
    expect(await found({ orderNo: sale.orderNo, state: "used" })).toBe(0);
    expect(await found({ visitDay: "2027-03-01~2027-03-01" })).toBe(3);
    expect(await found({ ticketTypeId: String(type?.id) })).toBe(3);
    expect((await backend.call(issuedTicketList, { filters: { holder: "x" } })).status).toBe(422);
  });

  it("one ticket's log tells its whole life in order, in the caller's language", async () => {
    const { orderId, orderNo, ticket } = await sold({
      lines: [{ quantity: 1, refundRule: "approval", entryFrom: "10:30" }],
    });
    await backend.call(printTickets, { orderId });
    at("10:20");
    await backend.call(checkTicket, { idempotencyKey: key(), gateId: grounds.gateId, code: ticket.qrText });
    at("10:21");
    const asked = await backend.call(refundOrder, { orderId, idempotencyKey: key(), reason: "改期" });
    const second = await backend.createUser({ grants: ["refundList", "refundList/refund:decide"] });
    at("10:22");
    const { refundId } = asked.data;
    await backend.call(decideRefund, { refundId, decision: "reject" }, { as: second.token });
    at("10:40");
    await backend.call(checkTicket, { idempotencyKey: key(), gateId: grounds.gateId, code: ticket.qrText });
    const { data } = await backend.call(ticketDetail, { ticketNo: ticket.ticketNo, logPage: 1 });
    const { refundNo } = asked.data;
    const clerk = "系统管理员";
    expect(data.log.changes.map(({ at: moment, event }) => [clock(moment), event?.title, event?.tone])).toEqual([
      ["10:40", `${clerk}在“东门一号”放行 1 人`, "good"],
      ["10:22", `员工${second.accName}驳回了退票单 ${refundNo}`, "calm"],
      ["10:21", `${clerk}申请退票，退票单 ${refundNo} 等待审批`, "calm"],
      ["10:20", `${clerk}在“东门一号”检票，未放行`, "bad"],
      ["10:00", `${clerk}打印此票，第 1 次`, "calm"],
      ["09:00", `张三售出此票，订单 ${orderNo}，100.00 元`, "good"],
    ]);
    expect(data.log).toMatchObject({
      more: false,
      changes: { 3: { event: { detail: expect.stringContaining("10:30") } } },
    });
    expect(data.passages.map(({ verdict, reason, gate }) => [verdict, reason, gate])).toEqual([
      ["refused", "tooEarly", "东门一号"],
      ["admitted", "ok", "东门一号"],
    ]);
    expect(data.ticket.qrText).toBe(ticket.qrText);
    const english = await backend.call(ticketDetail, { id: ticket.id, logPage: 1 }, { language: "en" });
    expect(english.data.log.changes[4]?.event?.title).toBe(`${clerk} printed this ticket (no. 1)`);
    at("10:00");
  });

  it("printing counts, leaves out what was refunded, and tells the printer", async () => {
    const { orderId, ticket } = await sold({ lines: [{ quantity: 2 }] });
    const first = await backend.call(printTickets, { orderId });
    expect(first.data).toMatchObject({
      printer: "receipt80",
      paid: 20_000,
      paymentType: "cash",
      soldAt: "2026-11-20 09:00:00",
      tickets: [{ prints: 1 }, { prints: 1 }],
    });
    expect(first.data.corpName).not.toBe("");
    await backend.call(refundOrder, { orderId, ticketIds: [ticket.id], idempotencyKey: key(), reason: "x" });
    const again = await backend.call(printTickets, { orderId });
    expect(again.data.tickets).toHaveLength(1);
    expect(again.data.tickets[0]?.prints).toBe(2);
    const clerk = await backend.createUser({ grants: ["buyTktLog"] });
    expect((await backend.call(printTickets, { orderId }, { as: clerk.token })).status).toBe(403);
    expect((await backend.call(printTickets, { orderId: 9_999_999 })).status).toBe(404);
  });

  it("holders are masked without the right; another corp's ticket is not there", async () => {
    const { ticket } = await sold({ lines: [{ quantity: 1, holderIdentity: "11010519491231002X" }] });
    const clerk = await backend.createUser({ grants: ["issuedList"] });
    const { data } = await backend.call(ticketDetail, { id: ticket.id }, { as: clerk.token });
    expect(data.ticket.holderIdentity).toBe("110105********002X");
    await backend.sql("insert into corp (corp_code, name) values ('0009', '别家') on conflict do nothing");
    const foreign = await sell(backend, await createGrounds(backend, "0009"));
    expect((await backend.call(ticketDetail, { id: foreign.tickets[0]?.id ?? 0 })).status).toBe(404);
    expect((await backend.call(ticketDetail, {})).status).toBe(422);
  });
});
