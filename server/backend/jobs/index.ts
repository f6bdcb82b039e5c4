import type { Served } from "../kernel/served";
import { jobMethods } from "./job-methods";
import type { JobKind } from "./kind";
import { scheduleMethods } from "./schedule-methods";

export function jobsServed(kinds: JobKind[]): Served[] {
  const byName = new Map(kinds.map((kind) => [kind.kind, kind]));
  return [...jobMethods(byName), ...scheduleMethods(byName)];
}
