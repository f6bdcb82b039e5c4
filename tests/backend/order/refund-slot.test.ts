/** Refund deadlines that count to the start of a ticket's slot, and fees of a fixed amount; each by its terms at sale. */
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { quoteRefund, refundOrder } from "~/contract/order/order";
import { ticketTypeToday } from "~/contract/ticket/thing-today";
import { ticketType } from "~/contract/ticket/ticket-type";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, fresh, friday, type TestPark, today } from "~tests/support/park";

let backend: TestBackend;
let park: TestPark;
let typeId: number;
const slots = [
  { startTime: "09:00", endTime: "12:00" },
  { startTime: "13:30", endTime: "17:00" },
];
const refundBands = [
  { hours: 24, feePercent: 0, feeEach: 0 },
  { hours: 2, feePercent: 0, feeEach: 500 },
  { hours: -0.5, feePercent: 12.5, feeEach: 500 },
];
beforeAll(async () => {
  backend = await openTestBackend();
  park = await createPark(backend);
  typeId = await park.addType({ refundFrom: "slot", slots, refundBands });
});
afterEach(async () => {
  backend.setNow(friday);
  await checkInvariants(backend);
});
afterAll(() => backend.close());

async function sold(slot: string, quantity = 1, of = typeId): Promise<number> {
  backend.setNow(new Date(`${today}T08:00:00+08:00`));
  const { orderId } = await park.sell({ visitDay: today, lines: [{ ticketTypeId: of, quantity, slot }] });
  return orderId;
}

/** What goes back, what is kept, why nothing does. */
async function quoted(id: number, time: string) {
  backend.setNow(new Date(`${today}T${time}:00+08:00`));
  const reply = await backend.call(quoteRefund, { orderId: id });
  expect(reply.status, reply.message).toBe(200);
  const { data } = reply;
  return [data.amount, data.fee, data.whyNot];
}

it.each([
  ["13:30-17:00", "11:30", [15_000, 1000, ""]],
  ["13:30-17:00", "11:31", [13_000, 3000, ""]],
  ["13:30-17:00", "14:00", [13_000, 3000, ""]],
  ["13:30-17:00", "14:01", [0, 0, "已过退票时间：13:30-17:00 时段开始 0.5 小时以后不可退票"]],
  ["09:00-12:00", "09:30", [13_000, 3000, ""]],
  ["09:00-12:00", "11:00", [0, 0, "已过退票时间：09:00-12:00 时段开始 0.5 小时以后不可退票"]],
])("a ticket of %s at %s: %o", async (slot, time, expected) => {
  expect(await quoted(await sold(slot, 2), time)).toEqual(expected);
});

it("what was kept is in the books; too late nothing is written", async () => {
  const id = await sold("13:30-17:00", 2);
  await quoted(id, "11:30");
  const done = await backend.call(refundOrder, {
    orderId: id,
    reason: "改日再来",
    idempotencyKey: fresh("refund-key"),
  });
  expect(done.data).toMatchObject({ state: "done", amount: 15_000 });
  const late = await sold("13:30-17:00");
  backend.setNow(new Date(`${today}T14:01:00+08:00`));
  const before = await digests(backend);
  const refused = await backend.call(refundOrder, {
    orderId: late,
    reason: "改日再来",
    idempotencyKey: fresh("refund-key"),
  });
  expect([refused.status, refused.message]).toEqual([409, expect.stringContaining("时段开始 0.5 小时以后不可退票")]);
  expect(changed(before, await digests(backend))).toEqual([]);
});

it("by the terms at sale: the type counts to midnight afterwards, the ticket to its slot; of terms without a word to midnight", async () => {
  const of = await park.addType({ refundFrom: "slot", slots, refundBands });
  const id = await sold("13:30-17:00", 1, of);
  await backend.sql("update ticket_type set refund_from = 'day' where id = $1", [of]);
  await backend.sql("update ticket_type_refund_band set fee_each = 900 where ticket_type_id = $1", [of]);
  expect(await quoted(id, "11:30")).toEqual([7500, 500, ""]);
  const other = await sold("13:30-17:00", 1, of);
  expect((await quoted(other, "11:30"))[2]).toBe("已过退票时间：入园日开始 0.5 小时以后不可退票");
  const [terms] = await backend.sql<{ said: boolean }>(
    "select terms ? 'refundFrom' as said from sub_order where order_id = $1",
    [other],
  );
  expect(terms?.said).toBe(false);
});

it("the fee is never more than was paid", async () => {
  const of = await park.addType({
    listPrice: 300,
    slots: [],
    refundBands: [{ hours: -24, feePercent: 0, feeEach: 500 }],
  });
  expect(await quoted(await sold("", 2, of), "12:00")).toEqual([0, 600, ""]);
});

it("its page says the rule by the clock or by the slot, the form keeps it, and a wrong one is refused", async () => {
  const says = async (id: number) => (await backend.call(ticketTypeToday, { id })).data.says.refund.slice(0, 4);
  expect(await says(typeId)).toEqual([
    "时段开始前 24 小时以上退票，不收手续费",
    "时段开始前 2 小时以上退票，每张收 5.00 元手续费",
    "时段开始后 0.5 小时内退票，收 12.5% 另加每张 5.00 元手续费",
    "过后不可退",
  ]);
  const hours = [72, 30, 6, 0.25, -9.5].map((of) => ({ hours: of, feePercent: 10 }));
  expect(await says(await park.addType({ refundBands: hours }))).toEqual([
    "游玩日前 3 天 00:00 前退票，收 10% 手续费",
    "游玩日前 2 天 18:00 前退票，收 10% 手续费",
    "游玩日前 1 天 18:00 前退票，收 10% 手续费",
    "游玩日前 1 天 23:45 前退票，收 10% 手续费",
  ]);
  const { record } = (await backend.call(ticketType.methods.get, { id: typeId })).data;
  expect(record).toMatchObject({ refundFrom: "slot", refundBands });
  await expect(park.addType({ refundFrom: "noon" })).rejects.toThrow("refundFrom");
  await expect(park.addType({ refundBands: [{ hours: 1, feePercent: 0, feeEach: -1 }] })).rejects.toThrow("feeEach");
});
