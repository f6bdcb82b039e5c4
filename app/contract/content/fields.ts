/**
 * Further fields of a content type, and what an item says in them. A value is a text whatever the kind of its field, under the
 * field's id: so it outlives another name or place of the field.
 */
import { z } from "zod";
import { m } from "../messages";
import { method } from "../method";
import { id, wholeNumber } from "../validators";

export const mostContentFields = 10;
const kind = z.enum(["text", "number", "date"]);
export type ContentFieldKind = z.output<typeof kind>;

/** What a reader is shown of one. */
const said = z.object({ label: z.string(), value: z.string() });
export const contentValues = z.array(said);

/** The fields of an item's type in their order, with the item's values; "" where it says nothing. */
export const contentFields = method("manage", "contentFields", {
  payload: z.object({ id }),
  answer: z.object({
    title: z.string(),
    model: z.string(),
    rowVersion: wholeNumber(0),
    fields: z.array(z.object({ id, label: z.string(), kind, required: z.boolean(), value: z.string() })),
  }),
  access: { fun: "cmsItem" },
});

/** Of fields that are not spoken of values stay. Errors stand at `f<id of the field>`. */
export const contentFieldsSave = method("manage", "contentFieldsSave", {
  payload: z.object({
    id,
    rowVersion: wholeNumber(0).optional(),
    values: z.array(z.object({ id, value: z.string() })).max(mostContentFields),
  }),
  answer: z.object({ id }),
  told: ({ name }) => m.content_told_fields({ name }),
  access: { fun: "cmsItem", button: "contentItem:edit" },
  writes: true,
});

/** What a version says in the fields that its type had then. */
export const contentVersionValues = method("manage", "contentVersionValues", {
  payload: z.object({ id }),
  answer: z.object({ values: contentValues }),
  access: { fun: "cmsItem" },
});
