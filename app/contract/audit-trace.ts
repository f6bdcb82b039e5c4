/** What an entry of the audit log tells of what was done, for the sentence that a method makes of it. */
import { inSentence } from "./in-sentence";
import { type Message, m } from "./messages";
import { formatYuan } from "./money";

/** Texts, numbers and yes or no by their names; of a list, how many it has. */
export type Facts = Readonly<Record<string, string | number | boolean | null>>;

export interface Trace {
  /** What it was done to: as the audit log calls it, and the name that it had then. */
  thing: string;
  name: string;
  /** Null: there was nothing before, or nothing of it was kept. */
  before: Facts | null;
  after: Facts | null;
}

/** Of a method that makes a thing, or changes one that is there. */
export const savedAs =
  (thing: Message) =>
  ({ name, before }: Trace): string =>
    (before ? m.did_edited : m.did_created)({ thing: inSentence(thing()), name });

/** Fen as an entry has them; none are zero. */
export const yuanOf = (fen: Facts[string] | undefined): string => formatYuan(Number(fen ?? 0));

/** What became of a request that waited for somebody. */
export function decided({ name, before, after }: Trace): string {
  const outcome = outcomes[String(after?.approval ?? before?.approval ?? "")] ?? m.did_rejected;
  return outcome({ command: inSentence(String(after?.command ?? "")), name, amount: yuanOf(after?.amount) });
}

const outcomes: Record<string, typeof m.did_approved> = {
  approved: m.did_approved,
  rejected: m.did_rejected,
  withdrawn: m.did_withdrawn,
  expired: m.did_expired,
};
