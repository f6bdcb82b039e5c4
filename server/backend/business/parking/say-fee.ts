/** How a fee comes about, and a tariff, in sentences. */
import { stamp } from "~/contract/business-time";
import { m } from "~/contract/messages";
import { sayDuration } from "~/contract/parking/duration";
import type { Fee, FeePart, Tariff } from "~/contract/parking/fee";
import { yuan } from "../../kernel/money";

/** Whole minutes between two moments, as a fee counts them. */
export function minutesBetween(from: Date, to: Date): number {
  const minute = 60_000;
  return Math.max(0, Math.floor(to.getTime() / minute) - Math.ceil(from.getTime() / minute));
}

export function sayFee(tariff: Tariff, { fee, minutes, free, parts }: Fee): string[] {
  const lasted = m.parking_say_lasted({ duration: sayDuration(minutes) });
  if (free) return [lasted, m.parking_say_free({ minutes: tariff.freeMinutes })];
  const sum = m.parking_say_sum({ amount: yuan(fee) });
  return [lasted, ...parts.map((part) => sayPart(tariff, part)), ...(parts.length > 1 ? [sum] : [])];
}

function sayPart({ cap }: Tariff, { from, to, dayMinutes, dayFee, nights, nightFee, fee, capped }: FeePart): string {
  const said = [
    ...(dayMinutes > 0 || nights === 0 ? [m.parking_say_day({ minutes: dayMinutes, amount: yuan(dayFee) })] : []),
    ...(nights > 0 ? [m.parking_say_nights({ n: nights, amount: yuan(nightFee) })] : []),
    ...(capped ? [m.parking_say_capped({ cap: yuan(cap ?? 0) })] : []),
  ].join(m.parking_say_and());
  const short = (moment: Date) => stamp(moment).slice(5, 16);
  return m.parking_say_part({ from: short(from), to: short(to), said, amount: yuan(fee) });
}

export function sayTariff(tariff: Tariff): string[] {
  const { freeMinutes, freeCounts, firstMinutes, firstFee, stepMinutes, stepFee } = tariff;
  const { nightFrom, nightTo, nightFee, cap, capBy } = tariff;
  const frees = freeCounts ? m.parking_say_frees_counted : m.parking_say_frees;
  const caps = capBy === "entry" ? m.parking_say_caps_entry : m.parking_say_caps_calendar;
  return [
    ...(freeMinutes > 0 ? [frees({ minutes: freeMinutes })] : []),
    m.parking_say_first({ minutes: firstMinutes, amount: yuan(firstFee) }),
    m.parking_say_steps({ minutes: stepMinutes, amount: yuan(stepFee) }),
    ...(nightFrom && nightTo && nightFee !== null
      ? [m.parking_say_night({ from: nightFrom, to: nightTo, amount: yuan(nightFee) })]
      : []),
    ...(cap === null ? [] : [caps({ cap: yuan(cap) })]),
    m.parking_say_seconds(),
  ];
}
