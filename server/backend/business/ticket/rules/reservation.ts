/** What keeps a person from reserving: too many in a period, or too many no-shows. Pure. */
import { addDays } from "./days";

export interface ReservationRules {
  /** Reservations that a person may have within `period` days; 0: any number. */
  limit: number;
  period: number;
  /** No-shows within `missPeriod` days after which a person reserves nothing for `bar` days; 0: never. */
  misses: number;
  missPeriod: number;
  bar: number;
}

/** A reservation that somebody had. */
export interface Had {
  day: string;
  missed: boolean;
}

export interface FullPeriod {
  from: string;
  to: string;
  had: number;
}

/** The run of `period` days around `day` that holds the most, where one more would be too many; null where there is room. */
export function fullPeriod(
  days: readonly string[],
  day: string,
  wanted: number,
  { limit, period }: ReservationRules,
): FullPeriod | null {
  if (limit === 0) return null;
  const first = addDays(day, 1 - period);
  const near = days.filter((one) => one >= first && one <= addDays(day, period - 1));
  // A run may begin with its first reservation: moving it there loses none.
  const runs = [day, ...near.filter((one) => one <= day)].map((from) => {
    const to = addDays(from, period - 1);
    return { from, to, had: near.filter((one) => one >= from && one <= to).length };
  });
  const worst = runs.reduce((most, run) => (run.had > most.had ? run : most));
  return worst.had + wanted > limit ? worst : null;
}

export interface Bar {
  /** The last day of it. */
  until: string;
  last: string;
  times: number;
}

/** Null where the person may reserve today. Each no-show that fills the number keeps them out anew. */
export function barOf(missed: readonly string[], today: string, rules: ReservationRules): Bar | null {
  const { misses, missPeriod, bar } = rules;
  if (misses === 0) return null;
  const days = [...missed].sort();
  const bars = days.flatMap((last): Bar[] => {
    const times = days.filter((one) => one <= last && one > addDays(last, -missPeriod)).length;
    const until = addDays(last, bar);
    return times >= misses && until >= today ? [{ until, last, times }] : [];
  });
  return bars.at(-1) ?? null;
}
