/** Which nouns have notes: each says how one of its records is found by whoever may read it. */
import { m } from "~/contract/messages";
import type { AnyResource } from "~/contract/resource";
import type { Call } from "../kernel/call";
import { Forbidden, NotFound } from "../kernel/refusal";
import type { Values } from "../kernel/resource-backend";

export interface NoteSubject {
  /** The name in addresses and in `file_use`. */
  noun: string;
  /** As the audit trail has its records. */
  thing: string;
  /** Any of these functions opens a record. */
  funs: readonly string[];
  /** What people know the record by; throws {@link NotFound} where the caller does not see it. `lock`: it stays until the end. */
  label(call: Call, id: number, lock: boolean): Promise<string>;
}

const subjects = new Map<string, NoteSubject>();
const byThing = new Map<string, NoteSubject>();

export function noteSubject(subject: NoteSubject): void {
  subjects.set(subject.noun, subject);
  byThing.set(subject.thing, subject);
}

/** Of a resource that says so. */
export function noteRows(
  { noun, thing, nameField, methods }: AnyResource,
  row: (call: Call, id: number, lock: boolean) => Promise<Values>,
): void {
  const { access } = methods.get;
  noteSubject({
    ...{ noun, thing, funs: typeof access === "object" ? [access.fun].flat() : [] },
    label: async (call, id, lock) => String((await row(call, id, lock))[nameField] ?? id),
  });
}

export const subjectOf = (thing: string): NoteSubject | undefined => byThing.get(thing);

/** The record's name; throws where there is no such noun, where no function opens it, and where it is not seen. */
export async function readableRecord(call: Call, of: NoteSubject | undefined, id: number, lock: boolean) {
  if (!of) throw new NotFound();
  let opened = false;
  for (const fun of of.funs) opened ||= await call.opens(fun);
  if (!opened) throw new Forbidden(m.ops_forbidden());
  return of.label(call, id, lock);
}

export const subjectNamed = (noun: string): NoteSubject | undefined => subjects.get(noun);
