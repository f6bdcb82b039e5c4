/** A changed ticket that was cheaper by a rule and is settled by parts: what the old one had goes with the new one. */
import { afterEach, beforeEach, expect, it } from "vitest";
import type { PayloadOf } from "~/contract/method";
import { refundOrder } from "~/contract/order/order";
import { staffReduction, staffUse } from "~/contract/ticket/staff-reduction";
import { subTicket } from "~/contract/ticket/sub-ticket";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import {
  type ChangePark,
  changeOf,
  createChangePark,
  fresh,
  orderOf,
  sellToChange,
  tomorrow,
  toTomorrow,
} from "./changing";

let backend: TestBackend;
let park: ChangePark;

beforeEach(async () => {
  backend = await openTestBackend();
  park = await createChangePark(backend);
});
afterEach(async () => {
  await checkInvariants(backend);
  await backend.close();
});

async function settledByParts(ticketTypeId: number) {
  const part = { parkId: null, party: null, perMille: null, amount: null };
  await backend.saved(subTicket.methods.save, {
    name: fresh("分账"),
    ticketTypeId,
    splitBy: "perMille",
    parts: [
      { ...part, name: "门票", parkId: park.parkId, perMille: 667 },
      { ...part, name: "观光车", party: "青云客运", perMille: 333 },
    ],
  });
}

const shares = async () =>
  (
    await backend.sql<{ sum: number }>(
      "select coalesce(sum(amount), 0)::int as sum from sub_ticket_share group by part order by part",
    )
  ).map(({ sum }) => sum);
const ledger = async () =>
  (await backend.sql<{ sum: number }>("select coalesce(sum(amount), 0)::int as sum from payment"))[0]?.sum;
const used = async () => (await backend.call(staffUse.methods.list, {})).data.records.map((one) => one.used);

it("keeps the staff price and the shares, and gives both back when the new tickets are refunded", async () => {
  const employee = await backend.createUser({});
  await backend.saved(staffReduction.methods.save, {
    name: "员工票",
    ticketTypeId: park.typeId,
    forWhom: "employee",
    employeeId: employee.id,
    departmentId: null,
    roleId: null,
    perMonth: 3,
    price: 1000,
  } as PayloadOf<typeof staffReduction.methods.save>);
  await settledByParts(park.typeId);
  await park.priceOn(park.typeId, tomorrow, 12_001);

  const sold = await sellToChange(backend, park.typeId, { staff: employee.accName });
  expect([await used(), await ledger(), await shares()]).toEqual([[3], 3000, [2001, 999]]);

  const changed = await changeOf(backend, toTomorrow(sold));
  // 2 × 30.01 for what was 2 × 10.00, less 2 × 2.00 that are kept.
  expect(changed.data).toMatchObject({ due: 4402, back: 0 });
  expect([await used(), await ledger()]).toEqual([[3], 7402]);
  expect((await shares()).reduce((sum, one) => sum + one, 0)).toBe(7402);
  const { lines } = await orderOf(backend, sold.orderId);
  expect(lines.map(({ reductions }) => reductions.map(({ quantity, amount }) => [quantity, amount]))).toEqual([
    [[3, 27_000]],
    [[2, 18_000]],
  ]);

  const refunded = await backend.call(refundOrder, {
    orderId: sold.orderId,
    reason: "改变行程",
    idempotencyKey: fresh("refund"),
  });
  expect(refunded.status).toBe(200);
  // The fee of the change is kept, and shared.
  expect([await used(), await ledger()]).toEqual([[0], 400]);
  expect((await shares()).reduce((sum, one) => sum + one, 0)).toBe(400);
});
