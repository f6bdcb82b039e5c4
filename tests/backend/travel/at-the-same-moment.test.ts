/** What two people do to an agency's papers at the same moment, each with its protection and without it. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { decideRefund, refundOrder } from "~/contract/order/order";
import { sellTickets } from "~/contract/ticket/sale";
import { agency } from "~/contract/travel/agency";
import { agreedQuantity } from "~/contract/travel/agreed-quantity";
import { agencyReview } from "~/contract/travel/review";
import { agencyStatement } from "~/contract/travel/statement";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, fresh, friday, type TestPark, today } from "~tests/support/park";
import { race, raceIsReal, whileItWrites, withoutLock } from "~tests/support/race";
import { agencyInUse } from "./sales-support";
import { addAgency } from "./support";

let backend: TestBackend;
let park: TestPark;
beforeAll(async () => {
  backend = await openTestBackend();
  park = await createPark(backend);
});
beforeEach(() => backend.setNow(friday));
// A control leaves what must not be, so the invariants are asked before the first of those that do.
afterAll(() => backend.close());

const atOnce = test.runIf(raceIsReal);
const statuses = (replies: readonly { status: number }[]) => replies.map(({ status }) => status).sort();
const onCredit = () => agencyInUse(backend, { settlement: "credit", creditLimit: 1_000_000 });
/** One adult is 80 yuan. */
async function sale(id: number, quantity = 1): Promise<number> {
  const [one] = await backend.sql<{ code: string }>("select code from travel_agency where id = $1", [id]);
  const sold = await backend.call(sellTickets, {
    ...{ visitDay: today, posId: park.posId, lines: [{ ticketTypeId: park.adultId, quantity }] },
    ...{ agency: one?.code ?? "", paymentType: "onAccount", idempotencyKey: fresh("sale-key") },
  } as never);
  expect(sold.message).toBe("");
  return Number(sold.data.orderId);
}
const press = (name: keyof typeof agencyStatement.commands, id: number, fields: object = {}) =>
  backend.call(agencyStatement.commands[name].method, { id, ...fields } as never);
async function confirmed(agencyId: number): Promise<number> {
  const id = await backend.saved(agencyStatement.methods.save, {
    ...{ code: fresh("JS"), agencyId, fromDay: today, toDay: today, remark: null },
  });
  await backend.sql("update agency_statement set stamped = '2026/stamped.pdf' where id = $1", [id]);
  for (const name of ["send", "confirm"] as const) expect((await press(name, id)).message).toBe("");
  return id;
}
async function closed(agencyId: number): Promise<number> {
  const id = await confirmed(agencyId);
  expect((await press("close", id)).message).toBe("");
  return id;
}
const refundingOf = async (orderId: number) =>
  (await backend.sql<{ n: number }>("select refunding::int as n from orders where id = $1", [orderId]))[0]?.n;

atOnce(
  "a refund asked for while its statement is closed: the close waits and is refused; without the orders' lock it closes over it",
  async () => {
    const meanwhile = async () => {
      const agencyId = await onCredit();
      const orderId = await sale(agencyId, 10);
      const id = await confirmed(agencyId);
      const asking = { orderId, reason: "行程取消", idempotencyKey: fresh("refund-key") };
      const [asked, shut] = await whileItWrites(
        backend,
        "refund",
        () => backend.call(refundOrder, asking),
        () => press("close", id),
      );
      expect([asked.message, asked.data.state, await refundingOf(orderId)]).toEqual(["", "waiting", 80_000]);
      return { id, refundId: asked.data.refundId, shut };
    };
    const first = await meanwhile();
    expect([first.shut.status, first.shut.message]).toEqual([409, expect.stringContaining("有退款待审批，不能关账")]);
    const other = await backend.createUser({ grants: ["refundList", "refundList/refund:decide"] });
    const decided = await backend.call(decideRefund, { refundId: first.refundId, decision: "approve" } as never, {
      as: other.token,
    });
    expect(decided.message).toBe("");
    expect((await press("close", first.id)).message).toBe("");
    await checkInvariants(backend);
    const open = { mark: "from orders o", lock: "for share of o", people: 1 };
    const second = await withoutLock(open, meanwhile);
    expect(second.shut.status).toBe(200);
  },
);

atOnce(
  "an application approved twice at once is approved once; without the row's lock and the agency's state both approve",
  async () => {
    const twice = async () => {
      const agencyId = (await addAgency(backend)).data.id;
      const [row] = await backend.sql<{ id: number }>("select id::int from travel_review where agency_id = $1", [
        agencyId,
      ]);
      const replies = await race(backend, 2, () =>
        backend.call(agencyReview.commands.approve.method, { id: row?.id ?? 0 } as never),
      );
      const [told] = await backend.sql<{ n: number }>(
        "select count(*)::int as n from audit_log where thing = 'agency' and thing_id = $1 and after ->> 'status' = 'approved'",
        [agencyId],
      );
      return [statuses(replies), told?.n];
    };
    expect(await twice()).toEqual([[200, 409], 1]);
    const row = { mark: 'from "travel_review"', lock: " for update", people: 2 };
    // The agency's state stops the second as well.
    expect(await withoutLock(row, twice)).toEqual([[200, 409], 1]);
    const state = {
      ...{ mark: 'update "travel_agency"', lock: '"travel_agency"."status" = $3', people: 1 },
      instead: "$3::text is not null",
    };
    expect(await withoutLock(state, () => withoutLock(row, twice))).toEqual([[200, 200], 2]);
  },
);

atOnce(
  "a rebate booked twice at once is credited once; without the row's lock and the receipt's number it pays statements twice",
  async () => {
    const twice = async () => {
      const agencyId = await onCredit();
      const id = await backend.saved(agreedQuantity.methods.save, {
        ...{ code: fresh("XL"), agencyId, fromDay: today, toDay: today, reason: "合同第七条", remark: null },
        ...{ counts: "sold", tiers: [{ atLeast: 1, rebate: 500 }] },
      });
      const orderId = await sale(agencyId, 2);
      await backend.sql("update ticket set used = 1 where order_id = $1", [orderId]);
      backend.setNow(new Date(friday.getTime() + 86_400_000));
      const replies = await race(backend, 2, () => backend.call(agreedQuantity.commands.book.method, { id } as never));
      backend.setNow(friday);
      const [account] = await backend.sql<{ used: number }>(
        "select used::int from agency_account where agency_id = $1",
        [agencyId],
      );
      const [receipts] = await backend.sql<{ sum: number }>(
        "select sum(amount)::int as sum from agency_receipt where agency_id = $1",
        [agencyId],
      );
      return [statuses(replies), account?.used, receipts?.sum];
    };
    expect(await twice()).toEqual([[200, 409], 15_000, 1_000]);
    const row = { mark: 'from "agreed_quantity"', lock: " for update", people: 2 };
    // The ledger knows the movement by its source even then.
    await backend.sql("drop index agency_receipt_ref");
    expect(await withoutLock(row, twice)).toEqual([[200, 200], 15_000, 2_000]);
  },
);

atOnce(
  "one payment for two statements at once pays one; without the locks, the condition and the check it pays both",
  async () => {
    const twice = async () => {
      const agencyId = await onCredit();
      await sale(agencyId);
      const first = await closed(agencyId);
      await sale(agencyId);
      const second = await closed(agencyId);
      const paid = { id: agencyId, amount: 8_000, bankRef: fresh("BR"), remark: null };
      expect((await backend.call(agency.commands.topUp.method, paid as never)).message).toBe("");
      const replies = await race(backend, 2, (n) => press("allocate", n ? second : first, { amount: 8_000 }));
      const [receipt] = await backend.sql<{ n: number }>(
        "select allocated::int as n from agency_receipt where agency_id = $1",
        [agencyId],
      );
      return [statuses(replies), receipt?.n];
    };
    expect(await twice()).toEqual([[200, 409], 8_000]);
    const own = { mark: "select id from travel_agency", lock: " for no key update", people: 1 };
    const receipts = { mark: "from agency_receipt", lock: "for update", people: 2 };
    // The statement that takes from the receipt decides, where nobody waited.
    expect(await withoutLock(own, () => withoutLock(receipts, twice))).toEqual([[200, 409], 8_000]);
    await backend.sql("alter table agency_receipt drop constraint agency_receipt_check");
    const condition = {
      ...{ mark: "update agency_receipt set allocated", lock: "<= agency_receipt.amount", people: 1 },
      instead: "is not null",
    };
    const all = () => withoutLock(condition, () => withoutLock(own, () => withoutLock(receipts, twice)));
    expect(await all()).toEqual([[200, 200], 16_000]);
  },
);
