/** The dispatch API as an OpenAPI 3.1 document, made from the registry of methods. */
import { uploadAnswer, uploadListAnswer } from "~/contract/file-answers";
import { uploadPaths } from "~/contract/files";
import type { Business, Method } from "~/contract/method";
import { lookupPaths } from "~/contract/platform/lookups";
import { methods } from "~/contract/registry";
import { defaultPaths, sessionIdHeader, successCode, tokenHeader } from "~/contract/wire";
import { endpoints } from "../files/upload";
import { accessText } from "./access-text";
import { downloadCalls, lookupCalls } from "./get-calls";
import { type JsonSchema, jsonSchemaOf } from "./json-schema";
import { type Status, statusesOf, statusMeanings } from "./method-errors";

type Json = Record<string, unknown>;

/**
 * Every method is an operation under `<path of its business>#<method>`: OpenAPI knows one POST a path, and what follows
 * the hash is never sent, so generated clients post to the right address.
 */
export function openApiDocument(paths: Partial<Record<Business, string>> = {}): Json {
  const operations = methods.map((method): [string, Json] => [
    `${paths[method.business] ?? defaultPaths[method.business]}#${method.name}`,
    { post: operationOf(method) },
  ]);
  return {
    openapi: "3.1.0",
    info: {
      title: "Dispatch API",
      version: "1",
      description:
        "Methods are posted to the path of their business, form-encoded: `method`, `corpCode`, and the payload's fields; a nested value is JSON text in its field, and null is empty. The offline business takes JSON. The part of a path behind # tells the methods of one path apart and is not sent.",
    },
    security: [{ token: [], session: [] }],
    tags: [...new Set(methods.map(({ business }) => business)), "lookups", "files"].map((name) => ({ name })),
    paths: { ...Object.fromEntries(operations), ...lookups(), ...uploads(), ...downloads() },
    components: {
      securitySchemes: {
        token: { type: "apiKey", in: "header", name: tokenHeader, description: "Of the answer of `login`." },
        session: { type: "apiKey", in: "header", name: sessionIdHeader, description: "Names the browser session." },
      },
      schemas: {
        Refusal: {
          type: "object",
          properties: {
            success: { const: false },
            code: { type: "integer", description: "The HTTP status." },
            message: { type: "string", description: "In the language of Accept-Language." },
            errors: {
              type: "object",
              description: "Messages by field name.",
              additionalProperties: { type: "array", items: { type: "string" } },
            },
          },
          required: ["success", "code", "message"],
        },
      },
      responses: Object.fromEntries(
        Object.entries(statusMeanings).map(([status, description]) => [
          `Status${status}`,
          { description, content: { "application/json": { schema: { $ref: "#/components/schemas/Refusal" } } } },
        ]),
      ),
    },
  };
}

function operationOf(method: Method): Json {
  const { business, name, access } = method;
  return {
    operationId: `${business}_${name}`,
    tags: [business],
    summary: name,
    description: descriptionOf(method),
    ...(access === "public" && { security: [] }),
    requestBody: { required: true, content: bodyOf(method) },
    responses: { 200: success(jsonSchemaOf(method.answer, "output")), ...refusals(statusesOf(method)) },
  };
}

function descriptionOf({ access, writes, idempotent }: Method): string {
  const once = idempotent ? " The same `idempotencyKey` is done once and answered the same again." : "";
  return `${accessText(access)} ${writes ? "Writes." : "Reads."}${once}`;
}

function bodyOf({ business, name, payload }: Method): Json {
  const { properties = {}, required = [], ...rest } = jsonSchemaOf(payload, "input");
  const schema = {
    ...rest,
    properties: {
      method: { const: name },
      corpCode: { type: "string", description: "The tenant; the token's where it is left out." },
      ...properties,
    },
    required: ["method", ...required],
    additionalProperties: false,
  };
  if (business === "offline") return { "application/json": { schema } };
  const nested = Object.entries(properties).filter(([, field]) => isNested(field));
  const encoding = Object.fromEntries(nested.map(([field]) => [field, { contentType: "application/json" }]));
  return {
    "application/x-www-form-urlencoded": { schema, ...(nested.length > 0 && { encoding }) },
  };
}

function isNested({ type, anyOf = [] }: JsonSchema): boolean {
  return type === "object" || type === "array" || anyOf.some(isNested);
}

function success(data: JsonSchema): Json {
  const schema = {
    type: "object",
    properties: { success: { const: true }, code: { const: successCode }, message: { type: "string" }, data },
    required: ["success", "code", "message"],
  };
  return { description: "Done.", content: { "application/json": { schema } } };
}

function refusals(statuses: readonly Status[]): Json {
  return Object.fromEntries(statuses.map((status) => [status, { $ref: `#/components/responses/Status${status}` }]));
}

function operationId(path: string): string {
  return path.replaceAll(/[^A-Za-z0-9]+/g, "_").replaceAll(/^_|_$/g, "");
}

function lookups(): Json {
  const gets = lookupCalls.map(({ path, summary, parameters, answer }) => [
    path,
    {
      get: {
        operationId: operationId(path),
        tags: ["lookups"],
        summary,
        parameters,
        responses: { 200: success(jsonSchemaOf(answer, "output")), ...refusals([401, 404, 422, 423, 500]) },
      },
    },
  ]);
  const out = {
    post: {
      operationId: operationId(lookupPaths.logout),
      tags: ["lookups"],
      summary: "Ends the session of the token.",
      responses: { 200: success({ type: "object" }), ...refusals([401, 500]) },
    },
  };
  return { ...Object.fromEntries(gets), [lookupPaths.logout]: out };
}

function uploads(): Json {
  return Object.fromEntries(
    endpoints.map(({ path, takes, most, temporary, isPublic }) => {
      const file = { type: "string", contentMediaType: "application/octet-stream" };
      const form = {
        type: "object",
        properties: {
          file: most > 1 ? { type: "array", maxItems: most, items: file } : file,
          corpCode: { type: "string" },
          isCompress: { type: "string", description: "T: pictures are made smaller." },
          ...(temporary && { accept: { enum: ["image", "file", "media"], default: "image" } }),
        },
        required: ["file"],
      };
      const notes = [
        `Takes ${takes.join(", ")}.`,
        temporary ? "Swept after a day unless a saved form holds on to it." : "",
        isPublic ? "Served to everybody." : "",
      ];
      const answer = path === uploadPaths.multiple ? uploadListAnswer : uploadAnswer;
      const post = {
        operationId: operationId(path),
        tags: ["files"],
        summary: most > 1 ? `Stores up to ${most} files; answers their paths.` : "Stores a file; answers its path.",
        description: notes.filter(Boolean).join(" "),
        requestBody: { required: true, content: { "multipart/form-data": { schema: form } } },
        responses: {
          200: success(jsonSchemaOf(answer, "output")),
          ...refusals([400, 401, 404, 413, 415, 422, 423, 500]),
        },
      };
      return [path, { post }];
    }),
  );
}

function downloads(): Json {
  const bytes = { description: "The file.", content: { "application/octet-stream": {} } };
  return Object.fromEntries(
    downloadCalls.map(({ path, summary, parameters, answer }) => {
      const done = answer ? success(jsonSchemaOf(answer, "output")) : bytes;
      const responses = { 200: done, ...refusals([401, 404, 422, 423, 500]) };
      return [path, { get: { operationId: operationId(path), tags: ["files"], summary, parameters, responses } }];
    }),
  );
}
