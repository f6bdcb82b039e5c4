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
}

export interface OtherJudged extends Judgement {
  /** What people know it by: kept beside the passage. */
  no: string;
  name: string;
  admitted: boolean;
  /** False: people who work here. They count as nobody who visits, neither in figures nor against what a park bears. */
  visitors: boolean;
  card: NonNullable<Verdict["card"]>;
  /** Counts the passage; of one that lets nobody through it is not asked. */
  passed(passageId: number): Promise<void>;
}

export interface OtherCode {
  /** Null: the code is none of these. What it finds stays locked until the passage is written. */
  judge(call: Call, asked: OtherAsked): Promise<OtherJudged | null>;
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

export async function judgeOther(call: Call, asked: OtherAsked): Promise<OtherJudged | null> {
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
