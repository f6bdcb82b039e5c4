/** The rules of a ticket as sentences, as they stand on its type, on the ticket and beside a trial. */
import { m } from "../../messages";
import { weekdaysText } from "../weekdays";
import type { TicketRules } from "./facts";
import { sayOff } from "./off-days";
import { sayPoints } from "./points";

export interface SaidTerms {
  admissions: number;
  passInterval: number | null;
  gateGroupName: string;
  entryFrom: string | null;
  entryTo: string | null;
  slot: string;
  rules: TicketRules;
}

export function sayRules(terms: SaidTerms): string[] {
  const { persons = 1, perDay, perGroup, reentry = "none", reentries = 0, weekdays, offDays, useDays } = terms.rules;
  const { admissions, passInterval, gateGroupName: group, slot } = terms;
  const chosen = sayPoints(terms);
  const everywhere = [
    persons > 1 ? m.say_admissions_of({ n: admissions, persons }) : m.say_admissions({ n: admissions }),
    group === "" ? m.say_every_gate() : m.say_group({ group }),
    perGroup !== undefined && m.say_per_group({ n: perGroup }),
  ];
  return [
    ...(chosen === "" ? everywhere : [chosen]),
    weekdays && m.say_weekdays({ days: weekdaysText(weekdays) }),
    ...(offDays ?? []).map((off) => m.say_blackout({ days: sayOff(off) })),
    slot && m.say_slot({ slot }),
    sayGrace(terms.rules),
    sayHours(terms),
    useDays !== undefined && m.say_use_days({ n: useDays }),
    perDay !== undefined && m.say_per_day({ n: perDay }),
    passInterval ? m.say_interval({ n: passInterval }) : null,
    reentry === "day" && m.say_reentry_day(),
    reentry === "times" && m.say_reentry_times({ n: reentries }),
    reentry === "none" && m.say_reentry_none(),
    ...hintsOf(terms.rules),
  ].filter((sentence): sentence is string => typeof sentence === "string" && sentence !== "");
}

function sayHours({ entryFrom: from, entryTo: to }: SaidTerms): string {
  if (from && to) return to < from ? m.say_hours_past_midnight({ from, to }) : m.say_hours({ from, to });
  if (from) return m.say_hours_from({ from });
  return to ? m.say_hours_to({ to }) : "";
}

function sayGrace({ graceBefore: before = 0, graceAfter: after = 0 }: TicketRules): string {
  if (before > 0 && after > 0) return m.say_grace_both({ before, after });
  if (before > 0) return m.say_grace_before({ before });
  return after > 0 ? m.say_grace_after({ after }) : "";
}

/** What the keeper looks at before anybody goes through: the proof of a concession, and what the type asks for besides. */
export function hintsOf({ concession, hint }: TicketRules): string[] {
  return [...(concession ? [m.concession_of_ticket(concession)] : []), ...(hint ? [m.check_hint({ hint })] : [])];
}
