/**
 * What a business tells of a record beyond the audit trail (ledgers, passages), for the time line on its page. Registered
 * by the thing that the record is in the audit trail, as users of dictionaries are: its own business need not know of it.
 */
import type { Call } from "./call";

export interface Moment {
  at: Date;
  /** Name of who did it; "" where nobody is named. */
  by: string;
  /** One sentence, in the language of the call. */
  title: string;
  detail?: string;
  tone?: "good" | "bad" | "calm";
}

/** The latest `most` of one record, newest first; runs as the tenant. */
export type Moments = (call: Call, id: number, most: number) => Promise<Moment[]>;

interface Source {
  moments: Moments;
  tells: readonly string[];
}

const sources = new Map<string, Map<string, Source>>();

/**
 * `source` names it: registering it again takes its place. Entries of the audit trail whose state has one of the names in
 * `tells` are left out: what they are about is among the moments already.
 */
export function tellMoments(thing: string, source: string, moments: Moments, tells: readonly string[] = []): void {
  sources.set(thing, new Map(sources.get(thing)).set(source, { moments, tells }));
}

/** The latest `most` of all sources of a record. */
export async function momentsOf(call: Call, thing: string, id: number, most: number): Promise<Moment[]> {
  const found: Moment[] = [];
  for (const { moments } of sources.get(thing)?.values() ?? []) found.push(...(await moments(call, id, most)));
  return found;
}

/** Names of states in the audit trail that the sources of a record tell themselves. */
export function toldBySources(thing: string): string[] {
  return [...(sources.get(thing)?.values() ?? [])].flatMap(({ tells }) => tells);
}

export function hasMoments(thing: string): boolean {
  return sources.has(thing);
}
