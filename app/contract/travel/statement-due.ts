/** Statements that are due: of every agency whose period by its agreement is over, what would be made and what is missing; made by one press. */
import { z } from "zod";
import { m } from "../messages";
import { method } from "../method";
import { fenInAll, id, idempotencyKey } from "../validators";

/** Of more agencies the page shows the first. */
export const statementsDueMost = 300;

export const statementsDue = method("manage", "statementsDue", {
  payload: z.object({}),
  answer: z.object({
    /** What one press makes. */
    due: z.array(
      z.object({
        agencyId: id,
        agency: z.string(),
        cycle: z.string(),
        basis: z.string(),
        from: z.string(),
        to: z.string(),
        count: z.number(),
        total: fenInAll,
        /** What will keep it from being closed, or should be looked at first. */
        warnings: z.array(z.string()),
      }),
    ),
    /** What has movements and no statement, and why. */
    left: z.array(
      z.object({ agencyId: id, agency: z.string(), count: z.number(), total: z.number(), why: z.string() }),
    ),
    total: fenInAll,
    /** They are being made at this moment. */
    running: z.boolean(),
    more: z.boolean(),
  }),
  access: { fun: "statementList" },
});

export const makeStatements = method("manage", "makeStatements", {
  payload: z.object({ idempotencyKey }),
  answer: z.object({ jobId: id }),
  access: { fun: "statementList", button: "agencyStatement:add" },
  writes: true,
  idempotent: true,
  told: () => m.did_bill_make(),
});
