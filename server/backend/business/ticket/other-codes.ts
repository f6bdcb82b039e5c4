/**
 * What opens gates and is no ticket: cards. Registered by whoever owns it, so that the check need not know who else admits
 * people. Asked where a code stands for no ticket.
 */
import type { Verdict } from "~/contract/ticket/check";
import type { Recognised } from "~/contract/ticket/gate-rules/code";
import type { GateSnapshot } from "~/contract/ticket/gate-rules/facts";
import type { Judgement } from "~/contract/ticket/gate-rules/reasons";
import type { Call } from "../../kernel/served";

export interface OtherAsked {
  gate: GateSnapshot;
  code: Recognised;
  people: number;
  direction: "in" | "out";
  /** When it happened. */
  now: Date;
  /** By park, where entry stops at a number of people. */
  insideOf?: ReadonlyMap<number, number | null>;
}

export interface OtherJudged extends Judgement {
  /** What people know it by: kept beside the passage. */
  no: string;
  name: string;
  admitted: boolean;
  /** As the park sees it that counts the passage: of a gate that parks share, the first that it opens. */
  gate: GateSnapshot;
  direction: "in" | "out";
  /** False: people who work here. They count as nobody who visits, neither in figures nor against what a park bears. */
  visitors: boolean;
  card: NonNullable<Verdict["card"]>;
  /** Counts the passage; of one that lets nobody through it is not asked. */
  passed(passageId: number): Promise<void>;
}

export interface PackAsked {
  parks: readonly number[];
  day: string;
  /** Id of the last one of the part before. */
  after: number;
  /** Null: all that may be shown on that day. */
  since: Date | null;
  /** Numbers of holders of whom something else is known since. */
  holders: readonly string[];
  most: number;
}

export interface Packed {
  /** `facts` are what the pure rules of its owner judge by; `codes` are hashed on the way, `no` is cut where it is masked. */
  items: { codes: string[]; no: string; facts: { id: number } }[];
  /** With the first part. */
  types: { id: number; rules: object }[];
  next: number | null;
}

/** `secrets`: some codes are made by this backend and by nobody else. */
type JudgeCall = Pick<Call, "db" | "secrets" | "caller">;

export interface OtherCode {
  /** Null: the code is none of these. What it finds stays locked until the passage is written. */
  judge(call: JudgeCall, asked: OtherAsked): Promise<OtherJudged | null>;
  /** A part of what a gate without a line judges by. */
  packed(call: Pick<Call, "db">, asked: PackAsked): Promise<Packed>;
  /** Takes a passage back that it counted, and says of what; null where it counted none. */
  reversed(call: Call, passageId: number): Promise<{ thing: string; thingId: number; label: string } | null>;
}

const others = new Map<string, OtherCode>();

/** The same business once more takes the place of the first; what is answered puts that back. */
export function admitsAlso(business: string, other: OtherCode): () => void {
  const before = others.get(business);
  others.set(business, other);
  return () => void (before ? others.set(business, before) : others.delete(business));
}

export async function judgeOther(call: JudgeCall, asked: OtherAsked): Promise<OtherJudged | null> {
  for (const other of others.values()) {
    const judged = await other.judge(call, asked);
    if (judged) return judged;
  }
  return null;
}

export async function reversedOther(call: Call, passageId: number) {
  for (const other of others.values()) {
    const of = await other.reversed(call, passageId);
    if (of) return of;
  }
  return null;
}

/** There is one business of this kind; a second would need its own place in the package. */
export async function packOther(call: Pick<Call, "db">, asked: PackAsked): Promise<Packed> {
  const [other] = others.values();
  return other ? other.packed(call, asked) : { items: [], types: [], next: null };
}
