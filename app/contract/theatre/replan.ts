/** A session goes over to another version of its hall's plan, with what is sold and held. */
import { z } from "zod";
import { m } from "../messages";
import { method } from "../method";
import { option } from "../resource";
import { id, idempotencyKey } from "../validators";

const access = { fun: "sessionList", button: "theatreSession:edit" } as const;

/** With a template: what would become of what is taken. Takes nothing. */
export const theatreReplanForm = method("cinema", "theatreReplanForm", {
  payload: z.object({ sessionId: id, templateId: id.optional() }),
  answer: z.object({
    id,
    name: z.string(),
    startsAt: z.string(),
    hallName: z.string(),
    /** Why it keeps its plan; "" where it may have another. */
    whyNot: z.string(),
    current: z.string(),
    templates: z.array(option),
    preview: z
      .object({
        templateId: id,
        sold: z.number(),
        held: z.number(),
        aside: z.number(),
        blocked: z.number(),
        loose: z.number(),
        /** What would not survive, with the reason: with any of it the change is refused. */
        lost: z.array(z.string()),
        more: z.number(),
      })
      .nullable(),
  }),
  access,
});

/** All that is taken survives, or the change is refused and says what would not. */
export const theatreReplan = method("cinema", "theatreReplan", {
  payload: z.object({ sessionId: id, templateId: id, idempotencyKey }),
  told: ({ name, after }) => m.theatre_told_replan({ name, template: String(after?.template ?? "") }),
  answer: z.object({ seats: z.number() }),
  access,
  writes: true,
  idempotent: true,
});
