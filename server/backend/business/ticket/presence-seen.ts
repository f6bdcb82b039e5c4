/** Whether a ticket's people are inside, for the check desk and the ticket's pages. */
import type { z } from "zod";
import type { PastPass } from "~/contract/ticket/gate-rules/facts";
import { lastEntry, presenceOf } from "~/contract/ticket/gate-rules/presence";
import type { presenceSeen } from "~/contract/ticket/presence-seen";
import { stamp } from "../../kernel/business-time";

export function presenceIn(passes: readonly PastPass[]): z.output<typeof presenceSeen> {
  const { inside, last } = presenceOf(passes);
  const since = inside > 0 ? lastEntry(passes) : last;
  return since && { inside, at: stamp(since.at) };
}
