/**
 * Passages that gates made while the line was down: each once by its gate's number, each judged by the moment at which it
 * happened, in small transactions, so that a check beside them hardly waits.
 */
import { m } from "~/contract/messages";
import type { AnswerOf, ParsedPayloadOf } from "~/contract/method";
import { uploadPassages } from "~/contract/ticket/check";
import type { VerdictReason } from "~/contract/ticket/gate-rules/reasons";
import type { Transaction } from "../../db/database";
import { inZone, stamp, zoneOfCorp } from "../../kernel/business-time";
import { parameterOf } from "../../kernel/parameters";
import { prepared } from "../../kernel/prepared";
import { enterAs, ofEverybody } from "../../kernel/scope";
import { type Before, serveAfter } from "../../kernel/served";
import { isSame, markOf, worksAt } from "./check";
import { gatesByCode, type KnownPassage } from "./check-store";
import type { Attempt } from "./check-write";
import { recogniseAt } from "./signed-codes";
import { type OfflinePassing, settle } from "./upload-settle";

type Upload = ParsedPayloadOf<typeof uploadPassages>;
type Answer = AnswerOf<typeof uploadPassages>;
type Conflict = Answer["conflicts"][number];
type Outcome = Conflict & { kind: "accepted" | "refused" | "conflict" | "repeated" };

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
    outcomes.push(...(await receiver.inTransaction((tx) => receiveSome(tx, receiver, chunk))));
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
): Promise<Outcome[]> {
  const gates = await gatesByCode(tx, [...new Set(chunk.map(({ gateCode }) => gateCode))].sort());
  const bounds = await boundsAt(tx, before.now);
  const outcomes: Outcome[] = [];
  const passings: OfflinePassing[] = [];
  const known = await knownPassages(
    tx,
    [...gates.values()].map(({ id }) => id),
    chunk,
  );
  const taken = new Map<string, KnownPassage>();
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
    const told = known.get(at) ?? taken.get(at);
    if (told && !isSame(told, { codeMark, people })) {
      outcomes.push(conflict(passageKey, "keyReused", m.verdict_key_reused({ key: passageKey })));
      continue;
    }
    if (told) {
      outcomes.push(again(passageKey, told));
      continue;
    }
    if (passage.moment > bounds.until || passage.moment < bounds.since) {
      outcomes.push(conflict(passageKey, "clockOff", m.verdict_clock_off({ at: stamp(passage.moment) })));
      continue;
    }
    const attempt: Attempt = {
      ...{ gate, code, codeMark, key: passageKey, people, now: passage.moment, offline: true, note: "" },
      ...{ opened: passage.admitted, ...(deviceId !== undefined && { deviceId }) },
    };
    taken.set(at, { codeMark, people: people ?? null, admitted: true, reason: "ok", message: "" });
    passings.push({ attempt, direction: passage.direction, reason: passage.reason });
  }
  const settled = await settle({ db: tx, caller: before.caller, secrets: before.secrets }, passings);
  const late = settled.map(({ attempt, plan, also }): Outcome => {
    const told = { passageKey: attempt.key, reason: plan.reason, message: plan.message };
    if (attempt.opened === false) return { ...told, kind: "refused" };
    return { ...told, kind: plan.admits.length > 0 || also?.admitted ? "accepted" : "conflict" };
  });
  return [...outcomes, ...late];
}

function conflict(passageKey: string, reason: VerdictReason, message: string): Outcome {
  return { passageKey, reason, message, kind: "conflict" };
}

/** A gate that lost the first answer learns of its conflicts again. */
function again(passageKey: string, { admitted, reason, message }: KnownPassage): Outcome {
  return { passageKey, reason: admitted ? "ok" : (reason as VerdictReason), message, kind: "repeated" };
}

/** By gate and number. */
async function knownPassages(
  tx: Transaction,
  gateIds: readonly number[],
  chunk: readonly Arrived[],
): Promise<Map<string, KnownPassage>> {
  const rows = await prepared<KnownPassage & { at: string }>(tx, knownOf, [
    gateIds,
    chunk.map(({ passageKey }) => passageKey),
  ]);
  return new Map(rows.map(({ at, ...known }) => [at, known]));
}

const knownOf = `
  select gate_id || ' ' || key as at, code_mark as "codeMark", people, admitted, reason, message
  from passage_key
  where corp_code = current_setting('app.corp_code')
    and gate_id = any ($1::bigint[])
    and key = any ($2::text[])
`;

/** A clock may be some minutes fast, and a gate some days without a line. */
async function boundsAt(tx: Transaction, now: Date): Promise<{ since: Date; until: Date }> {
  const minutes = Number(await parameterOf(tx, "gateClockMinutes"));
  const days = Number(await parameterOf(tx, "gateUploadDays"));
  return { since: new Date(now.getTime() - days * 86_400_000), until: new Date(now.getTime() + minutes * 60_000) };
}
