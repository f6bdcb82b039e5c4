/** A few passages without a line at once: all their tickets under lock, judged one after another, written in one statement. */
import { m } from "~/contract/messages";
import type { Recognised } from "~/contract/ticket/gate-rules/code";
import type { PastPass } from "~/contract/ticket/gate-rules/facts";
import { type Plan, planOf } from "~/contract/ticket/gate-rules/plan";
import { presenceOf } from "~/contract/ticket/gate-rules/presence";
import type { Judgement, VerdictReason } from "~/contract/ticket/gate-rules/reasons";
import { prepared } from "../../kernel/prepared";
import type { Call } from "../../kernel/served";
import { type FoundTicket, keyOf, lockTickets, ticketsOfCodes } from "./check-store";
import { type Attempt, type Decided, keep } from "./check-write";
import { judgeOther, type OtherJudged } from "./other-codes";
import { wornTicket } from "./wristband";

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
  const worn = await wornAmong(call, ofTickets, ids);
  const tickets = new Map<number, FoundTicket>();
  for (const ticket of await lockTickets(call.db, [...new Set([...[...ids.values()].flat(), ...worn.values()])]))
    tickets.set(ticket.id, ticket);
  // What was used before this batch is what the statement compares with; what the rules see moves on.
  const before = new Map([...tickets.values()].map((ticket) => [ticket.id, { ...ticket }]));
  const decided = ofTickets.map((passing): Decided => {
    const { attempt } = passing;
    const band = tickets.get(worn.get(attempt) ?? 0);
    const found = band ? [band] : (ids.get(keyOf(attempt.code)) ?? []).flatMap((id) => tickets.get(id) ?? []);
    const { gate, people, now } = attempt;
    const code: Recognised = band ? { kind: "ticketNo", value: band.ticketNo } : attempt.code;
    const { direction } = passing;
    // How many were in the park at that moment nobody knows any more, and they are in.
    const asked = { gate, code, ticketId: undefined, people, now, direction, inside: null, forced: false };
    const plan = doneThere(planOf(found, asked), passing);
    const spoken = plan.ticket ?? (found.length === 1 ? (found[0] ?? null) : null);
    const pass = {
      at: now.toISOString(),
      direction: plan.direction,
      gateGroupId: plan.gate.gateGroupId,
      gate: gate.name,
    };
    for (const { ticket, ...went } of plan.admits) moveOn(ticket, { ...pass, ...went });
    if (plan.admits.length === 0 && attempt.opened && spoken && plan.reason !== "clockOff")
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

/** The tickets of wristbands, by what was scanned when: a band may stand for another since. */
async function wornAmong(
  { db }: Caller,
  passings: readonly OfflinePassing[],
  ids: ReadonlyMap<string, number[]>,
): Promise<Map<Attempt, number>> {
  const worn = new Map<Attempt, number>();
  for (const { attempt } of passings) {
    const { code, now } = attempt;
    if (ids.has(keyOf(code)) || (code.kind !== "unknown" && code.kind !== "identity")) continue;
    const id = await wornTicket(db, code, now);
    if (id !== null) worn.set(attempt, id);
  }
  return worn;
}

/** By what is no ticket, one after another: each is counted before the next is judged. Those that a code is none of are left out. */
async function settleOthers(call: Caller, passings: readonly OfflinePassing[]): Promise<Decided[]> {
  const decided: Decided[] = [];
  for (const passing of passings) {
    const { attempt } = passing;
    const { gate, code, now } = attempt;
    const people = attempt.people ?? 1;
    // How many were in the park at that moment nobody knows any more, and they are in.
    const asked = { gate, code, people, now, direction: passing.direction };
    const judged = await judgeOther(call, asked);
    if (!judged) continue;
    const { no, name } = judged;
    const plan = {
      ...{ ...judged, admits: [], ticket: null, candidates: [], unfit: [] },
      ...(attempt.opened === false && refusalThere(passing, judged.admitted ? null : judged)),
      ...attempt.doubt,
    };
    const admitted = judged.admitted && attempt.opened !== false && attempt.doubt === undefined;
    const also = { no, name, admitted, people, visitors: judged.visitors ? people : 0 };
    const one = { attempt, plan, also };
    const [[passageId] = []] = await keep(call, [one]);
    if (admitted && passageId !== undefined) await judged.passed(passageId);
    const walked = !admitted && attempt.opened === true && plan.reason !== "clockOff";
    if (walked && passageId !== undefined) await judged.walked(passageId);
    if (admitted || walked) await settleExitsOf(call, { judged, people, at: now });
    if (attempt.doubt === undefined) await judged.noted();
    decided.push(one);
  }
  return decided;
}

function moveOn(ticket: FoundTicket, pass: PastPass): void {
  ticket.passes = [...ticket.passes, pass];
  ticket.used += pass.entries;
}

/** As the rules say, but for what the gate did itself and for what nobody can judge. */
function doneThere(plan: Plan<FoundTicket>, passing: OfflinePassing): Plan<FoundTicket> {
  const { doubt, opened } = passing.attempt;
  if (doubt === undefined) return opened === false ? refusedThere(plan, passing) : plan;
  // Of an order nobody knows by which of its tickets they went.
  const [only, second] = plan.admits;
  const ticket = plan.ticket && second ? null : (plan.ticket ?? only?.ticket ?? null);
  return { ...plan, ...doubt, ticket, admits: [], candidates: [], unfit: [] };
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

/** The same of what is no ticket, by the number that stands beside its passages. */
async function settleExitsOf(
  { db }: Caller,
  { judged, people, at }: { judged: OtherJudged; people: number; at: Date },
): Promise<void> {
  const { no, direction, gate, passes } = judged;
  if (direction !== "in") return;
  const open = await prepared<OpenExit>(db, openExitsOf, [no, gate.parkId]);
  const went = [...passes, { at: at.toISOString(), direction, people, parkId: gate.parkId }].filter(
    ({ parkId }) => parkId === gate.parkId,
  );
  const settled = open.filter(
    (exit) => presenceOf(went.filter((pass) => Date.parse(pass.at) < exit.at.getTime())).inside >= exit.people,
  );
  if (settled.length > 0) await prepared(db, settling, [settled.map(({ id }) => id)]);
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
      .flatMap(walkedIn)
      .map((ticket) => [ticket.ticketNo, ticket] as const),
  );
  if (entered.size === 0) return;
  const open = await prepared<OpenExit>(db, openExits, [[...entered.keys()]]);
  const settled = open.filter(({ ticketNo, at, people }) => {
    const passes = entered.get(ticketNo)?.passes ?? [];
    return presenceOf(passes.filter((pass) => Date.parse(pass.at) < at.getTime())).inside >= people;
  });
  if (settled.length > 0) await prepared(db, settling, [settled.map(({ id }) => id)]);
}

/** The tickets that somebody went in on, as admitted or on a conflict. */
function walkedIn({ attempt, plan }: Decided): FoundTicket[] {
  if (plan.admits.length > 0) return plan.admits.map(({ ticket }) => ticket);
  return attempt.opened && plan.ticket ? [plan.ticket] : [];
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

const openExitsOf = `
  select id, ticket_no as "ticketNo", at, people
  from passage_conflict
  where ticket_no = ''
    and shown = $1
    and park_id = $2
    and state = 'open'
    and direction = 'out'
    and reason = 'notInside'
  order by at
`;

const settling = `
  update passage_conflict
  set state = 'settled', row_version = row_version + 1, updated_at = now(), decided_at = now()
  where id = any ($1::bigint[])
    and state = 'open'
`;
