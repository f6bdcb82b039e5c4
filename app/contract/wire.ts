/** What goes over the line to a dispatch API: paths, headers, and how a payload becomes form fields and back. */
import type { z } from "zod";
import type { Business } from "./method";

/** Base paths by business; a deployment may override any of them (DISPATCH_PATHS). */
export const defaultPaths: Record<Business, string> = {
  platform: "/platform/dispatch",
  manage: "/manage/dispatch",
  ticket: "/ticket/dispatch",
  order: "/order/dispatch",
  combo: "/combo/dispatch",
  cinema: "/cinema/dispatch",
  place: "/place/dispatch",
  ski: "/ski/dispatch",
  rent: "/rent/dispatch",
  locker: "/locker/dispatch",
  smartcard: "/smartcard/dispatch",
  employ: "/employ/dispatch",
  seasonCard: "/seasonCard/dispatch",
  offline: "/offline/dispatch",
  report: "/report/dispatch",
};

/** GET: what the API can, as OpenAPI 3.1; for any signed-in account. */
export const openApiPath = "/dispatch/openapi.json";

export const sessionIdHeader = "session-id";
export const tokenHeader = "access-token";
/** Milliseconds (spec 9). */
export const requestTimeout = 20_000;
export const successCode = 10_000;
/** HTTP status and code of an answer to a held session: locked, or its password must be changed first. */
export const heldCode = 423;
/** HTTP status and code of the answer to a call that needs a fresh proof of who calls: nothing was done. */
export const proofCode = 449;
export const headOffice = "0001";

/** The envelope of every answer. */
export interface Envelope {
  success?: boolean;
  code?: number | string;
  status?: number | string;
  respCode?: number | string;
  message?: string;
  respMsg?: string;
  data?: unknown;
  errors?: Record<string, string[]>;
}

/** Encodes a payload as form fields: strings as they are, null as "", all else as JSON text, undefined left out. */
export function encodePayload(payload: Record<string, unknown>): [string, string][] {
  const fields: [string, string][] = [];
  for (const [key, value] of Object.entries(payload)) {
    if (value === undefined) continue;
    // "null" would reach a text field as a word.
    fields.push([key, typeof value === "string" ? value : value === null ? "" : JSON.stringify(value)]);
  }
  return fields;
}

/**
 * The inverse of {@link encodePayload}, led by the schema: a field whose schema takes text stays text, any other is read
 * as JSON where it is JSON, else left as text for the schema to refuse.
 */
export function decodePayload(schema: z.ZodType, fields: Record<string, string>): Record<string, unknown> {
  const payload: Record<string, unknown> = {};
  const shape = shapeOf(schema);
  for (const [key, value] of Object.entries(fields)) {
    const field = Object.hasOwn(shape, key) ? shape[key] : undefined;
    if (field === undefined || takesText(field)) payload[key] = value;
    else if (value === "") payload[key] = undefined;
    else payload[key] = parsedOrText(value);
  }
  return payload;
}

function parsedOrText(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

interface Definition {
  type: string;
  innerType?: z.ZodType;
  in?: z.ZodType;
  out?: z.ZodType;
  shape?: Record<string, z.ZodType>;
  options?: z.ZodType[];
  values?: unknown[];
}

function definitionOf(schema: z.ZodType): Definition {
  return schema.def as unknown as Definition;
}

/** The schema under optional, default, nullable, readonly, catch and the input side of a pipe that says what it takes. */
function unwrap(schema: z.ZodType): Definition {
  let definition = definitionOf(schema);
  for (;;) {
    const inner =
      definition.innerType ??
      (definition.type === "pipe"
        ? definition.in && ["transform", "any"].includes(definitionOf(definition.in).type)
          ? definition.out
          : definition.in
        : undefined);
    if (!inner) return definition;
    definition = definitionOf(inner);
  }
}

function shapeOf(schema: z.ZodType): Record<string, z.ZodType> {
  return unwrap(schema).shape ?? {};
}

function takesText(schema: z.ZodType): boolean {
  const definition = unwrap(schema);
  if (definition.type === "string" || definition.type === "enum") return true;
  if (definition.type === "literal") return definition.values?.every((value) => typeof value === "string") ?? false;
  return definition.type === "union" && (definition.options ?? []).every(takesText);
}
