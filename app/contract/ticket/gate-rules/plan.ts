/** What becomes of an attempt, of however many tickets its code stands for. Pure, as {@link judge}. */
import { m } from "../../messages";
import type { Recognised } from "./code";
import { shownCode } from "./code";
import type { GateSnapshot, TicketSnapshot } from "./facts";
import { judge, roomWhyNot, type Verdict } from "./judge";
import { forceable, type Judgement } from "./reasons";

export interface Asked {
  gate: GateSnapshot;
  code: Recognised;
  /** The one that was chosen among several. */
  ticketId: number | undefined;
  people: number | undefined;
  now: Date;
  direction?: "in" | "out" | undefined;
  /** People in the gate's park; null where entry does not stop by their number, or it is over. */
  inside: number | null;
  /** The same of the other parks that share the gate. */
  insideOf?: ReadonlyMap<number, number | null> | undefined;
  /** Somebody with the right overrules the verdict. */
  forced: boolean;
}

export interface Admission<T> {
  ticket: T;
  /** Who goes through. */
  people: number;
  /** Taken from the ticket: none at an exit, fewer than people where a forced pass finds too few. */
  entries: number;
}

export interface Unfit<T> extends Judgement {
  ticket: T;
}

export interface Plan<T> extends Judgement {
  /** As the park sees it whose tickets were asked for: passages count there. */
  gate: GateSnapshot;
  direction: "in" | "out";
  admits: Admission<T>[];
  /** The ticket that the verdict speaks of. */
  ticket: T | null;
  /** To choose from. */
  candidates: T[];
  /** Of an order, the tickets that do not go through here, each with its reason. */
  unfit: Unfit<T>[];
}

type Held = TicketSnapshot & { holderDocument: string; holderCountry: string; holderIdentity: string };

interface Judged<T> extends Verdict {
  ticket: T;
}

/** At a gate that parks share, the first park in its order whose tickets go through takes them, and no other. */
export function planOf<T extends Held>(found: readonly T[], asked: Asked): Plan<T> {
  const { gate } = asked;
  if (!gate.shared?.length) return planIn(found, asked);
  const served = new Set(gate.shared.map(({ parkId }) => parkId));
  const plans = gate.shared.flatMap((face) => {
    const isOwn = face.parkId === gate.parkId;
    const own = found.filter(({ parkId }) => parkId === face.parkId || (isOwn && !served.has(parkId)));
    if (own.length === 0) return [];
    const inside = isOwn ? asked.inside : (asked.insideOf?.get(face.parkId) ?? null);
    const plan = planIn(own, { ...asked, gate: { ...gate, ...face }, inside });
    return [{ ...plan, message: m.verdict_at_park({ park: face.parkName, message: plan.message }) }];
  });
  const best = plans.find(({ admits }) => admits.length > 0) ?? plans.find(({ candidates }) => candidates.length > 0);
  return best ?? plans[0] ?? planIn(found, asked);
}

function planIn<T extends Held>(found: readonly T[], asked: Asked): Plan<T> {
  const { code, gate } = asked;
  if (code.kind === "identity" && asked.ticketId === undefined) {
    const own = found.filter((ticket) => isHeldBy(ticket, code));
    if (own.length < found.length) return planIn(own, asked);
    if (ofSeveralPeople(own)) {
      const message = m.verdict_ambiguous_document({ count: own.length });
      return { ...nothing(gate), reason: "ambiguous", message, candidates: own };
    }
  }
  const [first] = found;
  if (!first) return { ...nothing(gate), ...unknown(code) };
  const ofSeveral = asked.ticketId === undefined && found.length > 1;
  if (ofSeveral && code.kind === "orderNo") return planOrder(found, asked);
  const judged = found.map((ticket) => judged1(ticket, asked, asked.people ?? 1));
  const good = judged.filter(({ reason }) => reason === "ok");
  // Named once for all on one order, a person stands for as many tickets of it as go through.
  const together = asked.people !== undefined && ofSeveral ? ofOneOrder(found, asked) : null;
  if (together) return planOrder(together, asked);
  if (good.length > 1) {
    const candidates = good.map(({ ticket }) => ticket);
    return { ...nothing(gate), reason: "ambiguous", message: m.verdict_ambiguous({ count: good.length }), candidates };
  }
  const [best] =
    good.length === 1 ? good : judged.toSorted((a, b) => nearness(b.ticket, asked) - nearness(a.ticket, asked));
  if (!best) return { ...nothing(gate), ...unknown(code) };
  const people = asked.people ?? 1;
  const plan = { ...nothing<T>(gate), direction: best.direction, ticket: best.ticket };
  if (best.reason === "ok") {
    const admits = [{ ticket: best.ticket, people, entries: best.entries }];
    return { ...plan, reason: "ok", message: best.message, admits };
  }
  if (asked.forced && forceable.has(best.reason)) {
    const message = m.verdict_forced({ people, why: best.message });
    return { ...plan, reason: "forced", message, admits: [forcedOn(best, people)] };
  }
  return { ...plan, reason: best.reason, message: best.message };
}

/**
 * An order's tickets: as many people as asked for, all that may when no number is given. Whether the park bears them is
 * asked of all together.
 */
function planOrder<T extends Held>(found: readonly T[], { inside, ...rest }: Asked): Plan<T> {
  const asked: Asked = { ...rest, inside: null };
  const judged = found.map((ticket) => judged1(ticket, asked, 1));
  const fits = judged.filter(({ reason }) => reason === "ok");
  const overruled = asked.forced ? judged.filter(({ reason }) => forceable.has(reason)) : [];
  // Those that go through anyway are used first.
  const may = [...fits, ...overruled];
  const unfit = judged
    .filter((one) => !may.includes(one))
    .map(({ ticket, reason, message }) => ({ ticket, reason, message }));
  const [first] = may;
  // Of several reasons, one that may be overruled speaks: who comes late is no refund.
  const no = judged.find(({ reason }) => forceable.has(reason)) ?? judged[0];
  const plan = { ...nothing<T>(asked.gate), unfit };
  if (!first) {
    return {
      ...plan,
      reason: no?.reason ?? "unknown",
      message: no?.message ?? "",
      ticket: no?.ticket ?? null,
      unfit: unfit.filter(({ ticket }) => ticket !== no?.ticket),
    };
  }
  const room = may.map((one) => ({ one, usual: usualPeople(one, asked), most: mostPeople(one, asked) }));
  const people = asked.people ?? room.reduce((sum, { usual }) => sum + usual, 0);
  const left = room.reduce((sum, { most }) => sum + most, 0);
  const { orderNo } = first.ticket;
  const candidates = may.map(({ ticket }) => ticket);
  const tooMany = people > left ? withUnfit(m.verdict_order_too_many({ orderNo, left, people }), unfit.length) : null;
  if (tooMany !== null && !asked.forced) return { ...plan, reason: "usedUp", message: tooMany, candidates };
  const types = new Set(candidates.map(({ ticketTypeName }) => ticketTypeName));
  if (asked.people !== undefined && people < may.length && types.size > 1) {
    return { ...plan, reason: "ambiguous", message: m.verdict_ambiguous({ count: may.length }), candidates };
  }
  const admits = spread(room, Math.min(people, left), asked);
  const last = admits.at(-1);
  // Who is one too many goes in with the last ones, on no entry.
  if (last && people > left) last.people += people - left;
  const full = first.direction === "in" ? roomWhyNot(asked.gate, { inside, people }) : null;
  if (full && !asked.forced) return { ...plan, ...full, ticket: first.ticket };
  const isForced =
    tooMany !== null || full !== null || admits.some(({ ticket }) => !fits.some((one) => one.ticket === ticket));
  const said =
    first.direction === "out" ? m.verdict_order_exit({ orderNo, people }) : m.verdict_order_ok({ orderNo, people });
  return {
    ...plan,
    direction: first.direction,
    reason: isForced ? "forced" : "ok",
    message: isForced
      ? m.verdict_forced({ people, why: full?.message ?? tooMany ?? no?.message ?? "" })
      : withUnfit(said, unfit.length),
    admits,
    ticket: admits[0]?.ticket ?? null,
  };
}

interface Room<T> {
  one: Judged<T>;
  usual: number;
  most: number;
}

/** One each (a family ticket: its people); then what is left to those that take more. */
function spread<T extends Held>(room: readonly Room<T>[], people: number, asked: Asked): Admission<T>[] {
  let rest = people;
  const shares = room.map(({ usual }) => {
    const share = Math.min(usual, rest);
    rest -= share;
    return share;
  });
  room.forEach(({ most }, index) => {
    const more = Math.min(most - (shares[index] ?? 0), rest);
    shares[index] = (shares[index] ?? 0) + more;
    rest -= more;
  });
  return room.flatMap(({ one }, index) => {
    const share = shares[index] ?? 0;
    if (share === 0) return [];
    if (one.reason !== "ok") return [forcedOn(one, share)];
    return [{ ticket: one.ticket, people: share, entries: judged1(one.ticket, asked, share).entries }];
  });
}

function usualPeople<T extends Held>({ ticket, reason }: Judged<T>, asked: Asked): number {
  const persons = ticket.rules.persons ?? 1;
  if (reason !== "ok") return Math.min(persons, entriesLeft(ticket)) || 1;
  return persons > 1 && judged1(ticket, asked, persons).reason === "ok" ? persons : 1;
}

/** Verdicts only grow worse with more people, so the last good number is found by halves. */
function mostPeople<T extends Held>({ ticket, reason }: Judged<T>, asked: Asked): number {
  if (reason !== "ok") return entriesLeft(ticket) || 1;
  let good = 1;
  let bad = Math.max(ticket.admissions, ticket.rules.persons ?? 1) + 1;
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2);
    if (judged1(ticket, asked, middle).reason === "ok") good = middle;
    else bad = middle;
  }
  return good;
}

function judged1<T extends Held>(ticket: T, { gate, code, now, direction, inside }: Asked, people: number): Judged<T> {
  const holderMatches = code.kind !== "identity" || isHeldBy(ticket, code);
  return { ticket, ...judge(ticket, gate, { now, people, holderMatches, direction, inside }) };
}

/** A number without its country is anybody's who has that number. */
function isHeldBy({ holderIdentity, holderCountry }: Held, code: { value: string; country: string }): boolean {
  return holderIdentity === code.value && (code.country === "" || code.country === holderCountry);
}

/** Whether tickets that a number found are of several people: of two countries, or of different kinds of documents. */
function ofSeveralPeople(found: readonly Held[]): boolean {
  return new Set(found.map(({ holderDocument, holderCountry }) => `${holderDocument}/${holderCountry}`)).size > 1;
}

function forcedOn<T extends Held>({ ticket, direction }: Judged<T>, people: number): Admission<T> {
  const left = direction === "out" ? 0 : entriesLeft(ticket);
  return { ticket, people, entries: Math.min(left, people) };
}

const entriesLeft = ({ admissions, used }: TicketSnapshot) => Math.max(0, admissions - used);

function withUnfit(message: string, count: number): string {
  return count === 0 ? message : `${message} ${m.verdict_unfit({ count })}`;
}

/** The good tickets of a person where they are of one order and one type; null where there is something to choose. */
function ofOneOrder<T extends Held>(found: readonly T[], asked: Asked): T[] | null {
  const good = found.filter((ticket) => judged1(ticket, asked, 1).reason === "ok");
  const kinds = new Set(good.map(({ orderNo, ticketTypeName }) => `${orderNo} ${ticketTypeName}`));
  return good.length > 1 && kinds.size === 1 ? good : null;
}

/** Of several tickets that all say no, the one whose days lie nearest speaks. */
function nearness(ticket: TicketSnapshot, { now }: Asked): number {
  return -Math.abs(Date.parse(ticket.validFrom) - now.getTime());
}

function nothing<T>(gate: GateSnapshot): Plan<T> {
  const way = gate.direction === "out" ? "out" : "in";
  return { gate, reason: "unknown", message: "", direction: way, admits: [], ticket: null, candidates: [], unfit: [] };
}

function unknown(code: Recognised): Judgement {
  const reason = "unknown";
  if (code.kind === "mistyped") return { reason, message: m.verdict_mistyped({ code: code.value }) };
  if (code.kind === "identity") return { reason, message: m.verdict_no_holder() };
  return { reason, message: m.verdict_unknown({ code: shownCode(code) }) };
}
