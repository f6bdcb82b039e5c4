/**
 * Passages that gates made while the line was down: each once by its gate's number, each judged by the moment at which it
 * happened, in small transactions, so that a check beside them hardly waits.
 */
import { m } from "~/contract/messages";
import type { AnswerOf, ParsedPayloadOf } from "~/contract/method";
import { uploadPassages } from "~/contract/ticket/check";
import type { Judgement, VerdictReason } from "~/contract/ticket/gate-rules/reasons";
import type { Transaction } from "../../db/database";
import { inZone, stamp, zoneOfCorp } from "../../kernel/business-time";
import { parameterOf } from "../../kernel/parameters";
import { prepared } from "../../kernel/prepared";
import { Refusal } from "../../kernel/refusal";
import { enterAs, ofEverybody } from "../../kernel/scope";
import { type Before, serveAfter } from "../../kernel/served";
import { isSame, markOf, worksAt } from "./check";
import { gatesByCode, type KnownPassage, knownColumns } from "./check-store";
import { type RefusedThere, takeBackRefused } from "./check-undo";
import type { Attempt } from "./check-write";
import { recogniseAt } from "./signed-codes";
import { type OfflinePassing, settle } from "./upload-settle";

type Upload = ParsedPayloadOf<typeof uploadPassages>;
type Answer = AnswerOf<typeof uploadPassages>;
type Conflict = Answer["conflicts"][number];
export type Outcome = Conflict & { kind: "accepted" | "refused" | "conflict" | "repeated" };

/** So few that whoever waits for the embedded database's one session waits some milliseconds. */
const atOnce = 10;

export const serveUpload = serveAfter(uploadPassages, receive, async (_call, _asked, answer: Answer) => answer);

export interface Receiver {
  inTransaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  before: Pick<Before, "caller" | "secrets" | "now">;
  deviceId?: number;
}

async function receive(before: Before, asked: Upload): Promise<Answer> {
  const { database, caller } = before;
  const inTransaction: Receiver["inTransaction"] = (work) =>
    database.system(async (tx) => {
      const zone = await zoneOfCorp(tx, caller.corpCode);
      await enterAs(tx, caller.corpCode, caller.userId);
      return inZone(zone, () => ofEverybody({ db: tx, caller }, () => work(tx)));
    });
  return receiveFrom({ inTransaction, before }, asked);
}

export async function receiveFrom(receiver: Receiver, { passages, sentAt }: Upload): Promise<Answer> {
  const { now } = receiver.before;
  const ahead = sentAt === undefined ? null : Math.round((Date.parse(sentAt) - now.getTime()) / 1000);
  // A clock that is right but for the way here is left alone.
  const shift = ahead !== null && Math.abs(ahead) > 60 ? ahead * 1000 : 0;
  const inOrder = passages
    .map((passage) => ({ ...passage, moment: new Date(Date.parse(passage.at) - shift) }))
    .sort((a, b) => a.moment.getTime() - b.moment.getTime() || (a.passageKey < b.passageKey ? -1 : 1));
  const outcomes: Outcome[] = [];
  for (let from = 0; from < inOrder.length; from += atOnce) {
    const chunk = inOrder.slice(from, from + atOnce);
    const { told, refused } = await receiver.inTransaction((tx) => receiveSome(tx, receiver, chunk));
    outcomes.push(...told);
    // Each by itself: it locks its order, and whoever locks several does so in one order.
    for (const one of refused) outcomes.push(await takenBack(receiver, one));
  }
  // In the order in which they happened, whoever told of them first.
  const places = new Map(inOrder.map(({ passageKey }, place) => [passageKey, place]));
  outcomes.sort((a, b) => (places.get(a.passageKey) ?? 0) - (places.get(b.passageKey) ?? 0));
  const count = (kind: Outcome["kind"]) => outcomes.filter((one) => one.kind === kind).length;
  const conflicts = new Map(
    outcomes
      .filter(({ kind, reason }) => kind === "conflict" || (kind === "repeated" && reason !== "ok"))
      .map(({ passageKey, reason, message }) => [`${passageKey} ${reason}`, { passageKey, reason, message }]),
  );
  return {
    accepted: count("accepted"),
    refused: count("refused"),
    repeated: count("repeated"),
    conflicts: [...conflicts.values()],
    clock: { now: now.toISOString(), ahead },
  };
}

type Arrived = Upload["passages"][number] & { moment: Date };

async function receiveSome(
  tx: Transaction,
  { before, deviceId }: Receiver,
  chunk: readonly Arrived[],
): Promise<{ told: Outcome[]; refused: RefusedThere[] }> {
  const gates = await gatesByCode(tx, [...new Set(chunk.map(({ gateCode }) => gateCode))].sort());
  const bounds = await boundsAt(tx, before.now);
  const outcomes: Outcome[] = [];
  const passings: OfflinePassing[] = [];
  const refused: RefusedThere[] = [];
  const known = await knownPassages(
    tx,
    [...gates.values()].map(({ id }) => id),
    chunk,
  );
  const taken = new Map<string, KnownPassage[]>();
  for (const passage of chunk) {
    const { passageKey, gateCode, people } = passage;
    const gate = gates.get(gateCode);
    // No gate, or none of the caller's: nothing is written, so that whoever has the gate may still bring the passage.
    if (!gate || !worksAt(before, gate)) {
      outcomes.push(conflict(passageKey, "unknown", m.verdict_offline_gate({ code: gateCode })));
      continue;
    }
    const code = await recogniseAt(tx, before.caller.corpCode, passage.code);
    const codeMark = markOf(before, code);
    const at = `${gate.id} ${passageKey}`;
    const numbered = [...(known.get(at) ?? []), ...(taken.get(at) ?? [])];
    const told = numbered.find((one) => isSame(one, { codeMark, people }));
    // The answer came too late, and the gate decided by itself: what it did is what was.
    const decidedThere = told && told.opened === null && told.admitted !== passage.admitted;
    if (decidedThere && !passage.admitted) {
      refused.push({ gate, key: passageKey, reason: passage.reason ?? "blocked" });
      continue;
    }
    if (told && !decidedThere) {
      outcomes.push(again(passage, told));
      continue;
    }
    const reused = !told && numbered.length > 0;
    const doubt = doubtOf(passage, { bounds, reused });
    // When it was nobody knows: it is kept as of the moment at which it was told.
    const now = isWithin(passage.moment, bounds) ? passage.moment : before.now;
    const attempt: Attempt = {
      ...{ gate, code, codeMark, key: passageKey, people, now, offline: true, note: "" },
      ...{ opened: passage.admitted, reused, ...(deviceId !== undefined && { deviceId }), ...(doubt && { doubt }) },
    };
    const admitted = passage.admitted && !doubt;
    const taking: KnownPassage = {
      ...{ codeMark, people: people ?? null, admitted, reason: "ok", message: "", ...doubt },
      ...{ direction: passage.direction ?? "in", passed: null, opened: passage.admitted },
    };
    taken.set(at, [...(taken.get(at) ?? []), taking]);
    passings.push({ attempt, direction: passage.direction, reason: passage.reason });
  }
  const settled = await settle({ db: tx, caller: before.caller, secrets: before.secrets }, passings);
  const late = settled.map(({ attempt, plan, also }): Outcome => {
    const told = { passageKey: attempt.key, reason: plan.reason, message: plan.message };
    if (attempt.opened === false && !attempt.doubt) return { ...told, kind: "refused" };
    return { ...told, kind: plan.admits.length > 0 || also?.admitted ? "accepted" : "conflict" };
  });
  return { told: [...outcomes, ...late], refused };
}

/** The server admitted, and the gate let nobody through: what was written is taken back. */
async function takenBack({ inTransaction, before }: Receiver, refused: RefusedThere): Promise<Outcome> {
  const { key: passageKey, reason, gate } = refused;
  const message = m.verdict_refused_by_gate({ gate: gate.name });
  try {
    const taken = await inTransaction((tx) => takeBackRefused({ ...before, db: tx }, { ...refused, message }));
    return { passageKey, reason: taken ? reason : "ok", message, kind: taken ? "refused" : "repeated" };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return conflict(passageKey, reason, error.message);
  }
}

interface Bounds {
  since: Date;
  until: Date;
}

const isWithin = (moment: Date, { since, until }: Bounds) => moment >= since && moment <= until;

/** What no rule can say of a passage; staff decide what it was. */
function doubtOf(
  { passageKey, moment }: Arrived,
  { bounds, reused }: { bounds: Bounds; reused: boolean },
): Judgement | undefined {
  if (!isWithin(moment, bounds)) return { reason: "clockOff", message: m.verdict_clock_off({ at: stamp(moment) }) };
  return reused ? { reason: "keyReused", message: m.verdict_key_reused({ key: passageKey }) } : undefined;
}

function conflict(passageKey: string, reason: VerdictReason, message: string): Outcome {
  return { passageKey, reason, message, kind: "conflict" };
}

/** A gate that lost the first answer learns of its conflicts again; that it refused is none. */
function again(passage: Arrived, { admitted, reason, message }: KnownPassage): Outcome {
  const { passageKey } = passage;
  const agreed = admitted || !passage.admitted;
  return { passageKey, reason: agreed ? "ok" : (reason as VerdictReason), message, kind: "repeated" };
}

/** By gate and number; several where the gate gave its number to more than one passage. */
async function knownPassages(
  tx: Transaction,
  gateIds: readonly number[],
  chunk: readonly Arrived[],
): Promise<Map<string, KnownPassage[]>> {
  const rows = await prepared<KnownPassage & { at: string }>(tx, knownOf, [
    gateIds,
    chunk.map(({ passageKey }) => passageKey),
  ]);
  const known = new Map<string, KnownPassage[]>();
  for (const { at, ...one } of rows) known.set(at, [...(known.get(at) ?? []), one]);
  return known;
}

const knownOf = `
  select gate_id || ' ' || key as at, ${knownColumns}
  from passage_key
  where corp_code = current_setting('app.corp_code')
    and gate_id = any ($1::bigint[])
    and key = any ($2::text[])
  union all
  select gate_id || ' ' || key, code_mark, nullif(people, 0), admitted, reason, message, direction, null, opened
  from passage_key_reuse
  where corp_code = current_setting('app.corp_code')
    and gate_id = any ($1::bigint[])
    and key = any ($2::text[])
`;

/** A clock may be some minutes fast, and a gate some days without a line. */
async function boundsAt(tx: Transaction, now: Date): Promise<Bounds> {
  const minutes = Number(await parameterOf(tx, "gateClockMinutes"));
  const days = Number(await parameterOf(tx, "gateUploadDays"));
  return { since: new Date(now.getTime() - days * 86_400_000), until: new Date(now.getTime() + minutes * 60_000) };
}
