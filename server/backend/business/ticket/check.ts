/** Checking tickets at a gate: find, judge, admit by one conditional statement, and record every attempt. */
import { m } from "~/contract/messages";
import type { ParsedPayloadOf } from "~/contract/method";
import { checkTicket, type Verdict } from "~/contract/ticket/check";
import { Invalid, NotFound, Refusal } from "../../kernel/refusal";
import { ofEverybody } from "../../kernel/scope";
import { type Call, serve } from "../../kernel/served";
import {
  type Admission,
  type AttemptRow,
  admit,
  type FoundTicket,
  findAtGate,
  findTickets,
  recordRefusal,
} from "./check-store";
import { type Attempt, forceable, type GateSnapshot, type Judgement, judge } from "./check-verdict";
import { type Recognised, recognise } from "./ticket-code";

/** One attempt: from the check desk, or from a gate that was off the line for a while. */
export interface Passing {
  gate: GateSnapshot;
  code: Recognised;
  ticketId: number | undefined;
  people: number | undefined;
  now: Date;
  key: string;
  offline: boolean;
  /** Why somebody with the right overrules the verdict; "" when nobody does. */
  forceReason: string;
}

export const check = serve(checkTicket, (call, payload) => ofEverybody(call, () => checkOne(call, payload)));

async function checkOne(call: Call, payload: ParsedPayloadOf<typeof checkTicket>): Promise<Verdict> {
  const code = recognise(payload.code);
  const at = await findAtGate(call.db, payload.gateId, code, payload.ticketId);
  // Who has chosen a park checks there; told before anything is written.
  if (!at || !worksIn(call, at.gate.parkId)) throw new NotFound(m.refused_no_gate());
  if (payload.force && !(await call.may("check:force")))
    throw new Invalid({ forceReason: [m.refused_no_force_right()] });
  const forceReason = payload.force ? (payload.forceReason ?? "") : "";
  if (payload.force && forceReason === "") throw new Invalid({ forceReason: [m.refused_force_reason()] });
  const passing: Passing = {
    gate: at.gate,
    code,
    ticketId: payload.ticketId,
    people: payload.people,
    now: call.now,
    key: payload.idempotencyKey,
    offline: false,
    forceReason,
  };
  return passFound(call, passing, at.found);
}

/** Whether a park is the one that the session has chosen, if it has. */
export function worksIn({ caller: { park } }: Call, parkId: number): boolean {
  return park === null || park.id === parkId;
}

export async function pass(call: Call, passing: Passing): Promise<Verdict> {
  return passFound(call, passing, await findTickets(call.db, passing.code, passing.ticketId));
}

async function passFound(call: Call, passing: Passing, found: readonly FoundTicket[]): Promise<Verdict> {
  const plan = planOf(found, passing);
  const [only] = plan.admits;
  if (!only) return refuse(call, passing, plan, found);
  // A person's number finds tickets of many orders and locks none: now that the ticket is known, once more under its lock.
  if (passing.code.kind === "identity" && passing.ticketId === undefined)
    return pass(call, { ...passing, ticketId: only.ticket.id });
  const passages = await admit(call, attemptRow(passing, plan), plan.admits);
  if (passages.length === plan.admits.length) return admitted(plan, passages);
  // Another gate was first. One ticket: judge it again as it is now. Several: none of them enters on a guess.
  if (plan.admits.length > 1) throw new Refusal(m.refused_same_moment());
  const again = await findTickets(call.db, passing.code, passing.ticketId);
  const second = planOf(again, passing);
  if (second.admits.length > 0) throw new Refusal(m.refused_same_moment());
  return refuse(call, passing, second, again);
}

export interface Plan extends Judgement {
  admits: Admission[];
  /** The ticket that the verdict speaks of. */
  ticket: FoundTicket | null;
  candidates: FoundTicket[];
}

/** Decides from what was found; changes nothing. */
export function planOf(found: readonly FoundTicket[], passing: Passing): Plan {
  const { code, gate } = passing;
  if (found.length === 0) return { ...unknown(code), admits: [], ticket: null, candidates: [] };
  if (code.kind === "orderNo" && passing.ticketId === undefined && found.length > 1) return planOrder(found, passing);
  const judged = found.map((ticket) => ({ ticket, ...judge(ticket, gate, attemptOn(ticket, passing)) }));
  const good = judged.filter(({ reason }) => reason === "ok");
  if (good.length > 1) {
    const candidates = good.map(({ ticket }) => ticket);
    const message = m.verdict_ambiguous({ count: candidates.length });
    return { reason: "ambiguous", message, admits: [], ticket: null, candidates };
  }
  const [best] =
    good.length === 1 ? good : judged.toSorted((a, b) => nearness(b.ticket, passing) - nearness(a.ticket, passing));
  if (!best) return { ...unknown(code), admits: [], ticket: null, candidates: [] };
  const { ticket, reason, message } = best;
  const people = passing.people ?? 1;
  if (reason === "ok") return { reason, message, ticket, candidates: [], admits: [admissionOf(ticket, people, gate)] };
  if (passing.forceReason !== "" && forceable.has(reason)) {
    const forced = m.verdict_forced({ people, why: message });
    return { reason: "forced", message: forced, ticket, candidates: [], admits: [admissionOf(ticket, people, gate)] };
  }
  return { reason, message, admits: [], ticket, candidates: [] };
}

/** An order's tickets go in one person each: as many as asked for, all that may when no number is given. */
function planOrder(found: readonly FoundTicket[], passing: Passing): Plan {
  const { gate } = passing;
  const judged = found.map((ticket) => ({
    ticket,
    ...judge(ticket, gate, { ...attemptOn(ticket, passing), people: 1 }),
  }));
  const good = judged.filter(({ reason }) => reason === "ok").map(({ ticket }) => ticket);
  const [first] = judged;
  if (good.length === 0 && first) {
    return { reason: first.reason, message: first.message, admits: [], ticket: first.ticket, candidates: [] };
  }
  const people = passing.people ?? good.length;
  const orderNo = good[0]?.orderNo ?? "";
  if (people > good.length) {
    const message = m.verdict_order_too_many({ orderNo, left: good.length, people });
    return { reason: "usedUp", message, admits: [], ticket: null, candidates: [...good] };
  }
  const types = new Set(good.map(({ ticketTypeName }) => ticketTypeName));
  if (people < good.length && types.size > 1) {
    const message = m.verdict_ambiguous({ count: good.length });
    return { reason: "ambiguous", message, admits: [], ticket: null, candidates: good };
  }
  const chosen = good.slice(0, people);
  return {
    reason: "ok",
    message: m.verdict_order_ok({ orderNo, people }),
    admits: chosen.map((ticket) => admissionOf(ticket, 1, gate)),
    ticket: chosen[0] ?? null,
    candidates: [],
  };
}

function attemptOn(ticket: FoundTicket, { now, people, code }: Passing): Attempt {
  const holderMatches = code.kind !== "identity" || ticket.holderIdentity.toUpperCase() === code.value;
  return { now, people: people ?? 1, holderMatches };
}

function admissionOf(ticket: FoundTicket, people: number, gate: GateSnapshot): Admission {
  const left = gate.direction === "out" ? 0 : Math.max(0, ticket.admissions - ticket.used);
  return { ticket, people, entries: Math.min(left, people) };
}

/** Of several tickets that all say no, the one whose days lie nearest speaks. */
function nearness(ticket: FoundTicket, { now }: Passing): number {
  return -Math.abs(Date.parse(ticket.validFrom) - now.getTime());
}

function unknown({ kind, value }: Recognised): Judgement {
  const reason = "unknown";
  if (kind === "mistyped") return { reason, message: m.verdict_mistyped({ code: value }) };
  if (kind === "identity") return { reason, message: m.verdict_no_holder() };
  return { reason, message: m.verdict_unknown({ code: value.slice(0, 40) }) };
}

function attemptRow({ gate, code, key, now, offline, forceReason }: Passing, { reason, message }: Plan): AttemptRow {
  return { gate, code, key, now, offline, reason, message, forceReason };
}

async function refuse(call: Call, passing: Passing, plan: Plan, found: readonly FoundTicket[]): Promise<Verdict> {
  const ticket = plan.ticket ?? (found.length === 1 ? (found[0] ?? null) : null);
  const passageIds = await recordRefusal(call, attemptRow(passing, plan), ticket, passing.people ?? 1);
  return {
    admitted: false,
    reason: plan.reason,
    message: plan.message,
    passed: 0,
    passageIds,
    ticket: ticket && viewOf(ticket, 0),
    candidates: plan.candidates.map(candidateOf),
  };
}

function admitted(plan: Plan, passageIds: number[]): Verdict {
  const [first] = plan.admits;
  return {
    admitted: true,
    reason: plan.reason,
    message: plan.message,
    passed: plan.admits.reduce((sum, { people }) => sum + people, 0),
    passageIds,
    ticket: first ? viewOf(first.ticket, first.entries) : null,
    candidates: [],
  };
}

function viewOf(ticket: FoundTicket, entries: number): NonNullable<Verdict["ticket"]> {
  const used = ticket.used + entries;
  return {
    id: ticket.id,
    ticketNo: ticket.ticketNo,
    ticketTypeName: ticket.ticketTypeName,
    holderName: ticket.holderName,
    admissions: ticket.admissions,
    used,
    left: Math.max(0, ticket.admissions - used),
    visitDay: ticket.visitDay,
    slot: ticket.slot,
  };
}

function candidateOf(ticket: FoundTicket): Verdict["candidates"][number] {
  const { id, ticketNo, ticketTypeName, state } = ticket;
  return { id, ticketNo, ticketTypeName, left: Math.max(0, ticket.admissions - ticket.used), state };
}
