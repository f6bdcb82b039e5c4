/** A schema of the contract as JSON Schema (draft 2020-12), as a caller has to know it. */
import { z } from "zod";

export interface JsonSchema {
  [key: string]: unknown;
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  additionalProperties?: boolean | JsonSchema;
}

/** `input`: what is sent; `output`: what is answered. */
export function jsonSchemaOf(schema: z.ZodType, io: "input" | "output"): JsonSchema {
  const made = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    override({ zodSchema, jsonSchema }) {
      const made = jsonSchema as JsonSchema;
      if (io === "input") asSent(zodSchema as unknown as z.ZodType, made);
      // What every whole number keeps says nothing.
      if (made.maximum === Number.MAX_SAFE_INTEGER) delete made.maximum;
      if (made.minimum === Number.MIN_SAFE_INTEGER) delete made.minimum;
    },
  }) as JsonSchema;
  const { $schema: _, "~standard": __, ...rest } = made;
  return rest;
}

/** A pipe's input side may be anything ("" is taken for none): what it comes to says more, and it says what must be there. */
function asSent(schema: z.ZodType, made: JsonSchema): void {
  if (schema instanceof z.ZodPipe) {
    const { in: first, out } = schema.def as unknown as { in: z.ZodType; out: z.ZodType };
    replace(made, jsonSchemaOf(out instanceof z.ZodTransform ? first : out, "input"));
  }
  if (!(schema instanceof z.ZodObject)) return;
  const fields = Object.entries(schema.def.shape as Record<string, z.ZodType>);
  const required = fields.filter(([, field]) => !field.safeParse(undefined).success).map(([name]) => name);
  delete made.required;
  if (required.length > 0) made.required = required;
}

function replace(made: JsonSchema, other: JsonSchema): void {
  for (const key of Object.keys(made)) delete made[key];
  Object.assign(made, other);
}
