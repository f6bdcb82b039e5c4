/** The table of cases of tickets, whole: what each leaves out is usual. */
import kept from "~/contract/ticket/gate-rules/cases.json";
import type { Closed } from "~/contract/ticket/gate-rules/closed";
import type { GateSnapshot, PastPass, TicketSnapshot } from "~/contract/ticket/gate-rules/facts";

export interface GateCase {
  name: string;
  ticket?: Partial<Omit<TicketSnapshot, "passes">>;
  gate?: Partial<Omit<GateSnapshot, "closures">> & {
    closures?: (Partial<Closed> & Pick<Closed, "firstDay" | "lastDay" | "reason">)[];
  };
  passes?: (Partial<PastPass> & { at: string; elsewhere?: boolean })[];
  at?: string;
  people?: number;
  holderMatches?: boolean;
  /** People in the park. */
  inside?: number;
  lane?: "in" | "out";
  expect: string;
  entries?: number;
  direction?: "in" | "out";
}

export const gateCases = kept as GateCase[];
export const momentOfCase = ({ at }: GateCase) => new Date(at ?? "2026-11-20T04:00:00Z");

export const usualTicket: TicketSnapshot = {
  ...{
    id: 1,
    ticketNo: "TK1",
    ticketTypeId: 1,
    ticketTypeName: "成人票",
    orderNo: "OD1",
    orderState: "paid",
    state: "issued",
  },
  ...{ parkId: 1, parkName: "云山", gateGroupId: null, gateGroupName: "" },
  ...{ validFrom: "2026-11-20", validTo: "2026-11-20", slot: "", entryFrom: null, entryTo: null },
  ...{ admissions: 1, used: 0, passInterval: null, rules: {}, restriction: null, passes: [] },
};

export const usualGate: GateSnapshot = {
  ...{ id: 1, name: "东门一号", parkId: 1, parkName: "云山", gateGroupId: 7, gateGroupName: "东门" },
  ...{ direction: "in", active: true, closures: [], momentMax: null },
};

export function gateOf({ gate: { closures = [], ...gate } = {} }: GateCase): GateSnapshot {
  const whole = { parkId: usualGate.parkId, ticketTypeId: null, slot: "" };
  return { ...usualGate, ...gate, closures: closures.map((closure) => ({ ...whole, ...closure })) };
}

export function passOf(pass: NonNullable<GateCase["passes"]>[number]): PastPass {
  const { at, direction = "in", people = 1, entries = direction === "in" ? people : 0, elsewhere = false } = pass;
  return { at, direction, people, entries, gateGroupId: elsewhere ? 8 : 7, gate: elsewhere ? "西门" : "东门一号" };
}

/** With the entries and the state that its passages left it. */
export function ticketOf({ ticket, passes = [] }: GateCase): TicketSnapshot {
  const told = passes.map(passOf);
  const used = told.reduce((sum, { entries }) => sum + entries, 0);
  const given = { ...usualTicket, ...ticket, used, passes: told };
  const state = used === 0 ? given.state : used >= given.admissions ? "used" : "partlyUsed";
  return { ...given, state };
}

/** Each as `judge(ticket, gate, { ...attempt, now: new Date(attempt.now) })` takes it, with what it shall answer. */
export const cases = gateCases.map((one) => {
  const { name, people = 1, holderMatches = true, inside = null, lane: direction, expect, entries } = one;
  return {
    ...{ name, ticket: ticketOf(one), gate: gateOf(one) },
    attempt: { now: momentOfCase(one).toISOString(), people, holderMatches, inside, direction },
    expected: { reason: expect, entries, direction: one.direction },
  };
});
