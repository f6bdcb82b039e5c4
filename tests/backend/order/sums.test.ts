/** What adds up to more than one payment may be is told all the same: a month's cash-up, a shift's report. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { cashUp } from "~/contract/order/cash-up";
import { closeShift, openShift, shiftReport } from "~/contract/order/shift";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, fresh, type TestPark, today } from "~tests/support/park";

let backend: TestBackend;
let park: TestPark;
beforeAll(async () => {
  backend = await openTestBackend();
  park = await createPark(backend);
});
afterAll(async () => {
  await checkInvariants(backend);
  await backend.close();
});

it("a seller's takings above ten million yuan stand on the cash-up and on the report of the shift", async () => {
  const price = 999_999_900;
  const ticketTypeId = await park.addType({ name: "包场", listPrice: price });
  const { data: shift } = await backend.call(openShift, {
    ...{ idempotencyKey: fresh("shift"), posId: park.posId, opening: 0 },
  });
  for (let n = 0; n < 2; n += 1)
    await park.sell({ lines: [{ ticketTypeId, quantity: 1 }], paymentType: "wechat", posId: park.posId });
  const sums = { paymentType: "wechat", taken: 2 * price, givenBack: 0 };
  expect((await backend.call(cashUp, { from: today, to: today })).data.rows).toMatchObject([sums]);
  await backend.call(closeShift, { shiftId: shift.id, idempotencyKey: fresh("close"), pieces: [], left: 0 });
  const { data } = await backend.call(shiftReport, { id: shift.id });
  expect(data.closed?.rows).toContainEqual(expect.objectContaining(sums));
});
