/** What a gate must know to judge a passage. Plain data, so that a server, a device and a table of cases have the same. */
import type { TicketConcession } from "../concession-terms";
import type { Closed } from "./closed";
import type { OffDays } from "./off-days";

/** What a ticket type asks of its tickets beyond days, places and entries; each where it is not the usual. */
export interface TicketRules {
  /** People that go in on one ticket (family ticket); usually one. */
  persons?: number;
  /** Entries a person on one day. */
  perDay?: number;
  /** Entries a person at the gates of one group: each cable car once. */
  perGroup?: number;
  /** Whether somebody who left may come back without another entry: never, on the same day, or so often. */
  reentry?: "none" | "day" | "times";
  reentries?: number;
  /** Monday first, T where it admits. */
  weekdays?: string;
  /** Days on which it admits nobody. */
  offDays?: OffDays[];
  /** Days that it is good for from its first use. */
  useDays?: number;
  /** Minutes before its slot begins, and after it has ended, in which it admits too. */
  graceBefore?: number;
  graceAfter?: number;
  /**
   * Gate groups of which its holder chooses: the ticket is good there and nowhere else, `admissions` says how often in all,
   * `perGroup` how often at one of them.
   */
  points?: { id: number; name: string }[];
  /** Whom it was sold to cheaper or free: the keeper asks for the proof. */
  concession?: TicketConcession;
  /** What the keeper looks at: "check the student card". */
  hint?: string;
}

/** A passage that counts: somebody went through, and it was not taken back. */
export interface PastPass {
  /** ISO. */
  at: string;
  direction: "in" | "out";
  people: number;
  /** Taken from the ticket: none at an exit and for who came back. */
  entries: number;
  gateGroupId: number | null;
  gate: string;
}

export interface TicketSnapshot {
  id: number;
  ticketNo: string;
  ticketTypeId: number;
  ticketTypeName: string;
  orderNo: string;
  orderState: string;
  state: string;
  parkId: number;
  parkName: string;
  /** Null: every gate of the park. */
  gateGroupId: number | null;
  gateGroupName: string;
  validFrom: string;
  validTo: string;
  /** HH:mm-HH:mm or "". */
  slot: string;
  /** HH:mm; an end before its beginning lies past midnight. */
  entryFrom: string | null;
  entryTo: string | null;
  admissions: number;
  used: number;
  /** Minutes between two entries of the same person. */
  passInterval: number | null;
  rules: TicketRules;
  /** The holder may not enter up to and including that day; null where nothing is said of them. */
  restriction: { until: string; reason: string } | null;
  /** In whatever order; the newest few hundred. */
  passes: PastPass[];
}

/** A park whose tickets a gate takes, as far as it differs from gate to gate. */
export interface GateFace {
  parkId: number;
  parkName: string;
  gateGroupId: number | null;
  gateGroupName: string;
  /** Of its park. */
  closures: Closed[];
  /** How many its park bears at a moment where entry stops then; else null. */
  momentMax: number | null;
}

export interface GateSnapshot extends GateFace {
  id: number;
  name: string;
  /** in, out or both. */
  direction: string;
  active: boolean;
  /** Of a gate that several parks share: all of them, its own as well, in the order in which their tickets are taken. */
  shared?: GateFace[] | undefined;
}

export interface Attempt {
  now: Date;
  people: number;
  /** False: found by an identity number that is not the holder's. */
  holderMatches: boolean;
  /** People in the park; null where entry does not stop by their number, nobody counts who leaves, or it is over. */
  inside: number | null;
  /** Of the lane, where a gate for both ways tells them apart. */
  direction?: "in" | "out" | undefined;
}
