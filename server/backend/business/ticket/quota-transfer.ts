/** Moves places of a day (and slot) between what is set aside for channels and what all share: one row of the ledger each. */
import { m } from "~/contract/messages";
import { quotaTransfer } from "~/contract/ticket/quota-transfer";
import { move, type Source } from "../../kernel/ledger";
import { Invalid, Refusal } from "../../kernel/refusal";
import { type Call, type Served, serve } from "../../kernel/served";
import { openDay } from "./quota-day";
import { quotas } from "./quota-ledger";
import { checkDay, poolById } from "./quota-pool";
import { createPart } from "./quota-take";

/** Takes places away from a part where they are neither sold nor held; false, with nothing written, where they are. */
export type TakeAway = (call: Call, account: number, amount: number, source: Source) => Promise<boolean>;

const takeAway: TakeAway = async (call, account, amount, source) =>
  (await move(call, quotas, { account, kind: "moveOut", amount, source })) !== null;

/** The tests put in a way of taking away without its condition, and see what is sold exceed what there is. */
export function transferWith(take: TakeAway): Served {
  return serve(quotaTransfer, async (call, { poolId, day, slot, from, to, quantity, reason, idempotencyKey }) => {
    const pool = await poolById(call, poolId, "share");
    await checkDay(call, pool, { day, slot });
    if (from === to) throw new Invalid({ to: [m.r_quota_transfer_same()] });
    // All parts of the day are locked, so that two who move places either way do not wait for one another.
    const { rows } = await openDay(call, poolId, { day, slot });
    const giver = rows.find(({ part }) => part === from);
    const left = giver ? giver.total - giver.held - giver.sold : 0;
    const source = { business: "ticket", kind: "quotaTransfer", subject: reason, part: idempotencyKey };
    if (!giver || !(await take(call, giver.id, quantity, source)))
      throw new Refusal(m.r_quota_transfer_short({ when: `${day} ${slot}`.trim(), left, quantity }));
    const receiver = rows.find(({ part }) => part === to);
    const account = receiver?.id ?? (await createPart(call, { poolId, day, slot, part: to }));
    if (account === undefined) throw new Error(`${to} has come to ${day} meanwhile`);
    await move(call, quotas, { account, kind: "moveIn", amount: quantity, source });
    call.audit({
      ...{ thing: "quotaPool", thingId: poolId, label: `${pool.name} ${day} ${slot}`.trim() },
      // The ledger's two rows say between which parts, by the names of their channels.
      after: { quantity, reason },
    });
    return { poolId };
  });
}

export const quotaTransferServed: Served[] = [transferWith(takeAway)];
