/** Which tickets of an order may become another type for a supplement, and why another may not. Pure. */
import { endOfDay } from "~/contract/business-time";
import { m } from "~/contract/messages";
import type { LineToChange, TicketToChange } from "./change";

/** Whatever its change rule says: who pays more for it gives nothing back. */
export function supplementWhyNot(ticket: TicketToChange, { name, terms }: LineToChange, now: Date): string {
  const { ticketNo, used, admissions, state, own, validTo, comboSet } = ticket;
  if (used > 0 || state === "used" || state === "partlyUsed") return m.supplement_used({ ticketNo, used, admissions });
  if (!own) return m.change_other_parks({ ticketNo });
  if (state === "expired" || (state === "issued" && now >= endOfDay(validTo)))
    return m.supplement_expired({ ticketNo });
  if (state !== "issued") return m.supplement_gone({ ticketNo });
  if (comboSet !== null) return m.supplement_combo({ name });
  return terms.group === undefined ? "" : m.supplement_group({ name });
}
