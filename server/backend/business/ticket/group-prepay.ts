/** Receives what a group pays ahead, at a till: money in hand, no more than is still owed of what was asked. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { groupPrepay } from "~/contract/ticket/group-prepay";
import { yuan } from "../../kernel/money";
import { nextNumber } from "../../kernel/numbers";
import { Invalid, NotFound, Refusal } from "../../kernel/refusal";
import { type Call, type Served, serve } from "../../kernel/served";
import { payerOf } from "../order/payment/by-account";
import { tillStanding } from "../order/sell";
import { shiftWhyNot } from "../order/shift";
import { counterTill } from "../order/shift-store";
import { movePrepaid, prepaidOf } from "./group-prepaid";

/** Whoever receives, cancels or settles the booking at the same moment waits. */
export type LockGroup = (call: Call, id: number) => Promise<unknown>;

export const lockGroup: LockGroup = ({ db }, id) =>
  db.execute(sql`select id from group_booking where id = ${id} for update`);

/** With a lock of the booking: the tests put in one that locks nothing, and see it paid twice. */
export function prepayWith(lock: LockGroup): Served {
  return serve(groupPrepay, async (call, { id, amount, paymentType }) => {
    await lock(call, id);
    const one = (await prepaidOf(call, [id])).get(id);
    if (!one) throw new NotFound();
    if (one.state === "booked") throw new Refusal(m.group_not_confirmed());
    if (one.state !== "confirmed" && one.state !== "arrived") throw new Refusal(m.group_over());
    if (one.asked === 0) throw new Refusal(m.group_prepay_none());
    if (one.owed === 0) throw new Refusal(m.group_prepaid_all({ held: yuan(one.held) }));
    if (amount === 0 || amount > one.owed)
      throw new Invalid({ amount: [m.group_prepay_most({ owed: yuan(one.owed) })] });
    await refuseWay(call, paymentType);
    await call.db.execute(sql`
      insert into group_prepaid (booking_id, payment_type) values (${id}, ${paymentType}) on conflict do nothing
    `);
    await movePrepaid(call, one, { kind: "take", paymentType, amount, part: nextNumber(call, "GP") });
    call.audit({ thing: "groupBooking", thingId: id, label: one.organisation, after: { prepaid: amount } });
    return { id, held: one.held + amount, owed: one.owed - amount };
  });
}

/** It asks of the till what a sale does, and is on nobody's account. */
async function refuseWay(call: Call, paymentType: string): Promise<void> {
  if (paymentType === "") throw new Invalid({ paymentType: [m.v_required()] });
  if (payerOf(paymentType)) throw new Invalid({ paymentType: [m.group_prepay_in_hand()] });
  const till = await counterTill(call);
  const { unknown, needsShift } = await tillStanding(call, { paymentType, given: undefined }, till);
  if (unknown.length > 0) throw new Invalid({ paymentType: [m.r_no_payment_type()] });
  const noShift = needsShift ? await shiftWhyNot(call, till.posId) : "";
  if (noShift) throw new Refusal(noShift);
}

export const prepayServed: Served = prepayWith(lockGroup);
