/** When a ticket type is sold for a day: from when, until when, and how long an order waits for its payment; by channel. */
import { dictionary, type LineOf, lines, number, time } from "../field-kinds";
import type { Line, LineProblem } from "../line-rule";
import { m } from "../messages";

const fields = {
  /** None: all channels that no other line names. */
  channel: dictionary("saleChannel", { label: m.clock_channel }),
  /** Before the day of the visit; with the time on that day from which it is sold. None: as far ahead as anything is sold. */
  releaseDays: number({ label: m.clock_release_days, min: 0, max: 365 }),
  /** None: from midnight. */
  releaseTime: time({ label: m.clock_release_time }),
  /** Before the slot begins; negative is after that. Of a type without slots before `closeTime`, else the end of entry. */
  closeMinutes: number({ label: m.clock_close_minutes, min: -1440, max: 10_080 }),
  closeTime: time({ label: m.clock_close_time }),
  /** Of an order that waits for its payment. */
  payMinutes: number({ label: m.clock_pay_minutes, min: 1, max: 1440 }),
};

export type BookingClock = Omit<LineOf<typeof fields>, "id">;

/** No line for a channel, and none for all others: it is sold as far ahead as anything, and until it is over. */
export const bookingClocks = lines(fields, {
  ...{ label: m.clocks, help: m.clocks_help, key: ["channel"], max: 20 },
  rules: [saysSomething, countsFromSomething, opensBeforeItCloses],
  notation: { note: m.clocks_note, read },
});

/** The line that holds on a channel. */
export function clockOn<C extends Pick<BookingClock, "channel">>(clocks: readonly C[], channel: string): C | undefined {
  return clocks.find((one) => one.channel === channel) ?? clocks.find((one) => one.channel === null);
}

const isGiven = (value: unknown): boolean => value !== null && value !== undefined && value !== "";

function saysSomething(given: readonly Line[]): LineProblem[] {
  return given.flatMap((line, place): LineProblem[] => {
    const { releaseDays, releaseTime, closeMinutes, closeTime, payMinutes } = line;
    if (isGiven(releaseTime) && !isGiven(releaseDays))
      return [{ line: place, field: "releaseDays", message: m.r_clock_release_days() }];
    return [releaseDays, closeMinutes, closeTime, payMinutes].some(isGiven)
      ? []
      : [{ line: place, field: "releaseDays", message: m.r_clock_empty() }];
  });
}

type Header = Readonly<Record<string, unknown>>;

const slotStarts = ({ slots }: Header): string[] =>
  Array.isArray(slots) ? slots.map((slot: Line) => String(slot.startTime)) : [];

function countsFromSomething(given: readonly Line[], header: Header): LineProblem[] {
  // A document that comes without its slots keeps those that it has.
  if (header.slots === undefined) return [];
  const slotted = slotStarts(header).length > 0;
  return given.flatMap(({ closeMinutes, closeTime }, line): LineProblem[] => {
    if (slotted && isGiven(closeTime)) return [{ line, field: "closeTime", message: m.r_clock_by_slot() }];
    const counts = slotted || isGiven(closeTime) || isGiven(header.entryTo);
    return isGiven(closeMinutes) && !counts ? [{ line, field: "closeTime", message: m.r_clock_close_time() }] : [];
  });
}

/** In minutes from the midnight that the day of the visit begins with. */
function opensBeforeItCloses(given: readonly Line[], header: Header): LineProblem[] {
  if (header.slots === undefined) return [];
  const starts = slotStarts(header);
  return given.flatMap(({ releaseDays, releaseTime, closeMinutes, closeTime }, line): LineProblem[] => {
    const last = starts.length > 0 ? starts.sort().at(-1) : isGiven(closeTime) ? String(closeTime) : undefined;
    if (!isGiven(releaseDays) || last === undefined || !(isGiven(closeMinutes) || isGiven(closeTime))) return [];
    const opens = minutesOf(isGiven(releaseTime) ? String(releaseTime) : "00:00") - Number(releaseDays) * 1440;
    const closes = minutesOf(last) - Number(closeMinutes ?? 0);
    return opens < closes ? [] : [{ line, field: "closeMinutes", message: m.r_clock_order() }];
  });
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

const hours = String.raw`((?:[01]?\d|2[0-3]):[0-5]\d)`;
const opening = new RegExp(String.raw`^(?:open|开售)\s*(\d{1,3})(?:\s+${hours})?$`, "i");
const closing = new RegExp(String.raw`^(?:close|停售)\s*(?:(-?\d{1,5})(?:\s+${hours})?|${hours})$`, "i");
const paying = /^(?:pay|支付)\s*(\d{1,4})$/i;

/** `window: open 7 08:00, close 30; network: open 30, close 60 17:30, pay 15; *: close 0`. */
function read(cell: string): { lines: Record<string, unknown>[] } | { problem: string } {
  const parts = cell
    .normalize("NFKC")
    .split(/[\r\n;]+/)
    .map((one) => one.trim())
    .filter((one) => one !== "");
  const given = parts.map(readLine);
  const wrong = given.indexOf(null);
  if (wrong >= 0) return { problem: m.r_clock_form({ line: parts[wrong] ?? "" }) };
  return { lines: given.flatMap((line) => (line ? [line] : [])) };
}

function readLine(part: string): Record<string, unknown> | null {
  const [, channel = "", rest = ""] = /^([^:\s]{1,40})\s*:\s*(.+)$/.exec(part) ?? [];
  if (channel === "") return null;
  const line: Record<string, unknown> = {
    ...{ channel: channel === "*" ? null : channel, releaseDays: null, releaseTime: null },
    ...{ closeMinutes: null, closeTime: null, payMinutes: null },
  };
  for (const word of rest.split(/[,、]/).map((one) => one.trim())) {
    const [opens, closes, pays] = [opening.exec(word), closing.exec(word), paying.exec(word)];
    if (opens) Object.assign(line, { releaseDays: Number(opens[1]), releaseTime: timeIn(opens[2]) });
    else if (closes)
      Object.assign(line, {
        closeMinutes: closes[1] ? Number(closes[1]) : null,
        closeTime: timeIn(closes[2] ?? closes[3]),
      });
    else if (pays) line.payMinutes = Number(pays[1]);
    else return null;
  }
  return line;
}

const timeIn = (text: string | undefined): string | null => text?.padStart(5, "0") ?? null;
