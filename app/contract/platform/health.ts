/** The health page of head office (`/system/health`): how the console runs, and what to do. No tenant's rows, sums alone. */
import { z } from "zod";
import { method } from "../method";

/** "look": worth a look, and may be meant so. */
export const healthStates = ["ok", "look", "wrong"] as const;

export const systemHealth = method("platform", "systemHealth", {
  payload: z.object({}),
  answer: z.object({
    /** What is wrong first; of each matter at least one. */
    findings: z.array(
      z.object({
        /** Of what it is said, in words. */
        topic: z.string(),
        state: z.enum(healthStates),
        says: z.string(),
        /** What to do; "" where there is nothing. */
        todo: z.string(),
        /** Where it is done or looked at; "" for nowhere. */
        link: z.string(),
      }),
    ),
    nodes: z.array(
      z.object({
        /** Name of the machine and number of the process. */
        name: z.string(),
        version: z.string(),
        startedAt: z.string(),
        seenAt: z.string(),
        /** It has said so within the last two minutes. */
        runs: z.boolean(),
        connections: z.string(),
        diskFree: z.string(),
      }),
    ),
  }),
  access: { fun: "systemHealth" },
});
