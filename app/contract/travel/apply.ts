/** An agency applies to work with the corp, without an account: what the page needs, and the application itself. */
import { z } from "zod";
import { m } from "../messages";
import { method } from "../method";
import { option } from "../resource";
import { corpCode, day, email, mobileNumber, requiredText, textOf } from "../validators";

/** Nothing of the corp but the words of its types of agencies. */
export const agencyApplyForm = method("manage", "agencyApplyForm", {
  payload: z.object({ corpCode: corpCode.optional() }),
  answer: z.object({ open: z.boolean(), types: z.array(option) }),
  access: "public",
});

/** The answer is the same for a licence or name that is known: nobody learns here who works with the corp. */
export const agencyApply = method("manage", "agencyApply", {
  payload: z.object({
    corpCode: corpCode.optional(),
    name: requiredText(80),
    type: z.string({ error: () => m.v_required() }).regex(/^[A-Za-z0-9_-]{1,40}$/, { error: () => m.v_option() }),
    licence: requiredText(40),
    licenceUntil: day.nullish(),
    contact: requiredText(40),
    mobile: mobileNumber,
    email: email.nullish(),
    address: textOf(200).nullish(),
    remark: textOf(200, { multiline: true }).nullish(),
    clientAddress: z.string().max(64).optional(),
  }),
  answer: z.object({ number: z.string() }),
  access: "public",
  writes: true,
  told: () => m.apply_told(),
});
