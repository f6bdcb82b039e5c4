/** The documents made from the contract: the readable one is up to date, the OpenAPI one is well-formed and whole. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import "~/i18n/locale.server";
import { downloadPaths, uploadPaths } from "~/contract/files";
import { lookupPaths } from "~/contract/platform/lookups";
import { methods } from "~/contract/registry";
import { defaultPaths } from "~/contract/wire";
import { jsonSchemaOf } from "~server/backend/document/json-schema";
import { dispatchDocument } from "~server/backend/document/markdown";
import { openApiDocument } from "~server/backend/document/openapi";

// As a reader gets it.
const document = JSON.parse(JSON.stringify(openApiDocument()));

/** Of OpenAPI 3.1 the parts that ours has, and nothing beside them. */
const types = z.enum(["string", "number", "integer", "boolean", "null", "object", "array"]);
const schema: z.ZodType = z.lazy(() =>
  z.union([
    z.strictObject({ $ref: z.string() }),
    z.strictObject({
      type: z.union([types, z.array(types)]).optional(),
      const: z.unknown().optional(),
      enum: z.array(z.unknown()).min(1).optional(),
      default: z.unknown().optional(),
      description: z.string().optional(),
      format: z.string().optional(),
      pattern: z.string().refine(isPattern).optional(),
      contentMediaType: z.string().optional(),
      minimum: z.number().optional(),
      maximum: z.number().optional(),
      exclusiveMinimum: z.number().optional(),
      minLength: z.number().int().optional(),
      maxLength: z.number().int().optional(),
      minItems: z.number().int().optional(),
      maxItems: z.number().int().optional(),
      items: schema.optional(),
      prefixItems: z.array(schema).optional(),
      properties: z.record(z.string(), schema).optional(),
      propertyNames: schema.optional(),
      required: z.array(z.string()).optional(),
      additionalProperties: z.union([z.boolean(), schema]).optional(),
      anyOf: z.array(schema).optional(),
      oneOf: z.array(schema).optional(),
      allOf: z.array(schema).optional(),
    }),
  ]),
);
const content = z.record(
  z.string().regex(/^[a-z]+\/[a-z0-9.+-]+$/),
  z.strictObject({
    schema: schema.optional(),
    encoding: z.record(z.string(), z.strictObject({ contentType: z.string() })).optional(),
  }),
);
const response = z.union([
  z.strictObject({ $ref: z.string() }),
  z.strictObject({ description: z.string().min(1), content: content.optional() }),
]);
const requirement = z.record(z.string(), z.array(z.string()));
const operation = z.strictObject({
  operationId: z.string().regex(/^\w+$/),
  tags: z.array(z.string()),
  summary: z.string().min(1),
  description: z.string().optional(),
  security: z.array(requirement).optional(),
  parameters: z
    .array(
      z.strictObject({
        name: z.string(),
        in: z.enum(["query", "path"]),
        required: z.boolean(),
        description: z.string(),
        schema,
      }),
    )
    .optional(),
  requestBody: z.strictObject({ required: z.boolean(), content }).optional(),
  responses: z.record(z.string().regex(/^[1-5]\d\d$/), response),
});
const openApi = z.strictObject({
  openapi: z.literal("3.1.0"),
  info: z.strictObject({ title: z.string(), version: z.string(), description: z.string() }),
  security: z.array(requirement),
  tags: z.array(z.strictObject({ name: z.string() })),
  paths: z.record(
    z.string().startsWith("/"),
    z.strictObject({ post: operation.optional(), get: operation.optional() }),
  ),
  components: z.strictObject({
    securitySchemes: z.record(
      z.string(),
      z.strictObject({ type: z.literal("apiKey"), in: z.literal("header"), name: z.string(), description: z.string() }),
    ),
    schemas: z.record(z.string(), schema),
    responses: z.record(z.string(), response),
  }),
});

function isPattern(text: string): boolean {
  return new RegExp(text, "u") instanceof RegExp;
}

interface Operation {
  operationId: string;
  tags: string[];
  security?: Record<string, string[]>[];
  parameters?: { name: string; in: string }[];
  requestBody?: { content: Record<string, { schema: { properties: Record<string, { const?: string }> } }> };
}
const operations = Object.entries(document.paths as Record<string, { post?: Operation; get?: Operation }>).flatMap(
  ([path, { post, get }]) => [
    ...(post ? [{ path, verb: "POST", ...post }] : []),
    ...(get ? [{ path, verb: "GET", ...get }] : []),
  ],
);

test("docs/dispatch-api.md is what the contract says: `npm run docs` writes it anew", () => {
  const stale = readFileSync("docs/dispatch-api.md", "utf8") !== dispatchDocument();
  expect(stale, "docs/dispatch-api.md is stale: run `npm run docs`, and commit it with the change").toBe(false);
});

test("the readable document names every method once", () => {
  const text = dispatchDocument();
  const missing = methods.filter(({ name }) => !text.includes(`### ${name}\n`) && !text.includes(`| \`${name}\` | `));
  expect(missing.map(({ name }) => name)).toEqual([]);
});

describe("the OpenAPI document", () => {
  test("has the structure of OpenAPI 3.1", () => {
    const parsed = openApi.safeParse(document);
    expect(parsed.error?.issues.slice(0, 5) ?? []).toEqual([]);
  });

  test("every reference leads to something", () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, to]) => to ?? "");
    expect(references.length).toBeGreaterThan(100);
    const lost = references.filter((to) => {
      const [head, ...keys] = to.split("/");
      const found = keys.reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document);
      return head !== "#" || found === undefined;
    });
    expect([...new Set(lost)]).toEqual([]);
  });

  test("every method of the registry is there once, by its wire form", () => {
    const described = operations
      .filter(({ path }) => path.includes("#"))
      .map(({ path, verb, operationId, requestBody }) => {
        const [type, body] = Object.entries(requestBody?.content ?? {})[0] ?? [];
        return [verb, path, type, body?.schema.properties.method?.const, operationId].join(" ");
      });
    const expected = methods.map(({ business, name }) => {
      const type = business === "offline" ? "application/json" : "application/x-www-form-urlencoded";
      return `POST ${defaultPaths[business]}#${name} ${type} ${name} ${business}_${name}`;
    });
    expect(described.sort()).toEqual(expected.sort());
  });

  test("lookups, uploads and downloads are there", () => {
    const paths = [
      ...Object.values(lookupPaths).filter((path) => !path.endsWith("/")),
      ...Object.values(uploadPaths),
      ...Object.values(downloadPaths),
    ];
    expect(paths.filter((path) => !operations.some((one) => one.path === path))).toEqual([]);
  });

  test("names of operations are unique, tags and securities are declared, path parameters are in the path", () => {
    const ids = operations.map(({ operationId }) => operationId);
    expect(ids.filter((id, place) => ids.indexOf(id) !== place)).toEqual([]);
    const tags = new Set(document.tags.map(({ name }: { name: string }) => name));
    expect(operations.flatMap(({ tags }) => tags).filter((tag) => !tags.has(tag))).toEqual([]);
    const schemes = Object.keys(document.components.securitySchemes);
    const asked = [document.security, ...operations.map(({ security = [] }) => security)].flat().flatMap(Object.keys);
    expect(asked.filter((name) => !schemes.includes(name))).toEqual([]);
    for (const { path, parameters = [] } of operations) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(parameters.filter((one) => one.in === "path").map(({ name }) => name)).toEqual(inPath);
    }
  });

  test("a field is needed where leaving it out is refused, and what may be anything says what it comes to", () => {
    const taken = z.object({
      name: z.preprocess((value) => value ?? null, z.string().max(5).nullable()),
      size: z.number().default(1),
      code: z.any().pipe(z.string()),
    });
    expect(jsonSchemaOf(taken, "input")).toEqual({
      type: "object",
      properties: {
        name: { anyOf: [{ type: "string", maxLength: 5 }, { type: "null" }] },
        size: { type: "number", default: 1 },
        code: { type: "string" },
      },
      required: ["code"],
    });
  });
});
