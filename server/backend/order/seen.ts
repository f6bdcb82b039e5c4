/** Who saw whose mobile or identity number unmasked: one entry of the audit log a thing, or one a page of them. */
import type { Call } from "../kernel/served";

interface Seen {
  id: number;
  label: string;
}

export function noteSeen(call: Call, thing: string, seen: readonly Seen[]): void {
  const [first] = seen;
  if (!first) return;
  const single = seen.length === 1;
  const after = { seen: "sensitive", ...(!single && { of: seen.map(({ label }) => label) }) };
  call.audit({ thing, thingId: single ? first.id : 0, label: single ? first.label : "", after });
}
