/** A ticket type that may be changed, orders of it, and the change of them. */
import type { PayloadOf } from "~/contract/method";
import { orderDetail } from "~/contract/order/order";
import { changeTickets, quoteChange } from "~/contract/ticket/change";
import { pricePolicySave } from "~/contract/ticket/price";
import { quotaPoolSave } from "~/contract/ticket/quota";
import { sellTickets } from "~/contract/ticket/sale";
import type { TestBackend } from "~tests/support/backend";
import { createPark, fresh, saleOf, type TestPark, today } from "~tests/support/park";

export const tomorrow = "2026-11-21";
export const later = "2026-11-22";
export const slot = "11:00-12:00";
export const otherSlot = "15:00-16:00";

/** May change everything, as often as one likes, until it expires, for 2 yuan a ticket. */
export const freely = {
  changes: ["day", "slot", "holder"],
  changeTimes: null,
  changeHours: null,
  changeFeeBy: "fixed",
  changeFee: 200,
};

export interface ChangePark extends TestPark {
  typeId: number;
  slottedId: number;
  realNameId: number;
  /** Another price of a type on one day. */
  priceOn(typeId: number, day: string, price: number): Promise<void>;
  /** At most so many of a type on a day. */
  limit(typeId: number, dailyTotal: number, bySlot?: boolean): Promise<number>;
}

export async function createChangePark(
  backend: TestBackend,
  fields: Record<string, unknown> = {},
): Promise<ChangePark> {
  const park = await createPark(backend);
  const typeId = await park.addType({ name: "可改票", listPrice: 10_000, ...freely, ...fields });
  const slottedId = await park.addType({
    ...{ name: "场次票", listPrice: 10_000, ...freely, ...fields },
    slots: [
      { startTime: "11:00", endTime: "12:00" },
      { startTime: "15:00", endTime: "16:00" },
    ],
  });
  const realNameId = await park.addType({
    ...{ name: "实名可改票", listPrice: 10_000, realName: "perTicket", perIdentityDay: 1, ...freely, ...fields },
  });
  return {
    ...{ ...park, typeId, slottedId, realNameId },
    async priceOn(ticketTypeId, day, price) {
      const reply = await backend.call(pricePolicySave, {
        name: fresh("价"),
        ...{ ticketTypeId, channel: "any", customerGroup: "any", startDay: day, endDay: day, weekdays: "TTTTTTT" },
        ...{ holidays: "any", slot: "", price, priority: 5 },
      } as unknown as PayloadOf<typeof pricePolicySave>);
      if (!reply.success) throw new Error(`${reply.message} ${JSON.stringify(reply.errors)}`);
    },
    async limit(ticketTypeId, dailyTotal, bySlot = false) {
      const reply = await backend.call(quotaPoolSave, {
        ...{ name: fresh("池"), bySlot, dailyTotal, ticketTypeIds: [ticketTypeId] },
      } as unknown as PayloadOf<typeof quotaPoolSave>);
      if (!reply.success) throw new Error(`${reply.message} ${JSON.stringify(reply.errors)}`);
      return (reply.data as { id: number }).id;
    },
  };
}

export interface Sold {
  orderId: number;
  orderNo: string;
  ticketIds: number[];
}

export async function sellToChange(
  backend: TestBackend,
  typeId: number,
  fields: Partial<PayloadOf<typeof sellTickets>> = {},
): Promise<Sold> {
  const payload = saleOf(typeId, { lines: [{ ticketTypeId: typeId, quantity: 3 }], ...fields });
  const reply = await backend.call(sellTickets, payload);
  if (!reply.success) throw new Error(`${reply.status} ${reply.message} ${JSON.stringify(reply.errors)}`);
  const { orderId, orderNo } = reply.data;
  return { orderId, orderNo, ticketIds: await goodTickets(backend, orderId) };
}

/** Those that still admit. */
export async function goodTickets(backend: TestBackend, orderId: number): Promise<number[]> {
  const rows = await backend.sql<{ id: number }>(
    "select id::float8 as id from ticket where order_id = $1 and state = 'issued' order by id",
    [orderId],
  );
  return rows.map(({ id }) => id);
}

export const toTomorrow = (
  { orderId, ticketIds }: Sold,
  fields: Partial<PayloadOf<typeof changeTickets>> = {},
): PayloadOf<typeof changeTickets> => ({
  ...{
    orderId,
    ticketIds: ticketIds.slice(0, 2),
    toDay: tomorrow,
    paymentType: "cash",
    idempotencyKey: fresh("chg-key"),
  },
  ...fields,
});

export const changeOf = (backend: TestBackend, payload: PayloadOf<typeof changeTickets>, as?: string) =>
  backend.call(changeTickets, payload, as === undefined ? {} : { as });
export const quotationOf = (backend: TestBackend, payload: PayloadOf<typeof quoteChange>) =>
  backend.call(quoteChange, payload);
export const orderOf = async (backend: TestBackend, orderId: number) =>
  (await backend.call(orderDetail, { id: orderId, logPage: 1 })).data;

export { fresh, today };
