/** The search over everything: orders, tickets, people and the like by number or name, within one's rights and scope. */
import { z } from "zod";
import { m } from "../messages";
import { method } from "../method";
import { id } from "../validators";
import { soughtAtMost } from "./sought-text";

export const foundOfKind = 5;

/** Every kind in one answer, those with something found. Nothing typed: what the caller dealt with last. */
export const find = method("platform", "find", {
  payload: z.object({
    q: z
      .string()
      .max(soughtAtMost, { error: () => m.v_invalid() })
      .default(""),
  }),
  answer: z.object({
    groups: z.array(
      z.object({
        title: z.string(),
        found: z.array(z.object({ id, name: z.string(), hint: z.string(), to: z.string() })),
      }),
    ),
  }),
  access: "signedIn",
  silent: true,
});
