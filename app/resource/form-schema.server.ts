/** The schema of a resource's form: texts of the form become the values of the payload, then the payload's own rules hold. */
import { z } from "zod";
import { type Field, fieldSchema } from "~/contract/field-kinds";
import { m } from "~/contract/messages";
import { parseYuan } from "~/contract/money";

/** Of the fields that are posted. */
export function formSchema(fields: [string, Field][]) {
  const shape = fields.map(([name, field]) => [
    name,
    z.preprocess((value, context) => readTyped(field, value, context), fieldSchema(field)),
  ]);
  return z.object(Object.fromEntries(shape));
}

function readTyped(field: Field, value: unknown, context: z.core.$RefinementCtx): unknown {
  const read = typedValue(field, value);
  if (field.kind !== "money" || !Number.isNaN(read)) return read;
  context.addIssue({ code: "custom", message: m.v_money(), input: value });
  return z.NEVER;
}

/** What cannot be read stays text, for the field's own rule to refuse. */
function typedValue(field: Field, value: unknown): unknown {
  if (field.kind === "boolean") return value === "T" || value === "on" || value === "true";
  if (typeof value !== "string" || value.trim() === "") return typeof value === "string" ? "" : undefined;
  const text = value.normalize("NFKC").trim();
  if (field.kind === "money") return parseYuan(text) ?? Number.NaN;
  if (field.kind === "number" || field.kind === "reference") return /^-?\d{1,15}$/.test(text) ? Number(text) : text;
  return value;
}
