/** Payloads made from a method's own schema, with ids of the test's choosing in every field that takes one. */
import type { Method } from "~/contract/method";
import { type JsonSchema, jsonSchemaOf } from "~server/backend/document/json-schema";

/** What stands in a field for an id: by the field's name. */
export type IdOf = (field: string) => number;

const isIdField = (name: string) => /(^|[a-z])(id|ids|Id|Ids)$/.test(name);

/** A payload with every field filled, or the required ones alone; null where no such guess fits the method's rules. */
export function examplePayload(method: Method, idOf: IdOf, fields: "all" | "required"): object | null {
  const payload = exampleOf(jsonSchemaOf(method.payload, "input"), "", idOf, fields);
  return method.payload.safeParse(payload).success ? (payload as object) : null;
}

function exampleOf(schema: JsonSchema, name: string, idOf: IdOf, fields: "all" | "required"): unknown {
  const oneOf = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined;
  if (oneOf) return exampleOf(oneOf.find(({ type }) => type !== "null") ?? {}, name, idOf, fields);
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  if (isIdField(name) && schema.type !== "array") return schema.type === "string" ? String(idOf(name)) : idOf(name);
  switch (schema.type) {
    case "object": {
      const known = Object.entries(schema.properties ?? {}).filter(
        ([key]) => fields === "all" || schema.required?.includes(key),
      );
      return Object.fromEntries(known.map(([key, inner]) => [key, exampleOf(inner, key, idOf, fields)]));
    }
    case "array":
      return [exampleOf(schema.items ?? {}, name, idOf, fields)];
    case "integer":
    case "number":
      return Math.min(Math.max(Number(schema.minimum ?? 0), 1), Number(schema.maximum ?? 1));
    case "boolean":
      return false;
    default:
      // A day is a text like any other to a schema that refuses days to come.
      return /[a-z](On|Day)$/.test(name) ? "2026-11-20" : textFor(schema);
  }
}

const texts = [
  "甲乙",
  "T",
  "2026-11-20",
  "2026-11-20T01:00:00.000Z",
  "08:00-18:00",
  "08:00",
  "TTTTTTT",
  "any",
  "13800138000",
  "",
  "some-key-of-a-test-0001",
  "ABC-1",
  "0001",
];

function textFor({ pattern, minLength = 0, maxLength = 1_000, format }: JsonSchema): string {
  if (format === "date") return "2026-11-20";
  if (format === "date-time") return "2026-11-20T01:00:00.000Z";
  const fits = (text: string) =>
    text.length >= Number(minLength) &&
    text.length <= Number(maxLength) &&
    (typeof pattern !== "string" || new RegExp(pattern, "u").test(text));
  return texts.find(fits) ?? "some-key-of-a-test-0001".padEnd(Number(minLength), "x");
}
