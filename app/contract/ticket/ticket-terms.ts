/** Terms of a ticket type that are lines: what a refund costs, by bands, and the slots of a day. */
import { type LineOf, lines, money, number, time } from "../field-kinds";
import type { Line, LineProblem } from "../line-rule";
import { m } from "../messages";
import { bandWords, typedBandWords } from "./band-words";

const bandFields = {
  /** Until so many hours before the visit day or its slot begins (`refundFrom`); a negative number is after that. */
  hours: number({ label: m.band_hours, required: true, decimals: true, min: -99_999, max: 99_999 }),
  /** Of what was paid for the ticket. */
  feePercent: number({ label: m.band_fee, required: true, decimals: true, min: 0, max: 100 }),
  /** For each ticket beside it. Both together are never more than was paid. */
  feeEach: money({ label: m.band_fee_each }),
};
const slotFields = {
  startTime: time({ label: m.slot_start, required: true }),
  endTime: time({ label: m.slot_end, required: true }),
};

/** What `hours` count to: the first moment of the visit day, or of the ticket's slot where it has one. */
export type RefundFrom = "day" | "slot";
export type RefundBand = Omit<LineOf<typeof bandFields>, "id" | "feeEach"> & { feeEach?: number | null | undefined };
export type Slot = Omit<LineOf<typeof slotFields>, "id">;

function sayBand({ hours, feePercent, feeEach }: Line): string {
  return bandWords(Number(hours), Number(feePercent), Number(feeEach ?? 0));
}
const saySlot = ({ startTime, endTime }: Line) => `${startTime}-${endTime}`;

/** What a slot is called wherever one is chosen, priced or counted. */
export const slotName = (slot: Slot): string => saySlot(slot);

/** No band: nothing is charged. Later than the last band nothing goes back. */
export const refundBands = lines(bandFields, {
  ...{ label: m.refund_bands, help: m.refund_bands_help, key: ["hours"], max: 20, ordered: true },
  when: { field: "refundRule", is: ["free", "approval"] },
  rules: [hoursFall],
  say: sayBand,
  spoken: { by: "refundBand", say: typedBandWords },
  notation: { note: m.refund_bands_note, read: readBands },
});

/** No slot: visitors come at any time of the day. */
export const slots = lines(slotFields, {
  ...{ label: m.slots, help: m.slots_help, key: ["startTime"], max: 48 },
  rules: [endsLater, noOverlap],
  say: saySlot,
  notation: { note: m.slots_note, read: readSlots },
});

/** So the bands follow one another without a hole, and are read from top to bottom. */
function hoursFall(bands: readonly Line[]): LineProblem[] {
  return bands.flatMap((band, line) =>
    line > 0 && Number(band.hours) >= Number(bands[line - 1]?.hours)
      ? [{ line, field: "hours", message: m.r_band_order({ hours: Number(band.hours) }) }]
      : [],
  );
}

function endsLater(given: readonly Line[]): LineProblem[] {
  return given.flatMap((slot, line) =>
    String(slot.endTime) <= String(slot.startTime) ? [{ line, field: "endTime", message: m.r_slot_end() }] : [],
  );
}

function noOverlap(given: readonly Line[]): LineProblem[] {
  const places = given.map((slot, line) => ({ slot, line }));
  places.sort((one, other) => (String(one.slot.startTime) < String(other.slot.startTime) ? -1 : 1));
  return places.flatMap(({ slot, line }, place): LineProblem[] => {
    const before = places[place - 1]?.slot;
    if (!before || String(slot.startTime) >= String(before.endTime)) return [];
    const message = m.r_slots_overlap({ one: saySlot(before), other: saySlot(slot) });
    return [{ line, field: "startTime", message }];
  });
}

type Read = { lines: Record<string, unknown>[] } | { problem: string };

const band = /^(-?\d{1,5}(?:\.\d{1,2})?)\s*:\s*(\d{1,3}(?:\.\d{1,2})?)\s*%?(?:\s*\+\s*(\d{1,7}(?:\.\d{1,2})?))?$/;

/** `24: 0; 2: 10.5 + 5.00` (hours: percent + yuan for each ticket), or a line each. */
function readBands(cell: string): Read {
  const parts = partsOf(cell.normalize("NFKC"), /[\r\n;]+/);
  const wrong = parts.find((part) => !band.test(part));
  if (wrong !== undefined) return { problem: m.r_band_form({ line: wrong }) };
  return {
    lines: parts.map((part) => {
      const yuan = band.exec(part)?.[3];
      const feeEach = yuan === undefined ? null : Math.round(Number(yuan) * 100);
      return { hours: numberIn(part, 1), feePercent: numberIn(part, 2), feeEach };
    }),
  };
}

function numberIn(part: string, place: number): number {
  return Number(band.exec(part)?.[place]);
}

/** `09:00-12:00, 13:00-17:00`. */
function readSlots(cell: string): Read {
  const parts = partsOf(cell.normalize("NFKC").replace(/\s*[-~–—]\s*/g, "-"), /[,、;\s]+/);
  const wrong = parts.find((part) => !/^\d\d:\d\d-\d\d:\d\d$/.test(part));
  if (wrong !== undefined) return { problem: m.r_slot_form({ slot: wrong }) };
  return { lines: parts.map((part) => ({ startTime: part.slice(0, 5), endTime: part.slice(6) })) };
}

function partsOf(text: string, apart: RegExp): string[] {
  return text
    .split(apart)
    .map((part) => part.trim())
    .filter((part) => part !== "");
}
