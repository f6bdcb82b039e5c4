/** Paying, inside or at the barrier, and leaving. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { parkingPay } from "~/contract/parking/desk";
import { parkingRecord as resource } from "~/contract/parking/record";
import { momentOf, stamp } from "../../kernel/business-time";
import { yuan } from "../../kernel/money";
import { NotFound, Refusal } from "../../kernel/refusal";
import { type Call, serve } from "../../kernel/served";
import { configurationOf } from "./configuration";
import { countOut } from "./lot";
import { checkPaymentType, takeFee } from "./money";
import { parkingRecord as record } from "./schema";
import { type Quote, quoteAt, type Stay, stayOf } from "./stay";

/** What was quoted is held to for so long: the driver looks for the money. */
const quoteHolds = 3 * 60_000;

export const exitServed = [
  serve(parkingPay, async (call, { id, due, at, paymentType, leave }) => {
    const stay = await stayOf(call, sql`r.id = ${id}`, { lock: true });
    if (!stay) throw new NotFound();
    if (stay.status === "left") throw new Refusal(m.parking_left_already({ plate: stay.plate }));
    const quote = agreedQuote(call, stay, { due, at });
    if (!leave && quote.due === 0) throw new Refusal(m.parking_nothing_due());
    const type = quote.due > 0 ? await checkPaymentType(call, paymentType) : null;
    if (type !== null) await takeFee(call, { ...ofStay(stay), paymentType: type, amount: quote.due });
    const { graceMinutes } = await configurationOf(call);
    const until = new Date(call.now.getTime() + graceMinutes * 60_000);
    await writeStay(call, stay, {
      fee: quote.fee,
      paid: stay.paid + quote.due,
      ...(type !== null && { paymentType: type, paidAt: stamp(call.now) }),
      ...(leave
        ? { status: "left" as const, leftAt: stamp(call.now), how: quote.how, duration: quote.minutes }
        : { paidUntil: until }),
    });
    if (leave) await countOut(call, stay.lotId);
    const { plate } = stay;
    const notice = leave
      ? m.parking_left_told({ plate, amount: yuan(quote.due) })
      : m.parking_paid_told({ plate, amount: yuan(quote.due), until: stamp(until).slice(11, 16) });
    return { id, paid: quote.due, left: leave, notice };
  }),
];

export const ofStay = ({ id, lotId, number }: Stay) => ({ recordId: id, lotId, number });

/** The amount that was quoted, if it is right now or was so a moment ago; the driver is never asked for another unseen. */
function agreedQuote(call: Call, stay: Stay, { due, at }: { due: number; at: string }): Quote {
  const now = quoteAt(stay, call.now);
  if (now.due === due) return now;
  const quoted = momentOf(at.replace(" ", "T"));
  const age = call.now.getTime() - quoted.getTime();
  if (age >= 0 && age <= quoteHolds && quoted >= stay.entered) {
    const before = quoteAt(stay, quoted);
    if (before.due === due) return before;
  }
  throw new Refusal(m.parking_due_changed({ amount: yuan(now.due) }));
}

type Changes = Partial<typeof record.$inferInsert>;

/** Writes a stay that is locked, with its trail. */
async function writeStay(call: Call, stay: Stay, set: Changes): Promise<void> {
  await call.db
    .update(record)
    .set({ ...set, rowVersion: sql`row_version + 1`, updatedAt: call.now })
    .where(sql`${record.id} = ${stay.id}`);
  const { paidUntil: _, ...told } = set;
  const before = { status: stay.status, fee: stay.fee, paid: stay.paid, how: stay.how };
  call.audit({ thing: resource.thing, thingId: stay.id, label: stay.plate, before, after: { ...before, ...told } });
}
