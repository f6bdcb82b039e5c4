/**
 * What a stay costs: pure, in integer fen, on the clock of the lot's zone. The rule in the order in which it is applied:
 *
 * 1. A stay is counted in whole minutes: from the first full minute after entry to the last one before exit, so seconds at
 *    either end are the driver's.
 * 2. Within the free minutes, the last of them included, it costs nothing. Past them all of it counts, or what is past them
 *    (`freeCounts`).
 * 3. A cap holds for each period: 24 hours from where counting begins, or a day of the calendar. Without a cap the stay is
 *    one period.
 * 4. What of a period lies in the night window costs the night's price once a night, in the period where it begins; the
 *    minutes outside go by the steps, which begin anew in each period.
 */
import { addDays, businessDay, endOfDay, momentOf } from "../business-time";

export interface Tariff {
  freeMinutes: number;
  /** Past the free minutes they are counted as well. */
  freeCounts: boolean;
  /** The first so many minutes cost so much, begun or not. */
  firstMinutes: number;
  firstFee: number;
  /** Then each so many minutes that have begun. */
  stepMinutes: number;
  stepFee: number;
  /** HH:mm; all three or none. A window may span midnight. */
  nightFrom: string | null;
  nightTo: string | null;
  nightFee: number | null;
  /** Fen at most in a period; null: none. */
  cap: number | null;
  capBy: "entry" | "calendar";
}

export interface FeePart {
  from: Date;
  to: Date;
  /** Outside the night, and their price. */
  dayMinutes: number;
  dayFee: number;
  /** Nights that begin here, and their price. */
  nights: number;
  nightFee: number;
  /** What the period costs; `capped`: it would have been more. */
  fee: number;
  capped: boolean;
}

export interface Fee {
  fee: number;
  minutes: number;
  /** Within the free minutes. */
  free: boolean;
  parts: FeePart[];
}

interface Span {
  from: number;
  to: number;
}

const minute = 60_000;
const hours24 = 24 * 60 * minute;
/** Ten years: what is longer is a mistake of the clock. */
const longest = 3_660 * hours24;

/** Throws a RangeError where the exit is before the entry, where one of them is no moment, or where ten years lie between. */
export function parkingFee(tariff: Tariff, entry: Date, exit: Date, zone?: string): Fee {
  const span = exit.getTime() - entry.getTime();
  if (!(span >= 0 && span <= longest)) throw new RangeError("an exit comes after its entry, within ten years");
  const from = Math.ceil(entry.getTime() / minute) * minute;
  const to = Math.max(from, Math.floor(exit.getTime() / minute) * minute);
  const minutes = (to - from) / minute;
  if (minutes <= tariff.freeMinutes) return { fee: 0, minutes, free: true, parts: [] };
  const begin = tariff.freeCounts ? from : from + tariff.freeMinutes * minute;
  const counted = { from: begin, to };
  const nights = nightsOf(tariff, counted, zone);
  const parts = periodsOf(tariff, counted, zone).map((period) => partOf(tariff, period, nights));
  return { fee: parts.reduce((sum, { fee }) => sum + fee, 0), minutes, free: false, parts };
}

function partOf(tariff: Tariff, { from, to }: Span, nights: readonly Span[]): FeePart {
  const inNight = nights.reduce(
    (sum, night) => sum + Math.max(0, Math.min(to, night.to) - Math.max(from, night.from)),
    0,
  );
  const dayMinutes = Math.round((to - from - inNight) / minute);
  const dayFee = steps(tariff, dayMinutes);
  const begun = nights.filter((night) => night.from >= from && night.from < to).length;
  const nightFee = begun * (tariff.nightFee ?? 0);
  const full = dayFee + nightFee;
  const fee = tariff.cap === null ? full : Math.min(tariff.cap, full);
  return {
    from: new Date(from),
    to: new Date(to),
    dayMinutes,
    dayFee,
    nights: begun,
    nightFee,
    fee,
    capped: fee < full,
  };
}

function steps({ firstMinutes, firstFee, stepMinutes, stepFee }: Tariff, minutes: number): number {
  if (minutes <= 0) return 0;
  return firstFee + Math.ceil(Math.max(0, minutes - firstMinutes) / stepMinutes) * stepFee;
}

function periodsOf({ cap, capBy }: Tariff, { from, to }: Span, zone: string | undefined): Span[] {
  if (cap === null) return [{ from, to }];
  const periods: Span[] = [];
  for (let at = from; at < to; ) {
    const end = capBy === "entry" ? at + hours24 : endOfDay(businessDay(new Date(at), zone), zone).getTime();
    periods.push({ from: at, to: Math.min(end, to) });
    at = end;
  }
  return periods;
}

/** Parts of the stay that lie in the night, each night's once. */
function nightsOf({ nightFrom, nightTo, nightFee }: Tariff, { from, to }: Span, zone: string | undefined): Span[] {
  if (nightFrom === null || nightTo === null || nightFee === null) return [];
  const nights: Span[] = [];
  const last = businessDay(new Date(to), zone);
  for (let day = addDays(businessDay(new Date(from), zone), -1); day <= last; day = addDays(day, 1)) {
    const begin = momentOf(`${day}T${nightFrom}`, zone).getTime();
    const end = momentOf(`${nightTo > nightFrom ? day : addDays(day, 1)}T${nightTo}`, zone).getTime();
    const night = { from: Math.max(from, begin), to: Math.min(to, end) };
    if (night.from < night.to) nights.push(night);
  }
  return nights;
}
