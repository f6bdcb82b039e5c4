/** Tariffs: their list and form, and the box that tries one. */
import { eq } from "drizzle-orm";
import { m } from "~/contract/messages";
import { parkingFee, type Tariff } from "~/contract/parking/fee";
import { parkingTry, parkingTariff as resource } from "~/contract/parking/tariff";
import { momentOf, stamp } from "../../kernel/business-time";
import { Invalid, NotFound } from "../../kernel/refusal";
import { serveResource } from "../../kernel/resource";
import type { Values } from "../../kernel/resource-backend";
import { type Call, serve } from "../../kernel/served";
import { sayFee, sayTariff } from "./say-fee";
import { parkingTariff } from "./schema";

export const tariffReference = { table: parkingTariff, name: parkingTariff.name, status: parkingTariff.status };

/** Of a row what the fee is reckoned by: this is what a stay keeps. */
export function termsOf(row: Tariff): Tariff {
  const { freeMinutes, freeCounts, firstMinutes, firstFee, stepMinutes, stepFee } = row;
  const { nightFrom, nightTo, nightFee, cap, capBy } = row;
  return {
    ...{ freeMinutes, freeCounts, firstMinutes, firstFee, stepMinutes, stepFee },
    ...{ nightFrom, nightTo, nightFee, cap, capBy },
  };
}

/** A night has two times that differ and a price, or there is none. */
function checkNight(_call: Call, values: Values, before: Values | null): void {
  const { nightFrom, nightTo, nightFee } = { ...before, ...values };
  const given = [nightFrom, nightTo, nightFee].filter((one) => one !== null && one !== undefined && one !== "");
  if (given.length !== 0 && given.length !== 3) throw new Invalid({ nightFrom: [m.parking_night_whole()] });
  if (given.length === 3 && nightFrom === nightTo) throw new Invalid({ nightTo: [m.parking_night_same()] });
}

export const tariffServed = [
  ...serveResource(resource, {
    table: parkingTariff,
    check: checkNight,
    impact: (_call) => Promise.resolve(m.parking_tariff_impact()),
  }),

  serve(parkingTry, async (call, { id, from, to }) => {
    const [row] = await call.db.select().from(parkingTariff).where(eq(parkingTariff.id, id));
    if (!row) throw new NotFound();
    const tariff = termsOf(row as Tariff);
    const shared = { id, name: row.name, sentences: sayTariff(tariff), now: stamp(call.now) };
    if (from === undefined || to === undefined) return { ...shared, fee: null };
    if (to < from) throw new Invalid({ to: [m.parking_exit_before()] });
    const [entry, exit] = [from, to].map((time) => momentOf(time.replace(" ", "T"))) as [Date, Date];
    if (exit.getTime() - entry.getTime() > 366 * 86_400_000) throw new Invalid({ to: [m.parking_try_long()] });
    const fee = parkingFee(tariff, entry, exit);
    return { ...shared, fee: { fee: fee.fee, sentences: sayFee(tariff, fee) } };
  }),
];
