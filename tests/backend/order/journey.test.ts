import { expect, it } from "vitest";
import { orderDetail, quoteRefund, refundOrder } from "~/contract/order/order";
import { checkTicket } from "~/contract/ticket/check";
import { printTickets } from "~/contract/ticket/issued";
import { openTestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { createPark } from "~tests/support/park";

it("what the counter sells, the gate admits and the office refunds", async () => {
  const backend = await openTestBackend();
  const park = await createPark(backend);
  const { orderId, orderNo } = await park.sell();
  const printed = await backend.call(printTickets, { orderId });
  const [first] = printed.data.tickets;
  const base = { gateId: park.gateId };
  const one = await backend.call(checkTicket, { ...base, idempotencyKey: "e2e-key-1", code: first?.qrText ?? "" });
  expect(one.data, JSON.stringify(one)).toMatchObject({ admitted: true, passed: 1 });
  const again = await backend.call(checkTicket, { ...base, idempotencyKey: "e2e-key-2", code: first?.ticketNo ?? "" });
  expect(again.data.reason).toBe("alreadyUsed");
  const quoted = await backend.call(quoteRefund, { orderId });
  expect(quoted.data).toMatchObject({ amount: 8000, whyNot: "" });
  const refunded = await backend.call(refundOrder, { orderId, idempotencyKey: "e2e-key-3", reason: "改期" });
  expect(refunded.data).toMatchObject({ state: "done", amount: 8000 });
  const { data } = await backend.call(orderDetail, { orderNo, logPage: 1 });
  expect(data).toMatchObject({ state: "partlyRefunded", refunded: 8000, paid: 16_000 });
  expect(data.log.changes).toHaveLength(4);
  await checkInvariants(backend);
  await backend.close();
});
