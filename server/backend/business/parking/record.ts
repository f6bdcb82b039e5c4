/** Entries and exits: their lists, and what is put right by hand, each with its reason. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { parkingOverstay, parkingRecord as resource } from "~/contract/parking/record";
import { momentOf, stamp } from "../../kernel/business-time";
import { yuan } from "../../kernel/money";
import { Invalid, NotFound } from "../../kernel/refusal";
import { serveResource } from "../../kernel/resource";
import type { CommandsBackend } from "../../kernel/resource-backend";
import { serveList } from "../../kernel/serve-list";
import type { Call } from "../../kernel/served";
import { configurationOf } from "./configuration";
import { checkedPlate, insideOf } from "./enter";
import { countOut, lotReference } from "./lot";
import { giveFeeBack } from "./money";
import { passFor } from "./pass-claim";
import { minutesBetween } from "./say-fee";
import { parkingPass, parkingRecord as record } from "./schema";
import { quoteAt, stayOf } from "./stay";

export const recordCommands: CommandsBackend<typeof resource> = {
  release: async (call, { id, lotId, plate }, { reason }) => {
    const stay = await stayOf(call, sql`r.id = ${id}`);
    if (!stay) throw new NotFound();
    const { fee, due, minutes: duration } = quoteAt(stay, call.now);
    await countOut(call, lotId);
    return {
      set: { fee, duration, waived: due, how: "manual", leftAt: stamp(call.now), reason },
      notice: m.parking_released_told({ plate, amount: yuan(due) }),
    };
  },
  correctPlate: async (call, { lotId, enteredAt }, { plate: typed }) => {
    const plate = await checkedPlate(call, typed);
    if ((await insideOf(call, lotId, plate)) !== null)
      throw new Invalid({ plate: [m.parking_plate_inside({ plate })] });
    const passId = await passFor(call, { lotId, plate, at: momentOf(enteredAt.replace(" ", "T")) });
    return { set: { plate, passId }, notice: m.parking_corrected_told({ plate }) };
  },
  refund: {
    mayNot: (_call, rows) => rows.map(({ paid }) => ((paid ?? 0) > 0 ? null : m.parking_nothing_paid())),
    run: async (call, { id, number, refunded }, { reason }) => {
      const back = await giveFeeBack(call, { id, number });
      return {
        set: { paid: 0, refunded: (refunded ?? 0) + back, reason },
        notice: m.parking_refunded_told({ amount: yuan(back) }),
      };
    },
  },
};

const listed = {
  table: record,
  references: { lotId: lotReference, passId: { table: parkingPass, name: parkingPass.number } },
  shown: <Row extends object>({ now }: Call, rows: Row[]) =>
    rows.map((row) => ({ ...row, duration: lasted(row as { enteredAt?: string; duration?: number | null }, now) })),
};

/** Of one that has left it is written down. */
function lasted({ enteredAt, duration }: { enteredAt?: string; duration?: number | null }, now: Date): number | null {
  if (typeof duration === "number" || !enteredAt) return duration ?? null;
  return minutesBetween(momentOf(enteredAt.replace(" ", "T")), now);
}

export const recordBackend = { ...listed, commands: recordCommands };

export const recordServed = [
  ...serveResource(resource, recordBackend),
  ...serveList(parkingOverstay, {
    ...listed,
    rows: async (call) => {
      const { overstayDays } = await configurationOf(call);
      const before = new Date(call.now.getTime() - overstayDays * 86_400_000);
      return sql`${record.enteredAt} < ${before.toISOString()}::timestamptz`;
    },
  }),
];
