import type { Served } from "../kernel/served";
import { jobServed } from "./job-resource";
import type { JobKind } from "./kind";
import { scheduleServed } from "./schedule-resource";
import { scheduleRunsServed } from "./schedule-runs";

export function jobsServed(kinds: JobKind[]): Served[] {
  const byName = new Map(kinds.map((kind) => [kind.kind, kind]));
  return [...jobServed(byName), ...scheduleServed(byName), scheduleRunsServed];
}
