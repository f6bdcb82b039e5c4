/** What the terms of a ticket type ask of one another beyond their fields. Pure. */
import type { FieldErrors } from "~/contract/errors";
import { m } from "~/contract/messages";

const separators = /[,，、;；\s]+/;
const time = /^([01]\d|2[0-3]):[0-5]\d$/;

/** Parts of a comma-separated text, without blanks. */
export function listOf(text: string | null | undefined): string[] {
  return (text ?? "").split(separators).filter((part) => part !== "");
}

export interface TicketTerms {
  channels: string;
  entryFrom: string | null;
  entryTo: string | null;
  minPerOrder: number;
  maxPerOrder: number;
  validity: string;
  validDays: number | null;
  realName: string;
  perIdentityDay: number | null;
}

/** The terms in their one spelling (commas without blanks), and what is wrong with them. */
export function readTerms<T extends TicketTerms>(
  given: T,
  knownChannels: readonly string[],
): { terms: T; errors: FieldErrors } {
  const errors: FieldErrors = {};
  const say = (field: keyof TicketTerms, message: string | undefined) => {
    if (message) errors[field] = [...(errors[field] ?? []), message];
  };
  const channels = [...new Set(listOf(given.channels))];
  say("channels", channelsError(channels, knownChannels));
  if (given.entryFrom && !time.test(given.entryFrom)) say("entryFrom", m.r_time());
  if (given.entryTo && !time.test(given.entryTo)) say("entryTo", m.r_time());
  if (given.entryFrom && given.entryTo && given.entryFrom >= given.entryTo) say("entryTo", m.r_entry_window());
  if (given.maxPerOrder < given.minPerOrder) say("maxPerOrder", m.r_max_below_min({ min: given.minPerOrder }));
  if (given.validity === "days" && given.validDays === null) say("validDays", m.v_required());
  if (given.perIdentityDay !== null && given.realName === "none") say("perIdentityDay", m.r_limit_needs_names());
  return { terms: { ...given, channels: channels.join(",") }, errors };
}

function channelsError(channels: readonly string[], known: readonly string[]): string | undefined {
  if (channels.length === 0) return m.v_required();
  const unknown = channels.find((channel) => !known.includes(channel));
  return unknown && m.r_unknown_channel({ channel: unknown });
}
