/** Tickets that choose among points: which of them are used, and which may still be chosen. Pure. */
import { m } from "../../messages";
import type { PastPass, TicketRules, TicketSnapshot } from "./facts";

/** What a select-point ticket says of its choice. `admissions` counts choices, `rules.perGroup` those of one point. */
export interface PointTerms {
  admissions: number;
  rules: TicketRules;
}

export interface PointUse {
  id: number;
  name: string;
  used: number;
  /** Choices that may still be made there: never more than are left in all. */
  left: number;
}

type Chosen = PointTerms & Pick<TicketSnapshot, "used"> & { passes: Pick<PastPass, "gateGroupId" | "entries">[] };

/** None of a ticket that chooses nothing. */
export function pointUses({ admissions, used, rules, passes }: Chosen): PointUse[] {
  const persons = Math.max(1, rules.persons ?? 1);
  const most = (rules.perGroup ?? admissions) * persons;
  const open = Math.max(0, admissions - used);
  return (rules.points ?? []).map(({ id, name }) => {
    const taken = passes.filter(({ gateGroupId }) => gateGroupId === id).reduce((sum, { entries }) => sum + entries, 0);
    return { id, name, used: taken, left: Math.min(open, Math.max(0, most - taken)) };
  });
}

/** Names of the points that may still be chosen; "" where there are none. */
export function pointsLeft(uses: readonly PointUse[]): string {
  return pointNames(uses.filter(({ left }) => left > 0));
}

/** Names with how often each was used. */
export function pointsUsed(uses: readonly PointUse[]): string {
  const used = uses.filter((use) => use.used > 0).map((use) => (use.used > 1 ? `${use.name} ×${use.used}` : use.name));
  return used.join(m.point_between());
}

export const pointNames = (points: readonly { name: string }[]): string =>
  points.map(({ name }) => name).join(m.point_between());

/** What a ticket of such terms admits to; "" of one that chooses nothing. */
export function sayPoints({ admissions, rules }: PointTerms): string {
  const { points, persons = 1, perGroup = admissions } = rules;
  if (!points) return "";
  const said = { each: perGroup, points: pointNames(points) };
  return persons > 1
    ? m.point_said_of({ ...said, persons, n: Math.floor(admissions / persons) })
    : m.point_said({ ...said, n: admissions });
}
