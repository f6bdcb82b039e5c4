/** Refunds of orders that are invoiced: they wait for the red letter and go on by themselves. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { dropHeldRefund, payHeldRefund } from "~/contract/order/order";
import { approvalDecide } from "~/contract/platform/approval";
import { makeInvoice } from "~server/backend/business/invoice/request";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { inTenant } from "~tests/support/in-tenant";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, friday, type TestPark } from "~tests/support/park";
import { meeting, race, raceIsReal } from "~tests/support/race";
import { invoicesOf, person, settings } from "./support";

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

  test.runIf(raceIsReal)(
    "control: an invoice that does not hold its order is made out for money that went back",
    async () => {
      const orderId = await sold();
      const asked = { ...person, taxNumber: "", address: "", bank: "", mail: "", remark: "", source: "staff", by: "" };
      const [read, paidBack] = [meeting(2), meeting(2)];
      const [made, back] = await race<{ gross?: number; id?: number; data?: { state: string } }>(
        backend,
        2,
        async (person) => {
          if (person === 0)
            return inTenant(backend, (call) =>
              makeInvoice(call, { ...asked, orderIds: [orderId] } as never, {
                lock: async () => {},
                // What may be invoiced was read; it is written once the refund is through.
                serialOf: async () => {
                  await read();
                  await paidBack();
                  return "XY20261120000001";
                },
              }),
            );
          await read();
          const reply = await invoices.refund(orderId);
          await paidBack();
          return reply;
        },
      );
      expect([back?.data?.state, made?.gross]).toEqual(["done", 16_000]);
      await expect(checkInvariants(backend)).rejects.toThrow(/invoiced/);
      await backend.sql("alter table invoice disable trigger user; alter table invoice_line disable trigger user");
      for (const table of ["invoice_line", "invoice_way"])
        await backend.sql(`delete from ${table} where invoice_id = $1`, [made?.id]);
      await backend.sql("delete from invoice where id = $1", [made?.id]);
      await backend.sql("alter table invoice enable trigger user; alter table invoice_line enable trigger user");
    },
  );

  describe("whose buyer does not confirm the red letter", () => {
    const moneyOf = async (orderId: number) =>
      (
        await backend.sql("select refunded::int as refunded, refunding::int as refunding from orders where id = $1", [
          orderId,
        ])
      )[0];
    const owedOf = (orderId: number) =>
      backend.sql("select amount::int as amount from invoice_owed where order_id = $1", [orderId]);
    const ask = (refundId: number, as = backend.admin) =>
      backend.call(payHeldRefund, { refundId, reason: "对方拒绝确认" }, { as });
    const requestOf = async (refundId: number) => {
      const [row] = await backend.sql<{ id: number }>(
        "select id::float8 as id from approval where kind = 'refund.payFirst' and thing_id = $1 and state = 'waiting'",
        [refundId],
      );
      return row?.id ?? 0;
    };
    const decide = (id: number, as: string, decision: "approve" | "reject" = "approve") =>
      backend.call(approvalDecide, { id, decision, remark: "见函" }, { as });
    const decider = async () =>
      (await backend.createUser({ grants: ["refundList", "refundList/refund:decide", "message"] })).token;
    /** Held, with an invoice that the buyer has booked and a red letter that waits for the buyer. */
    async function waiting() {
      const orderId = await sold();
      const made = await invoices.issued([orderId]);
      await invoices.press("noteUse", made.id, { use: "booked" });
      const { refundId } = (await invoices.refund(orderId)).data;
      return { orderId, refundId, invoiceId: made.id, serial: made.serial };
    }

    test("is paid by a second person once it was refused, listed until it is reversed, and paid once", async () => {
      const { orderId, refundId, invoiceId, serial } = await waiting();
      const before = await digests(backend);
      const early = await ask(refundId);
      expect([early.status, early.message]).toEqual([409, expect.stringContaining(`先对发票 ${serial} 申请冲红`)]);
      expect(changed(before, await digests(backend))).toEqual([]);
      const red = await invoices.red(invoiceId);
      expect((await ask(refundId)).message).toContain("还在办理中");
      await invoices.pressRed("refuse", red.data.id, { note: "已抵扣" });
      expect((await ask(refundId)).data).toMatchObject({ refundId, amount: 16_000 });
      expect((await ask(refundId)).status).toBe(409);
      expect(await moneyOf(orderId)).toEqual({ refunded: 0, refunding: 16_000 });
      const id = await requestOf(refundId);
      expect((await decide(id, backend.admin)).status).toBe(409);
      const [one, two] = [await decider(), await decider()];
      const both = await race(backend, 2, (n) => decide(id, n === 0 ? one : two));
      expect(both.filter(({ success }) => success)).toHaveLength(1);
      expect(await moneyOf(orderId)).toEqual({ refunded: 16_000, refunding: 0 });
      expect(await owedOf(orderId)).toEqual([{ amount: 16_000 }]);
      await checkInvariants(backend);
      const later = await invoices.red(invoiceId);
      await invoices.pressRed("confirm", later.data.id);
      expect((await invoices.issueRed(later.data.id)).message).toBe("");
      expect(await owedOf(orderId)).toEqual([]);
      expect(await moneyOf(orderId)).toEqual({ refunded: 16_000, refunding: 0 });
    });

    test("stays on hold where that one says no, and where the buyer confirms after all it goes on by itself", async () => {
      const { orderId, refundId, invoiceId } = await waiting();
      const red = await invoices.red(invoiceId);
      await invoices.pressRed("refuse", red.data.id, { note: "x" });
      await ask(refundId);
      expect((await decide(await requestOf(refundId), await decider(), "reject")).message).toBe("");
      expect(await moneyOf(orderId)).toEqual({ refunded: 0, refunding: 16_000 });
      await ask(refundId);
      const again = await invoices.red(invoiceId);
      const id = await requestOf(refundId);
      expect((await decide(id, await decider())).message).toContain("还在办理中");
      await invoices.pressRed("confirm", again.data.id);
      await invoices.issueRed(again.data.id);
      expect(await moneyOf(orderId)).toEqual({ refunded: 16_000, refunding: 0 });
      expect((await decide(id, await decider())).status).toBe(409);
      expect(await moneyOf(orderId)).toEqual({ refunded: 16_000, refunding: 0 });
    });

    test("is asked for by nobody without the right, nor of another tenant's refund", async () => {
      const { refundId, invoiceId } = await waiting();
      const red = await invoices.red(invoiceId);
      await invoices.pressRed("refuse", red.data.id, { note: "x" });
      const reader = await backend.createUser({ grants: ["refundList"] });
      expect((await ask(refundId, reader.token)).status).toBe(403);
      await backend.createCorp("0944");
      const other = await backend.createUser({ corpCode: "0944", grants: ["refundList", "refundList/refund:decide"] });
      expect((await ask(refundId, other.token)).status).toBe(404);
    });
  });
});
