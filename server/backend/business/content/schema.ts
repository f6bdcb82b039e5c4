/** Tables of content, from their declarations. */
import { jsonb } from "drizzle-orm/pg-core";
import { contentItem as item } from "~/contract/content/item";
import { contentModel as model } from "~/contract/content/model";
import { contentVersion as version } from "~/contract/content/version";
import { linesTable } from "../../kernel/lines-table";
import { resourceTable } from "../../kernel/resource-table";
import type { FieldValues, KeptValue } from "./text";

export const contentModel = resourceTable(model, "content_model");
export const contentModelField = linesTable("content_model_field", model.fields.fields, contentModel);

/** `shows` follows from state, times and clock: it is said as the row is read. */
export const contentItem = resourceTable(
  item,
  "content_item",
  { shows: null, fieldValues: jsonb("field_values").$type<FieldValues>().notNull().default({}) },
  [
    "visible_from < visible_until",
    "status <> 'published' or num_nulls(version, published_at) = 0",
    "status = 'published' or not changed",
  ],
);

export const contentVersion = resourceTable(version, "content_version", {
  /** As readers had them: whatever becomes of the fields of its type. */
  fieldValues: jsonb("field_values").$type<readonly KeptValue[]>().notNull().default([]),
});
