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
  /** Of the lane; else as what was shown went last, at a gate for both ways. */
  direction: "in" | "out" | undefined;
  /** When it happened. */
  now: Date;
  /** By park, where entry stops at a number of people. */
  insideOf?: ReadonlyMap<number, number | null>;
}

/** Somebody who went through. */
export interface Went {
  /** ISO. */
  at: string;
  direction: "in" | "out";
  people: number;
  parkId: number;
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
  /** What went through by it before, of the days around, in whatever order. */
  passes: readonly Went[];
  /** Counts the passage; of one that lets nobody through it is not asked. */
  passed(passageId: number): Promise<void>;
  /** Who went through on a conflict is inside, or has left: it takes nothing. */
  walked(passageId: number): Promise<void>;
  /** What its owner keeps of an attempt besides, whether it went through or not. */
  noted(): Promise<void>;
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

/** Who went through by what is no ticket, as their passage tells it. */
export interface Walked {
  /** What people know it by, as `OtherJudged.no`. */
  no: string;
  people: number;
}

export interface Booking extends Walked {
  /** The passage that stands for it, and the one by which they walked in. */
  passageId: number;
  walkedId: number;
  parkId: number;
  gateName: string;
  /** ISO: when they walked in. */
  at: string;
}

interface Thing {
  thing: string;
  thingId: number;
  label: string;
}

/** `secrets`: some codes are made by this backend and by nobody else. */
type JudgeCall = Pick<Call, "db" | "secrets" | "caller">;

export interface OtherCode {
  /** Null: the code is none of these. What it finds stays locked until the passage is written. */
  judge(call: JudgeCall, asked: OtherAsked): Promise<OtherJudged | null>;
  /** Whether a code is one of these already: nothing else may stand for it. */
  stands(db: Call["db"], code: string): Promise<boolean>;
  /** A part of what a gate without a line judges by. */
  packed(call: Pick<Call, "db">, asked: PackAsked): Promise<Packed>;
  /** Takes a passage back that it counted, and says of what; null where it counted none. */
  reversed(call: Pick<Call, "db">, passageId: number): Promise<Thing | null>;
  /** Of each, why its passage cannot be counted afterwards; null where it can, undefined where it is none of these. */
  bookWhyNot(call: Pick<Call, "db">, walked: readonly Walked[]): Promise<(string | null | undefined)[]>;
  /** Counts it, whatever the day's rules said, and says on what; null where it cannot. */
  book(call: Pick<Call, "db">, booking: Booking): Promise<Thing | null>;
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

/** What a number is that opens no gate, in a sentence; null where it is none of these. */
type Elsewhere = (db: Call["db"], code: string) => Promise<string | null>;
const elsewhere = new Map<string, Elsewhere>();

/** Tells a gate keeper what was held up to the gate, where that is something of ours that admits nobody. */
export function knowsNumbers(business: string, says: Elsewhere): void {
  elsewhere.set(business, says);
}

export async function saidElsewhere({ db }: Pick<Call, "db">, code: string): Promise<string | null> {
  for (const says of elsewhere.values()) {
    const said = await says(db, code);
    if (said !== null) return said;
  }
  return null;
}

export async function standsForOther({ db }: Pick<Call, "db">, code: string): Promise<boolean> {
  for (const other of others.values()) if (await other.stands(db, code)) return true;
  return false;
}

export async function reversedOther(call: Pick<Call, "db">, passageId: number) {
  for (const other of others.values()) {
    const of = await other.reversed(call, passageId);
    if (of) return of;
  }
  return null;
}

export async function otherBookWhyNot(
  call: Pick<Call, "db">,
  walked: readonly Walked[],
): Promise<(string | null | undefined)[]> {
  const told: (string | null | undefined)[] = walked.map(() => undefined);
  if (walked.length === 0) return told;
  for (const other of others.values()) {
    const own = await other.bookWhyNot(call, walked);
    for (const [place, why] of own.entries()) if (told[place] === undefined) told[place] = why;
  }
  return told;
}

export async function bookOther(call: Pick<Call, "db">, booking: Booking): Promise<Thing | null> {
  for (const other of others.values()) {
    const on = await other.book(call, booking);
    if (on) return on;
  }
  return null;
}

/** There is one business of this kind; a second would need its own place in the package. */
export async function packOther(call: Pick<Call, "db">, asked: PackAsked): Promise<Packed> {
  const [other] = others.values();
  return other ? other.packed(call, asked) : { items: [], types: [], next: null };
}
