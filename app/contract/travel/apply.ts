/** An agency applies to work with the corp, without an account: what the page needs, and the application itself. */
import { z } from "zod";
import { uploadTicketForm } from "../files";
import { m } from "../messages";
import { method } from "../method";
import { option } from "../resource";
import { corpCode, day, email, mobileNumber, requiredText, textOf, wholeNumber } from "../validators";
import { applyFiles } from "./apply-page";

/** Nothing of the corp but the words of its types of agencies. */
export const agencyApplyForm = method("manage", "agencyApplyForm", {
  payload: z.object({ corpCode: corpCode.optional() }),
  answer: z.object({ open: z.boolean(), types: z.array(option) }),
  access: "public",
});

/**
 * Leave to bring the files of an application, a ticket each; asked for by who has solved the puzzle, which stays solved. They
 * go to `ticketUploadPath` before the application is sent, and nobody reads them before that.
 */
export const agencyApplyFiles = method("manage", "agencyApplyFiles", {
  payload: z.object({
    corpCode: corpCode.optional(),
    count: wholeNumber(1, applyFiles.most),
    clientAddress: z.string().max(64).optional(),
  }),
  answer: z.object({ tickets: z.array(z.string()) }),
  access: "public",
  writes: true,
  // Nothing has happened yet that anybody would look for.
  audit: false,
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
    /** Of the files that have been brought, in their order. */
    tickets: z
      .array(z.string().regex(uploadTicketForm, { error: () => m.files_missing() }))
      .max(applyFiles.most)
      .default([]),
    clientAddress: z.string().max(64).optional(),
  }),
  answer: z.object({ number: z.string() }),
  access: "public",
  writes: true,
  told: () => m.apply_told(),
});
