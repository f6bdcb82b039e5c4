/** Does the work of a sign-in as a browser does it. */
import { sha256, sha256Head } from "~/auth/sha256";

export function workOf(work: { challenge: string; bits: number } | null | undefined, accName: string): string {
  if (!work) throw new Error("No work is asked for.");
  const seed = sha256(`${work.challenge}:${accName.toLowerCase()}`).slice(0, 32);
  for (let next = 0; ; next += 1) if (Math.clz32(sha256Head(`${seed}${next}`)) >= work.bits) return String(next);
}
