/** Who saw whose mobile or identity number unmasked: one entry of the audit log a thing, or one a page of them. */
import { sql } from "drizzle-orm";
import type { Call } from "./call";

interface Seen {
  id: number;
  label: string;
}

const look = "sensitive";

/** Of an entry of the audit trail: a look is none. */
export const changesOnly = `coalesce(after ->> 'seen', '') <> '${look}'`;
export const isChange = sql.raw(changesOnly);

export function noteUnmaskedView(call: Call, thing: string, seen: readonly Seen[]): void {
  const [first] = seen;
  if (!first) return;
  const single = seen.length === 1;
  const after = { seen: look, ...(!single && { of: seen.map(({ label }) => label) }) };
  call.audit({ thing, thingId: single ? first.id : 0, label: single ? first.label : "", after });
}
