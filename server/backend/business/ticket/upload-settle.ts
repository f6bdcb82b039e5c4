/** A few passages without a line at once: all their tickets under lock, judged one after another, written in one statement. */
import { m } from "~/contract/messages";
import type { PastPass } from "~/contract/ticket/gate-rules/facts";
import { laneOf } from "~/contract/ticket/gate-rules/judge";
import { type Plan, planOf } from "~/contract/ticket/gate-rules/plan";
import { presenceOf } from "~/contract/ticket/gate-rules/presence";
import type { Judgement, VerdictReason } from "~/contract/ticket/gate-rules/reasons";
import { prepared } from "../../kernel/prepared";
import type { Call } from "../../kernel/served";
import { type FoundTicket, keyOf, lockTickets, ticketsOfCodes } from "./check-store";
import { type Attempt, type Decided, keep } from "./check-write";
import { judgeOther } from "./other-codes";

export interface OfflinePassing {
  attempt: Attempt;
  direction: "in" | "out" | undefined;
  /** Why the gate refused. */
  reason: VerdictReason | undefined;
}

type Caller = Pick<Call, "db" | "caller" | "secrets">;

/** Passages in the order in which they happened. */
export async function settle(call: Caller, passings: readonly OfflinePassing[]): Promise<Decided[]> {
  if (passings.length === 0) return [];
  const ids = await ticketsOfCodes(
    call.db,
    passings.map(({ attempt: { code, now } }) => ({ code, now })),
  );
  const others = await settleOthers(
    call,
    passings.filter(({ attempt: { code } }) => !ids.has(keyOf(code))),
  );
  const settled = new Set(others.map(({ attempt }) => attempt));
  const ofTickets = passings.filter(({ attempt }) => !settled.has(attempt));
  if (ofTickets.length === 0) return others;
  const tickets = new Map<number, FoundTicket>();
  for (const ticket of await lockTickets(call.db, [...new Set([...ids.values()].flat())]))
    tickets.set(ticket.id, ticket);
  // What was used before this batch is what the statement compares with; what the rules see moves on.
  const before = new Map([...tickets.values()].map((ticket) => [ticket.id, { ...ticket }]));
  const decided = ofTickets.map((passing): Decided => {
    const { attempt } = passing;
    const found = (ids.get(keyOf(attempt.code)) ?? []).flatMap((id) => tickets.get(id) ?? []);
    const { gate, code, people, now } = attempt;
    const { direction } = passing;
    // How many were in the park at that moment nobody knows any more, and they are in.
    const asked = { gate, code, ticketId: undefined, people, now, direction, inside: null, forced: false };
    const plan = attempt.opened === false ? refusedThere(planOf(found, asked), passing) : planOf(found, asked);
    const spoken = plan.ticket ?? (found.length === 1 ? (found[0] ?? null) : null);
    const pass = {
      at: now.toISOString(),
      direction: plan.direction,
      gateGroupId: plan.gate.gateGroupId,
      gate: gate.name,
    };
    for (const { ticket, ...went } of plan.admits) moveOn(ticket, { ...pass, ...went });
    if (plan.admits.length === 0 && attempt.opened && spoken)
      moveOn(spoken, { ...pass, people: people ?? 1, entries: 0 });
    return { attempt, plan: { ...plan, ticket: spoken } };
  });
  const written = decided.map(({ attempt, plan }) => ({
    attempt,
    plan: { ...plan, admits: plan.admits.map((one) => ({ ...one, ticket: before.get(one.ticket.id) ?? one.ticket })) },
  }));
  await keep(call, written);
  await settleExits(call, decided);
  return [...others, ...decided];
}

/** By what is no ticket, one after another: each is counted before the next is judged. Those that a code is none of are left out. */
async function settleOthers(call: Caller, passings: readonly OfflinePassing[]): Promise<Decided[]> {
  const decided: Decided[] = [];
  for (const passing of passings) {
    const { attempt } = passing;
    const { gate, code, now } = attempt;
    const people = attempt.people ?? 1;
    // How many were in the park at that moment nobody knows any more, and they are in.
    const asked = { gate, code, people, now, direction: laneOf(gate, passing.direction) };
    const judged = await judgeOther(call, asked);
    if (!judged) continue;
    const { no, name } = judged;
    const plan = {
      ...{ ...judged, admits: [], ticket: null, candidates: [], unfit: [] },
      ...(attempt.opened === false && refusalThere(passing, judged.admitted ? null : judged)),
    };
    const admitted = judged.admitted && attempt.opened !== false;
    const also = { no, name, admitted, people, visitors: judged.visitors ? people : 0 };
    const one = { attempt, plan, also };
    const [[passageId] = []] = await keep(call, [one]);
    if (admitted && passageId !== undefined) await judged.passed(passageId);
    await judged.noted();
    decided.push(one);
  }
  return decided;
}

function moveOn(ticket: FoundTicket, pass: PastPass): void {
  ticket.passes = [...ticket.passes, pass];
  ticket.used += pass.entries;
}

/** The gate let nobody through: what is kept is its own reason; the sentence is ours where the rules say the same. */
function refusedThere(plan: Plan<FoundTicket>, passing: OfflinePassing): Plan<FoundTicket> {
  const ticket = plan.ticket ?? plan.admits[0]?.ticket ?? null;
  const said = refusalThere(passing, plan.admits.length === 0 ? plan : null);
  return { ...plan, ...said, ticket, admits: [], candidates: [] };
}

/** `ours`: what the rules say, where they refuse as well. */
function refusalThere({ reason, attempt }: OfflinePassing, ours: Judgement | null): Judgement {
  if (ours && (reason === undefined || reason === ours.reason)) return { reason: ours.reason, message: ours.message };
  return { reason: reason ?? "blocked", message: m.verdict_refused_by_gate({ gate: attempt.gate.name }) };
}

interface OpenExit {
  id: number;
  ticketNo: string;
  at: Date;
  people: number;
}

/** An exit that was told before its entry is no conflict any more once the entry is there. */
async function settleExits({ db }: Caller, decided: readonly Decided[]): Promise<void> {
  const entered = new Map(
    decided
      .filter(({ plan }) => plan.direction === "in")
      .flatMap(({ plan }) => plan.admits.map(({ ticket }) => [ticket.ticketNo, ticket] as const)),
  );
  if (entered.size === 0) return;
  const open = await prepared<OpenExit>(db, openExits, [[...entered.keys()]]);
  const settled = open.filter(({ ticketNo, at, people }) => {
    const passes = entered.get(ticketNo)?.passes ?? [];
    return presenceOf(passes.filter((pass) => Date.parse(pass.at) < at.getTime())).inside >= people;
  });
  if (settled.length > 0) await prepared(db, settling, [settled.map(({ id }) => id)]);
}

const openExits = `
  select id, ticket_no as "ticketNo", at, people
  from passage_conflict
  where ticket_no = any ($1::text[])
    and ticket_no <> ''
    and state = 'open'
    and direction = 'out'
  order by at
`;

const settling = `
  update passage_conflict
  set state = 'settled', row_version = row_version + 1, updated_at = now(), decided_at = now()
  where id = any ($1::bigint[])
    and state = 'open'
`;
