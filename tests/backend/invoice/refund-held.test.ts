/** Refunds of orders that are invoiced: they wait for the red letter and go on by themselves. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { dropHeldRefund } from "~/contract/order/order";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, friday, type TestPark } from "~tests/support/park";
import { race } from "~tests/support/race";
import { invoicesOf, settings } from "./support";

let backend: TestBackend;
let park: TestPark;
let invoices: ReturnType<typeof invoicesOf>;
beforeAll(async () => {
  backend = await openTestBackend();
  park = await createPark(backend);
  invoices = invoicesOf(backend);
  await settings(backend);
});
beforeEach(() => backend.setNow(friday));
afterEach(() => checkInvariants(backend));
afterAll(() => backend.close());

/** Two adults at 80 yuan. */
const sold = async () => (await park.sell()).orderId;
const ticketsOf = async (orderId: number) =>
  (
    await backend.sql<{ id: number }>(
      "select t.id::float8 as id from ticket t join sub_order l on l.corp_code = t.corp_code and l.id = t.line_id where l.order_id = $1 order by t.id",
      [orderId],
    )
  ).map(({ id }) => id);

describe("a refund of what is invoiced", () => {
  test("waits with a sentence that names the invoice, and goes on by itself when the red letter is issued", async () => {
    const orderId = await sold();
    const made = await invoices.issued([orderId]);
    const back = await invoices.refund(orderId);
    expect(back.data).toMatchObject({ state: "held", amount: 16_000 });
    expect(back.data.heldFor).toContain(made.serial);
    const money = async () =>
      (
        await backend.sql(
          "select refunded::int as refunded, refunding::int as refunding, state from orders where id = $1",
          [orderId],
        )
      )[0];
    expect(await money()).toMatchObject({ refunded: 0, refunding: 16_000 });
    await checkInvariants(backend);
    const red = await invoices.red(made.id);
    expect((await invoices.issueRed(red.data.id)).message).toBe("");
    expect(await money()).toEqual({ refunded: 16_000, refunding: 0, state: "refunded" });
    expect((await invoices.left(orderId)).left).toBe(0);
  });

  test("of a request that is not issued goes on when that is withdrawn; one given up frees its tickets", async () => {
    const orderId = await sold();
    const made = await invoices.requested([orderId]);
    const back = await invoices.refund(orderId);
    expect(back.data.heldFor).toContain("撤回该申请");
    expect((await backend.call(dropHeldRefund, { refundId: back.data.refundId, reason: "不退了" })).message).toBe("");
    expect((await backend.call(dropHeldRefund, { refundId: back.data.refundId, reason: "不退了" })).status).toBe(409);
    const again = await invoices.refund(orderId);
    expect(again.data.state).toBe("held");
    const cancelled = await invoices.press("cancel", made.id, { reason: "退票" });
    expect(cancelled.message).toBe("");
    expect(await backend.sql("select state from refund where order_id = $1 order by id", [orderId])).toEqual([
      { state: "withdrawn" },
      { state: "done" },
    ]);
  });

  test("within what is not invoiced does not wait; a partial one goes on once enough is reversed", async () => {
    const orderId = await sold();
    const [one = 0] = await ticketsOf(orderId);
    const made = await invoices.issued([orderId]);
    const first = await invoices.refund(orderId, { ticketIds: [one] });
    expect(first.data.state).toBe("held");
    const red = await invoices.red(made.id);
    await invoices.issueRed(red.data.id);
    expect(await backend.sql("select state from refund where order_id = $1", [orderId])).toEqual([{ state: "done" }]);
    expect((await invoices.left(orderId)).left).toBe(8_000);
    const rest = await invoices.refund(orderId);
    expect(rest.data.state).toBe("done");
  });

  test("and an invoice at the same moment: either the refund waits, or the invoice has less", async () => {
    const orderId = await sold();
    const [asked, back] = await race<{ success: boolean; data: unknown }>(backend, 2, (n) =>
      n === 0 ? invoices.request([orderId]) : invoices.refund(orderId),
    );
    const state = (back?.data as { state?: string })?.state;
    expect(asked?.success ? state : "done").toBe(asked?.success ? "held" : "done");
  });
});
