/** One ticket sold and taken back, as the counter and the orders do it: a true order, known by its remark. */
import { m } from "~/contract/messages";
import type { AnswerOf } from "~/contract/method";
import { cash, fromAccounts } from "~/contract/order/cash";
import { refundOrder } from "~/contract/order/order";
import { startUpTakeBack, startUpTestSale } from "~/contract/startup/start-up";
import { getCounter, type Offer, sellTickets } from "~/contract/ticket/sale";
import { act } from "../../kernel/act";
import { NotFound, Refusal } from "../../kernel/refusal";
import { type Served, serve } from "../../kernel/served";
import { refunds } from "../order/refund";
import type { Sellable } from "../order/sellable";
import { saleStanding } from "../order/start-up";
import { served as ticketServed } from "../ticket/index";
import { testSaleOf } from "./standing";
import { keepTestOrder, lockState } from "./state";

/** The cheapest that asks for nothing more: neither a name nor a proof. */
function simplest(offers: readonly Offer[]): Offer {
  const simple = offers.filter(
    ({ whyNot, realName, concession, visitorsEach }) =>
      whyNot === "" && realName === "none" && concession === null && visitorsEach <= 1,
  );
  const [first] = simple.toSorted((one, other) => one.price * one.minPerOrder - other.price * other.minPerOrder);
  if (first) return first;
  throw new Refusal(offers.find(({ whyNot }) => whyNot !== "")?.whyNot || m.startup_nothing_to_sell());
}

/** What is in the drawer at once; a company is never asked for money in a test. */
function payBy({ paymentTypes, connectedTypes }: AnswerOf<typeof getCounter>): string {
  const plain = paymentTypes
    .map(({ value }) => value)
    .filter((value) => !connectedTypes.includes(value) && !fromAccounts.includes(value));
  const [first] = plain.includes(cash) ? [cash] : plain;
  if (first === undefined) throw new Refusal(m.startup_no_payment());
  return first;
}

const sell = serve(startUpTestSale, async (call, { idempotencyKey }) => {
  const { testOrderId } = await lockState(call);
  const before = testOrderId === null ? undefined : await saleStanding(call, testOrderId);
  if (before && testSaleOf(before)?.state !== "takenBack") {
    return { orderId: before.orderId, orderNo: before.orderNo, made: false };
  }
  const counter = await act(call, ticketServed, getCounter, {});
  const offer = simplest(counter.offers);
  const slot = offer.slots.find(({ left }) => left === null || left >= offer.minPerOrder)?.slot ?? "";
  const { orderId, orderNo } = await act(call, ticketServed, sellTickets, {
    idempotencyKey,
    visitDay: counter.today,
    lines: [{ ticketTypeId: offer.ticketTypeId, slot, quantity: offer.minPerOrder }],
    paymentType: payBy(counter),
    ...(counter.posId !== null && { posId: counter.posId }),
    remark: m.startup_test_remark(),
  });
  await keepTestOrder(call, orderId);
  return { orderId, orderNo, made: true };
});

const takeBack = (sellables: readonly Sellable[]): Served => {
  const refundServed = refunds(sellables);
  return serve(startUpTakeBack, async (call, { idempotencyKey, orderId }) => {
    const { testOrderId } = await lockState(call);
    const sale = testOrderId === orderId ? await saleStanding(call, orderId) : undefined;
    const now = testSaleOf(sale);
    if (!sale || !now) throw new NotFound();
    if (now.state !== "sold") {
      return { state: now.state === "waiting" ? "waiting" : "done", amount: sale.refunded };
    }
    const reason = m.startup_test_reason();
    const { state, amount } = await act(call, refundServed, refundOrder, { orderId, idempotencyKey, reason });
    return { state, amount };
  });
};

export const testSaleServed = (sellables: readonly Sellable[]): Served[] => [sell, takeBack(sellables)];
