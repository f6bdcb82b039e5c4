/** The terms of a ticket type that are kept as short texts: slots, entry window, refund bands. Pure. */
import type { FieldErrors } from "~/contract/errors";
import { m } from "~/contract/messages";
import { slot as slotSchema } from "~/contract/ticket/price";

const separators = /[,，、;；\s]+/;
const time = /^([01]\d|2[0-3]):[0-5]\d$/;
const bandLine = /^(-?\d{1,5}(?:\.\d{1,2})?)\s*[:：]\s*(\d{1,3}(?:\.\d{1,2})?)\s*%?$/;

/** Parts of a comma-separated text, without blanks. */
export function listOf(text: string | null | undefined): string[] {
  return (text ?? "").split(separators).filter((part) => part !== "");
}

export interface TicketTerms {
  slots: string | null;
  entryFrom: string | null;
  entryTo: string | null;
  refundBands: string | null;
  refundRule: string;
  minPerOrder: number;
  maxPerOrder: number;
  validity: string;
  validDays: number | null;
  realName: string;
  perIdentityDay: number | null;
}

/** The terms in their one spelling (`24: 0` a line, commas without blanks), and what is wrong with them. */
export function readTerms<T extends TicketTerms>(given: T): { terms: T; errors: FieldErrors } {
  const errors: FieldErrors = {};
  const say = (field: keyof TicketTerms, message: string | undefined) => {
    if (message) errors[field] = [...(errors[field] ?? []), message];
  };
  const slots = listOf(given.slots?.replaceAll(/\s*[-~–—～]\s*/g, "-")).sort();
  const lines = linesOf(given.refundBands);
  say("slots", slotsError(slots));
  if (given.entryFrom && !time.test(given.entryFrom)) say("entryFrom", m.r_time());
  if (given.entryTo && !time.test(given.entryTo)) say("entryTo", m.r_time());
  if (given.entryFrom && given.entryTo && given.entryFrom >= given.entryTo) say("entryTo", m.r_entry_window());
  say("refundBands", bandsError(lines, given.refundRule));
  if (given.maxPerOrder < given.minPerOrder) say("maxPerOrder", m.r_max_below_min({ min: given.minPerOrder }));
  if (given.validity === "days" && given.validDays === null) say("validDays", m.v_required());
  if (given.perIdentityDay !== null && given.realName === "none") say("perIdentityDay", m.r_limit_needs_names());
  const terms = {
    ...given,
    slots: slots.length > 0 ? slots.join(",") : null,
    refundBands: lines.length > 0 ? lines.map(spell).join("\n") : null,
  };
  return { terms, errors };
}

function slotsError(slots: readonly string[]): string | undefined {
  const wrong = slots.find((slot) => !slotSchema.safeParse(slot).success || slot.slice(0, 5) >= slot.slice(6));
  if (wrong) return m.r_slot_form({ slot: wrong });
  const overlap = slots.findIndex((slot, index) => index > 0 && slot.slice(0, 5) < (slots[index - 1] ?? "").slice(6));
  return overlap > 0 ? m.r_slots_overlap({ one: slots[overlap - 1] ?? "", other: slots[overlap] ?? "" }) : undefined;
}

function linesOf(text: string | null): string[] {
  return (text ?? "")
    .split(/[\r\n;；]+/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

/** Hours fall from line to line and no hour stands twice: so the bands follow one another without a hole. */
function bandsError(lines: readonly string[], rule: string): string | undefined {
  if (lines.length > 0 && rule === "never") return m.r_bands_never();
  let before = Number.POSITIVE_INFINITY;
  for (const line of lines) {
    const match = bandLine.exec(line);
    if (!match) return m.r_band_form({ line });
    if (Number(match[2]) > 100) return m.r_band_percent({ line });
    if (Number(match[1]) >= before) return m.r_band_order({ line });
    before = Number(match[1]);
  }
  return undefined;
}

function spell(line: string): string {
  const match = bandLine.exec(line);
  return match ? `${Number(match[1])}: ${Number(match[2])}` : line;
}
