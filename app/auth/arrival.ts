/** Where a sign-in leads: what must come first, then the park, then where one wanted to go. */
import type { Arrival } from "~/contract/context";

export function afterSignIn({ step, parks }: Arrival, target: string): string {
  if (step === "code") return withTarget("/loginCode", target);
  if (step === "factor") return withTarget("/loginFactor", target);
  const next = parks > 0 ? withTarget("/loginChoosePark", target) : target;
  if (step === "") return next;
  if (step === "mustChangePassword") return withTarget("/changePassword", next);
  if (step === "mustEnrol") return withTarget("/userinfo/factor", next);
  return withTarget("/changePassword?first=1", next);
}

/** A page that leads on to `target` once it is done. */
export function withTarget(page: string, target: string): string {
  if (target === "/index") return page;
  return `${page}${page.includes("?") ? "&" : "?"}redirect=${encodeURIComponent(target)}`;
}
