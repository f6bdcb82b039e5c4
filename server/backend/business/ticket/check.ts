/** Checking tickets at a gate: find, judge by the rules, keep what came of it. */
import { m } from "~/contract/messages";
import type { ParsedPayloadOf } from "~/contract/method";
import { checkTicket, type Verdict } from "~/contract/ticket/check";
import type { Recognised } from "~/contract/ticket/gate-rules/code";
import type { GateSnapshot, PastPass } from "~/contract/ticket/gate-rules/facts";
import { type Plan, planOf } from "~/contract/ticket/gate-rules/plan";
import { pointUses } from "~/contract/ticket/gate-rules/points";
import { lastEntry } from "~/contract/ticket/gate-rules/presence";
import { forceable, type VerdictReason } from "~/contract/ticket/gate-rules/reasons";
import { stamp } from "../../kernel/business-time";
import { maskIdentity } from "../../kernel/mask";
import { Invalid, NotFound, Refusal } from "../../kernel/refusal";
import { ofEverybody } from "../../kernel/scope";
import type { SecretBox } from "../../kernel/secret-box";
import { type Call, serve } from "../../kernel/served";
import { noteUnmaskedView } from "../../kernel/unmasked-views";
import { peopleInside } from "./capacity";
import { type AtGate, type FoundTicket, findAtGate, type KnownPassage, leftOfSet, lockTickets } from "./check-store";
import { type Attempt, keep } from "./check-write";
import { judgeOther, saidElsewhere } from "./other-codes";
import { presenceIn } from "./presence-seen";
import { recogniseAt } from "./signed-codes";
import { wornTicket } from "./wristband";

export const check = serve(checkTicket, (call, payload) => ofEverybody(call, () => checkOne(call, payload)), {
  keyLast: true,
});

type Asked = ParsedPayloadOf<typeof checkTicket>;

async function checkOne(call: Call, payload: Asked): Promise<Verdict> {
  const code = await recogniseAt(call.db, call.caller.corpCode, payload.code);
  const { gateId, ticketId, idempotencyKey: key } = payload;
  const at = await findAtGate(call.db, { gateId, code, ticketId, key, now: call.now });
  // Who has chosen a park checks there; told before anything is written.
  if (!at || !worksAt(call, at.gate)) throw new NotFound(m.refused_no_gate());
  if (payload.force && !(await call.may("check:force")))
    throw new Invalid({ forceReason: [m.refused_no_force_right()] });
  const forceReason = payload.force ? (payload.forceReason ?? "") : "";
  if (payload.force && forceReason === "") throw new Invalid({ forceReason: [m.refused_force_reason()] });
  return passAt(call, at, { ...payload, code, note: forceReason });
}

export interface Passing {
  code: Recognised;
  ticketId?: number | undefined;
  people?: number | undefined;
  direction?: "in" | "out" | undefined;
  /** Why somebody with the right overrules the verdict; "" when nobody does. */
  note: string;
  idempotencyKey: string;
  deviceId?: number;
}

/** At a gate with a line: judged and written as of now. */
export async function passAt(call: Call, at: AtGate, passing: Passing): Promise<Verdict> {
  const { gate } = at;
  const { code, people, direction, note, ticketId } = passing;
  const codeMark = markOf(call, code);
  if (at.known) return toldAgain(at.known, { codeMark, people });
  const insideOf = await peopleWhereEntryStops(call, gate);
  const inside = insideOf.get(gate.parkId) ?? null;
  const other = at.found.length === 0 ? await passOther(call, at, { ...passing, codeMark, insideOf }) : null;
  if (other) return other;
  const asked = { gate, code, ticketId, people, now: call.now, direction, inside, insideOf, forced: note !== "" };
  let found = at.found;
  const band = found.length === 0 ? await wornAt(call, code) : null;
  if (band) {
    found = [band];
    // It stands for one ticket, whatever else it looks like.
    asked.code = { kind: "ticketNo", value: band.ticketNo };
  }
  let plan = planOf(found, asked);
  // A person's number finds tickets of many orders and locks none: now that they are known, once more under their locks.
  if (code.kind === "identity" && ticketId === undefined && plan.admits.length > 0) {
    found = await lockTickets(
      call.db,
      plan.admits.map(({ ticket }) => ticket.id),
    );
    plan = planOf(found, found.length === 1 ? { ...asked, ticketId: found[0]?.id } : asked);
  }
  const attempt: Attempt = {
    ...{ gate, code, codeMark, key: passing.idempotencyKey, people, now: call.now, offline: false, opened: null, note },
    ...(passing.deviceId !== undefined && { deviceId: passing.deviceId }),
  };
  if (plan.reason === "unknown") plan = { ...plan, message: (await saidElsewhere(call, code.value)) ?? plan.message };
  const spoken = plan.ticket ?? (found.length === 1 ? (found[0] ?? null) : null);
  const [passageIds = []] = await keep(call, [{ attempt, plan: { ...plan, ticket: spoken } }]);
  return verdictOf(call, plan, { spoken, passageIds, gateGroupId: plan.gate.gateGroupId });
}

/** The ticket of a wristband, under the lock of its order; null where the code is none. */
async function wornAt({ db, now }: Call, code: Recognised): Promise<FoundTicket | null> {
  if (code.kind !== "unknown" && code.kind !== "identity") return null;
  const id = await wornTicket(db, code, now);
  return id === null ? null : ((await lockTickets(db, [id]))[0] ?? null);
}

/** By a card, where the code stands for no ticket: judged by whoever owns it, and kept as every passage is. */
async function passOther(
  call: Call,
  at: AtGate,
  { code, codeMark, insideOf, note, ...passing }: Passing & { codeMark: string; insideOf: Map<number, number | null> },
): Promise<Verdict | null> {
  const people = passing.people ?? 1;
  const { direction: lane } = passing;
  const judged = await judgeOther(call, { gate: at.gate, code, people, direction: lane, now: call.now, insideOf });
  if (!judged) return null;
  const { no, name, card, gate, admitted, reason, message, direction } = judged;
  const visitors = judged.visitors ? people : 0;
  const nothing = { admits: [], ticket: null, candidates: [], unfit: [] };
  const attempt: Attempt = {
    ...{ gate, code, codeMark, key: passing.idempotencyKey, people: passing.people, now: call.now, offline: false },
    ...{ opened: null, note, ...(passing.deviceId !== undefined && { deviceId: passing.deviceId }) },
  };
  const plan = { ...nothing, gate, reason, message, direction };
  const [passageIds = []] = await keep(call, [{ attempt, plan, also: { no, name, admitted, people, visitors } }]);
  const [passageId] = passageIds;
  if (admitted && passageId !== undefined) await judged.passed(passageId);
  await judged.noted();
  const passed = admitted ? people : 0;
  const rest = { ticket: null, mayForce: false, candidates: [], unfit: [] };
  return { admitted, reason, message, direction, passed, passageIds, card, ...rest };
}

/** By park, of those that stop at a number of people and whose gates count who leaves. */
async function peopleWhereEntryStops({ db, now }: Call, gate: GateSnapshot): Promise<Map<number, number | null>> {
  const stops = [gate, ...(gate.shared ?? [])].filter(({ momentMax }) => momentMax !== null);
  if (stops.length === 0 || gate.direction === "out") return new Map();
  const parks = await peopleInside(db, [...new Set(stops.map(({ parkId }) => parkId))], now);
  return new Map(parks.map(({ parkId, countsExits, inside }) => [parkId, countsExits ? inside : null]));
}

/** Whether a gate takes tickets of the park that the session has chosen, if it has. */
export function worksAt(call: Pick<Call, "caller">, { parkId, shared = [] }: GateSnapshot): boolean {
  return worksIn(call, parkId) || shared.some((face) => worksIn(call, face.parkId));
}

/** Whether a park is the one that the session has chosen, if it has. */
export function worksIn({ caller: { park } }: Pick<Call, "caller">, parkId: number): boolean {
  return park === null || park.id === parkId;
}

/** To find a code again that may not be kept. */
export function markOf({ secrets, caller }: { secrets: SecretBox; caller: Call["caller"] }, code: Recognised): string {
  return secrets.mark(code.value, `passage/${caller.corpCode}`);
}

/** Whether a number stands for the same passage. Who judges without a line may say how many, where the question had left that open. */
export function isSame(
  known: KnownPassage,
  { codeMark, people }: { codeMark: string; people: number | undefined },
): boolean {
  const samePeople = known.people === null || people === undefined || known.people === people;
  return known.codeMark === codeMark && samePeople;
}

/** Of a passage whose answer was lost, and which was uploaded meanwhile. */
function toldAgain(known: KnownPassage, now: { codeMark: string; people: number | undefined }): Verdict {
  if (!isSame(known, now)) throw new Refusal(m.ops_key_reused());
  const { admitted, message, direction } = known;
  const nothing = { passageIds: [], ticket: null, card: null, mayForce: false, candidates: [], unfit: [] };
  const passed = admitted ? (known.passed ?? known.people ?? 1) : 0;
  return { admitted, reason: known.reason as VerdictReason, message, direction, passed, ...nothing };
}

async function verdictOf(
  call: Call,
  plan: Plan<FoundTicket>,
  { spoken, passageIds, gateGroupId }: { spoken: FoundTicket | null; passageIds: number[]; gateGroupId: number | null },
): Promise<Verdict> {
  const [first] = plan.admits;
  const { reason, message, direction } = plan;
  const shown = first?.ticket ?? spoken;
  return {
    admitted: plan.admits.length > 0,
    reason,
    message,
    direction,
    passed: plan.admits.reduce((sum, { people }) => sum + people, 0),
    passageIds,
    card: null,
    ticket:
      shown &&
      (await viewOf(call, shown, { direction, people: first?.people ?? 0, entries: first?.entries ?? 0, gateGroupId })),
    mayForce:
      !first &&
      (spoken !== null || plan.candidates.length > 0) &&
      forceable.has(reason) &&
      (await call.may("check:force")),
    candidates: plan.candidates.map(candidateOf),
    unfit: plan.unfit.map((one) => ({
      ticketNo: one.ticket.ticketNo,
      ticketTypeName: one.ticket.ticketTypeName,
      reason: one.reason,
      message: one.message,
    })),
  };
}

/** As it was found, so that the last passage is the one before this attempt. An exit is none. */
async function viewOf(
  call: Call,
  ticket: FoundTicket,
  now: Pick<PastPass, "direction" | "people" | "entries" | "gateGroupId">,
): Promise<NonNullable<Verdict["ticket"]>> {
  const used = ticket.used + now.entries;
  const points = pointUses({ ...ticket, used, passes: [...ticket.passes, now] });
  const { holderIdentity: identity } = ticket;
  const passed = now.people > 0 ? [{ ...now, at: call.now.toISOString(), gate: "" }] : [];
  const last = lastEntry(ticket.passes);
  const maySee = identity !== "" && (await call.may("sensitive:view"));
  if (maySee) noteUnmaskedView(call, "ticket", [{ id: ticket.id, label: ticket.ticketNo }]);
  return {
    id: ticket.id,
    ticketNo: ticket.ticketNo,
    ticketTypeName: ticket.ticketTypeName,
    holderName: ticket.holderName,
    holderDocument: ticket.holderDocument,
    holderCountry: ticket.holderCountry,
    holderIdentity: maySee ? identity : maskIdentity(identity),
    lastPass: last && {
      at: stamp(last.at),
      gate: last.gate,
      minutesAgo: Math.max(0, Math.floor((call.now.getTime() - Date.parse(last.at)) / 60_000)),
    },
    presence: presenceIn([...ticket.passes, ...passed]),
    admissions: ticket.admissions,
    used,
    left: Math.max(0, ticket.admissions - used),
    visitDay: ticket.visitDay,
    slot: ticket.slot,
    points: points.map(({ id: _, ...point }) => point),
    hint: ticket.rules.hint ?? "",
    concession: ticket.rules.concession ?? null,
    ofSet: await leftOfSet(call.db, ticket),
  };
}

function candidateOf(ticket: FoundTicket): Verdict["candidates"][number] {
  const { id, ticketNo, ticketTypeName, state, holderName, holderDocument, holderCountry } = ticket;
  const { validFrom, validTo, slot } = ticket;
  return {
    ...{ id, ticketNo, ticketTypeName, state, left: Math.max(0, ticket.admissions - ticket.used) },
    ...{ holderName, holderDocument, holderCountry, holderIdentity: maskIdentity(ticket.holderIdentity) },
    ...{ validFrom, validTo, slot },
  };
}
