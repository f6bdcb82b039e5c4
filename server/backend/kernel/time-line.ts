/**
 * What a business tells of a record beyond the audit trail (ledgers, passages), for the time line on its page. Registered
 * by the noun of the record, as users of dictionaries are: the record's own business need not know of it.
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

const sources = new Map<string, Map<string, Moments>>();

/** `source` names it: registering it again takes its place. */
export function tellMoments(noun: string, source: string, moments: Moments): void {
  sources.set(noun, new Map(sources.get(noun)).set(source, moments));
}

/** The latest `most` of all sources of a record. */
export async function momentsOf(call: Call, noun: string, id: number, most: number): Promise<Moment[]> {
  const found: Moment[] = [];
  for (const moments of sources.get(noun)?.values() ?? []) found.push(...(await moments(call, id, most)));
  return found;
}

export function hasMoments(noun: string): boolean {
  return sources.has(noun);
}
