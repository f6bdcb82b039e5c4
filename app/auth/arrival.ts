/** Where a sign-in leads: what must come first, then the park, then where one wanted to go. */
import type { Arrival } from "~/contract/context";

export function afterSignIn({ step, parks }: Arrival, target: string): string {
  if (step === "code") return withTarget("/loginCode", target);
  const next = parks > 0 ? withTarget("/loginChoosePark", target) : target;
  return step === "" ? next : withTarget("/changePassword", next);
}

/** A page that leads on to `target` once it is done. */
export function withTarget(page: string, target: string): string {
  return target === "/index" ? page : `${page}?redirect=${encodeURIComponent(target)}`;
}
