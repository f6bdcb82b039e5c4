/** Days on which a ticket is not good, as its type had them when it was sold. Pure, for the sale and the gates alike. */
import { m } from "../../messages";

export interface OffDays {
  from: string;
  to: string;
  reason?: string;
}

/** The days around `day`; null where it is none of them. */
export function offOn(days: readonly OffDays[] | undefined, day: string): OffDays | null {
  return days?.find(({ from, to }) => from <= day && day <= to) ?? null;
}

/** One day or a range, with its reason. */
export function sayOff({ from, to, reason }: OffDays): string {
  const days = from === to ? from : m.blackout_range({ from, to });
  return reason ? m.blackout_with_reason({ days, reason }) : days;
}
