/** What is read of a template once and kept: a template never changes. */
import { LastUsed } from "../../../last-used";
import type { Call } from "../../kernel/served";
import type { SessionRow } from "./read-session";

/** Template, area and the moment it was made, which tells it from another of its number after a restore. */
const keyOf = (corpCode: string, { templateId, templateMade }: SessionRow, areaId: number) =>
  `${corpCode}/${templateId}/${templateMade}/${areaId}`;

/** Reads it at the first call for a template, or an area of it; whoever gets it must not change it. */
export function ofTemplate<V>(read: (call: Call, session: SessionRow, areaId: number) => Promise<V>) {
  const known = new LastUsed<V>(300);
  return async (call: Call, session: SessionRow, areaId = 0): Promise<V> => {
    const key = keyOf(call.caller.corpCode, session, areaId);
    const value = known.get(key) ?? (await read(call, session, areaId));
    known.set(key, value);
    return value;
  };
}
