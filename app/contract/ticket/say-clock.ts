/** The booking clock of a ticket type in sentences, one for each channel. */
import { m } from "../messages";
import type { BookingClock } from "./booking-clock";

export interface ClockSaid {
  /** By code; one that is not there is said by its code. */
  channels: Readonly<Record<string, string>>;
  slotted: boolean;
  /** Where nothing else is said, a type without slots closes by it. */
  entryTo: string | null;
}

export function sayClocks(clocks: readonly BookingClock[], { channels, slotted, entryTo }: ClockSaid): string[] {
  return [...clocks]
    .sort((one, other) => Number(one.channel === null) - Number(other.channel === null))
    .flatMap((clock) => {
      const parts = [opens(clock), closes(clock, slotted, entryTo), pays(clock)].filter((part) => part !== "");
      if (parts.length === 0) return [];
      const channel = named(clock.channel, channels, clocks.length > 1);
      return [m.say_clock({ channel, terms: parts.join(m.say_clock_comma()) })];
    });
}

function named(channel: string | null, channels: ClockSaid["channels"], others: boolean): string {
  if (channel !== null) return channels[channel] ?? channel;
  return others ? m.say_clock_others() : m.say_clock_all();
}

function opens({ releaseDays: n, releaseTime }: BookingClock): string {
  if (n === null) return "";
  const time = releaseTime ?? "00:00";
  return n === 0 ? m.say_clock_opens_same_day({ time }) : m.say_clock_opens({ n, time });
}

function closes({ closeMinutes, closeTime }: BookingClock, slotted: boolean, entryTo: string | null): string {
  if (closeMinutes === null && closeTime === null) return "";
  const n = closeMinutes ?? 0;
  if (slotted) {
    if (n === 0) return m.say_clock_closes_at_start();
    return n > 0 ? m.say_clock_closes_before({ n }) : m.say_clock_closes_after({ n: -n });
  }
  const time = closeTime ?? entryTo;
  if (time === null) return "";
  if (n === 0) return m.say_clock_closes_time({ time });
  return n > 0 ? m.say_clock_closes_before_time({ n, time }) : m.say_clock_closes_after_time({ n: -n, time });
}

const pays = ({ payMinutes: n }: BookingClock): string => (n === null ? "" : m.say_clock_pays({ n }));
