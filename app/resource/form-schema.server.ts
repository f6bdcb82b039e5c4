/** The schema of a resource's form: texts of the form become the values of the payload, then the payload's own rules hold. */
import { z } from "zod";
import { type Field, fieldSchema, hasRows } from "~/contract/field-kinds";
import { brokenRules, isRequired, type Rule } from "~/contract/form-rules";
import { brokenLines } from "~/contract/line-rules";
import { m } from "~/contract/messages";
import type { Typed } from "~/form/submission.server";
import { typedValue } from "./fields/typed-values.server";

/** Of the fields that are posted, when these texts are. */
export function formSchema(fields: [string, Field][], typed: Typed = {}, rules: readonly Rule[] = []) {
  const shape = fields.map(([name, field]) => [
    name,
    z.preprocess(
      (value, context) => readTyped(field, value, context),
      fieldSchema({ ...field, required: isRequired(field, typed) }),
    ),
  ]);
  return z.object(Object.fromEntries(shape)).superRefine((values, context) => {
    for (const [at, messages] of Object.entries({ ...brokenRules(rules, values), ...brokenLines(fields, values) })) {
      const path = at.split(".").map((part) => (/^\d+$/.test(part) ? Number(part) : part));
      for (const message of messages) context.addIssue({ code: "custom", path, message });
    }
  });
}

function readTyped(field: Field, value: unknown, context: z.core.$RefinementCtx): unknown {
  const read = typedValue(field, value);
  if (hasRows(field)) return rowsRead(field.fields, read, context);
  if (field.kind !== "money" || !Number.isNaN(read)) return read;
  context.addIssue({ code: "custom", message: m.v_money(), input: value });
  return z.NEVER;
}

/** Amounts of rows that are none are said of their row. */
function rowsRead(fields: Record<string, Field>, rows: unknown, context: z.core.$RefinementCtx): unknown {
  if (!Array.isArray(rows)) return rows;
  rows.forEach((row: Record<string, unknown>, index) => {
    for (const name of Object.keys(fields)) {
      if (Number.isNaN(row[name])) {
        context.addIssue({ code: "custom", message: m.v_money(), path: [index, name], input: row[name] });
        row[name] = 0;
      }
    }
  });
  return rows;
}
