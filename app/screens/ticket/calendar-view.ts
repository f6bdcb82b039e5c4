/** What the price calendar shows: translated, formatted, and no bigger on the wire than it must be. */
import type { Option } from "~/contract/resource";

export interface CalendarDay {
  day: string;
  price: string;
  /** Place of the winning policy in the legend; -1: the list price holds. */
  mark: number;
  /** Name of the holiday, or of a working day that makes up for one. */
  holiday: string;
  makeUp: boolean;
  when: "past" | "today" | "";
}

export interface WhyView {
  day: string;
  price: string;
  /** "" for the list price. */
  winner: string;
  rivals: { id: number; won: boolean; name: string; price: string; priority: number; days: string; terms: string }[];
}

export interface CalendarView {
  path: string;
  /** Of this month with these choices. */
  address: string;
  month: string;
  previous: string;
  next: string;
  /** The present month; null when it is the one shown. */
  now: string | null;
  type: string;
  channel: string;
  group: string;
  slot: string;
  ticketTypes: Option[];
  slots: string[];
  channels: Option[];
  anyChannels: Option[];
  groups: Option[];
  /** Any day, holidays alone, all but holidays. */
  holidays: Option[];
  listPrice: string;
  /** Empty cells before the first day; weeks start on Monday. */
  blanks: number;
  days: CalendarDay[];
  legend: { name: string; to: string | null }[];
  why: WhyView | null;
  mayEdit: boolean;
  /** The year whose holidays are not entered yet; null when all are. */
  missingYear: number | null;
  /** Where they are entered, for who may. */
  holidayList: string | null;
  /** Whether the list of policies may be opened. */
  list: boolean;
}

/** A, B, … Z, then numbers. */
export function letterOf(mark: number): string {
  return mark < 0 ? "" : mark < 26 ? String.fromCharCode(65 + mark) : String(mark + 1);
}

/** Weeks of seven, null where a week begins before the month or ends after it. */
export function weeksOf<T>(days: readonly T[], blanks: number): (T | null)[][] {
  const cells: (T | null)[] = [...Array.from({ length: blanks }, () => null), ...days];
  while (cells.length % 7 !== 0) cells.push(null);
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7));
}
