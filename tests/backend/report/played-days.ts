/** Two days of a park as its staff make them: sales of all kinds, refunds whole and in part, changes both ways, a correction. */

import { quoteRefund, refundOrder } from "~/contract/order/order";
import { correctPayType, payTypeQuote } from "~/contract/order/pay-type";
import { sellTickets } from "~/contract/ticket/sale";
import type { TestBackend } from "~tests/support/backend";
import { saleOf } from "~tests/support/park";
import { changeOf, createChangePark, fresh, goodTickets, tomorrow, toTomorrow } from "../ticket/changing";

export interface Played {
  parkId: number;
  posId: number;
  typeId: number;
  orders: Record<"split" | "discounted" | "refunded" | "dearer" | "cheaper" | "nextDay" | "midnight", number>;
}

export const dayOne = "2026-11-20";
export const dayTwo = "2026-11-21";

export async function playDays(backend: TestBackend, salt = 0): Promise<Played> {
  const park = await createChangePark(backend);
  const { typeId, adultId, childId } = park;
  await park.priceOn(typeId, tomorrow, 12_345);
  const at = (time: string) => backend.setNow(new Date(`2026-11-${time}+08:00`));
  const sell = async (fields: Parameters<typeof saleOf>[1], id = adultId) => {
    const reply = await backend.call(sellTickets, saleOf(id, fields));
    if (!reply.success) throw new Error(`${reply.message} ${JSON.stringify(reply.errors)}`);
    return reply.data.orderId;
  };
  const lines = (...pairs: [id: number, quantity: number][]) =>
    pairs.map(([ticketTypeId, quantity]) => ({ ticketTypeId, quantity }));
  const refund = async (orderId: number, count: number) => {
    const ticketIds = (await goodTickets(backend, orderId)).slice(0, count);
    const quoted = await backend.call(quoteRefund, { orderId, ticketIds });
    const reply = await backend.call(refundOrder, {
      ...{ orderId, ticketIds, reason: "行程取消", idempotencyKey: fresh("refund") },
    });
    if (!reply.success || reply.data.state !== "done") throw new Error(`${reply.message} ${quoted.message}`);
  };
  const change = async (orderId: number, fields: object) => {
    const sold = { orderId, orderNo: "", ticketIds: await goodTickets(backend, orderId) };
    const reply = await changeOf(backend, toTomorrow(sold, fields));
    if (!reply.success) throw new Error(`${reply.message} ${JSON.stringify(reply.errors)}`);
  };

  at("20T09:00:00");
  const split = await sell({
    ...{ lines: lines([adultId, 3 + salt], [childId, 2]), posId: park.posId, visitDay: tomorrow },
    paymentType: undefined as never,
    payments: [
      { paymentType: "wechat", amount: 10_000 },
      { paymentType: "cash", amount: 50_000 + salt * 8_000 },
    ],
  });
  at("20T09:30:00");
  const discounted = await sell({
    lines: lines([adultId, 3], [childId, 1]),
    discount: 1_001,
    discountReason: "regular",
    paymentType: "alipay",
  });
  at("20T11:15:00");
  const refunded = await sell({ lines: lines([adultId, 4]), visitDay: tomorrow, paymentType: "wechat" });
  const dearer = await sell({ lines: lines([typeId, 3]), paymentType: "cash" }, typeId);
  const cheaper = await sell({ lines: lines([typeId, 2]), visitDay: tomorrow, paymentType: "wechat" }, typeId);
  await refund(refunded, 1);
  await change(dearer, { paymentType: "wechat" });
  at("20T23:59:59");
  const midnight = await sell({ lines: lines([childId, 1]) }, childId);
  at("21T00:00:00");
  await refund(refunded, 3);
  await change(cheaper, { toDay: "2026-11-22" });
  await refund(split, 2);
  const nextDay = await sell({ lines: lines([childId, 5]), visitDay: tomorrow, paymentType: "alipay" }, childId);
  await correct(backend, nextDay);
  at("21T18:00:00");
  return {
    ...{ parkId: park.parkId, posId: park.posId, typeId },
    orders: { split, discounted, refunded, dearer, cheaper, nextDay, midnight },
  };
}

/** It was keyed as by Alipay, and was by WeChat. */
async function correct(backend: TestBackend, orderId: number): Promise<void> {
  const [payment] = await backend.sql<{ id: number }>("select id from payment where order_id = $1 order by id", [
    orderId,
  ]);
  const paymentId = Number(payment?.id);
  const quoted = await backend.call(payTypeQuote, { paymentId });
  const reply = await backend.call(correctPayType, {
    ...{ paymentId, toType: "wechat", reason: "按错键", idempotencyKey: fresh("correct") },
    version: quoted.data.version,
  });
  if (!reply.success) throw new Error(`${reply.message} ${JSON.stringify(reply.errors)}`);
}
