/** Reads and fills the inputs of what is set aside for channels: `part.<channel>`, empty for none. */
import type { FieldErrors } from "~/contract/errors";
import { m } from "~/contract/messages";
import type { Typed } from "~/form/submission.server";

interface Part {
  channel: string;
  places: number;
}

export function readParts(typed: Typed): { parts: Part[]; errors: FieldErrors } {
  const errors: FieldErrors = {};
  const parts = Object.entries(typed).flatMap(([name, value]): Part[] => {
    const channel = /^part\.([A-Za-z0-9-]{1,40})$/.exec(name)?.[1];
    const text = (value ?? "").trim();
    if (channel === undefined || text === "") return [];
    if (!/^\d{1,8}$/.test(text) || Number(text) > 10_000_000) errors[name] = [m.v_integer()];
    return Number(text) > 0 ? [{ channel, places: Number(text) }] : [];
  });
  return { parts, errors };
}

export const typedParts = (parts: readonly Part[]): Typed =>
  Object.fromEntries(parts.map(({ channel, places }) => [`part.${channel}`, String(places)]));
