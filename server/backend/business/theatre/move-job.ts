/** Background work: the tickets of a cancelled session move to another. */
import { z } from "zod";
import { m } from "~/contract/messages";
import { theatreSession as resource } from "~/contract/theatre/session";
import { jobKind } from "../../jobs/kind";
import { Refusal } from "../../kernel/refusal";
import { moveOrder } from "./move-tickets";
import { readSession } from "./read-session";
import { targetWhyNot } from "./settle";
import { walkOrders } from "./settle-walk";

const result = z.object({ rows: z.number(), failed: z.number() });

export const moveSession = jobKind({
  kind: "moveSession",
  title: m.theatre_job_move,
  payload: z.object({ sessionId: z.number(), toSessionId: z.number() }),
  outcome: (ended) => m.theatre_job_move_done(result.parse(ended)),
  page: ({ payload }) => `${resource.path}/${payload.sessionId}/settle`,
  tells: true,
  run: (run, { sessionId, toSessionId }) =>
    walkOrders(run, {
      ...{ sessionId, toSessionId },
      async work(call, from, order, tickets) {
        const to = await readSession(call, toSessionId, "update");
        const why = targetWhyNot(to, call.now);
        if (why) throw new Refusal(why);
        await moveOrder(call, from, to, order, tickets);
      },
    }),
});
