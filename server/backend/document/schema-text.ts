/** A JSON Schema in the words of the readable document. */
import type { JsonSchema } from "./json-schema";

/** On one line: `whole number 1 to 1000`, `"asc" or "desc"`, `list of {id: …}`. */
export function schemaText(schema: JsonSchema): string {
  if ("const" in schema) return literal(schema.const);
  if (Array.isArray(schema.enum)) return schema.enum.map(literal).join(" or ");
  if (schema.anyOf) return [...new Set(schema.anyOf.map(schemaText))].join(" or ");
  // Some writers of schemas name several types at once.
  if (Array.isArray(schema.type)) return schema.type.map((type) => schemaText({ ...schema, type })).join(" or ");
  const { type = "anything" } = schema;
  return writers[type]?.(schema) ?? type;
}

const writers: Record<string, (schema: JsonSchema) => string> = {
  string: stringText,
  number: (schema) => `number${bounds(schema)}`,
  integer: (schema) => `whole number${bounds(schema)}`,
  boolean: () => "true or false",
  null: () => "null",
  array: ({ items, minItems, maxItems }) => {
    const least = Number(minItems ?? 0);
    const size = maxItems !== undefined ? ` of ${least} to ${maxItems}` : least > 0 ? ` of ${least} or more` : "";
    return `list${size}: ${items ? schemaText(items) : "anything"}`;
  },
  object: objectText,
};

function stringText({ maxLength, minLength, pattern, format }: JsonSchema): string {
  if (typeof format === "string" && format !== "") return `text (${format})`;
  if (typeof pattern === "string") return `text like \`${pattern.replaceAll("`", "'")}\``;
  if (maxLength !== undefined) return `text of ${minLength ? `${minLength} to` : "at most"} ${maxLength}`;
  return "text";
}

function bounds({ minimum, maximum }: JsonSchema): string {
  if (minimum !== undefined && maximum !== undefined) return ` ${minimum} to ${maximum}`;
  if (minimum !== undefined) return ` from ${minimum}`;
  return maximum === undefined ? "" : ` up to ${maximum}`;
}

function objectText({ properties, required = [], additionalProperties }: JsonSchema): string {
  const fields = Object.entries(properties ?? {});
  if (fields.length === 0) {
    return typeof additionalProperties === "object" ? `{by name: ${schemaText(additionalProperties)}}` : "{}";
  }
  return `{${fields.map(([name, field]) => `${name}${required.includes(name) ? "" : "?"}: ${schemaText(field)}`).join(", ")}}`;
}

function literal(value: unknown): string {
  return JSON.stringify(value);
}
