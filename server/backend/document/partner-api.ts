/** docs/open-api.json: the open API in OpenAPI 3.1, made of its list of operations. */

import { operations, webhook } from "~/contract/open/operations";
import { openBase, openHeaders } from "~/contract/open-wire";
import { jsonSchemaOf } from "./json-schema";

const refusals = {
  401: "Unknown application, wrong signature, a timestamp more than 5 minutes off, or a nonce that was used.",
  403: "The application lacks the scope, or is disabled.",
  404: "No such order of this application.",
  409: "A rule says no; the message says which. Nothing was changed.",
  413: "The body is larger than 256 KB.",
  422: "Fields break their rules: `errors` has the messages by field name.",
  429: "More requests in a minute than the application may send.",
} as const;

const refusal = {
  type: "object",
  properties: {
    success: { const: false },
    code: { type: "integer" },
    message: { type: "string" },
    errors: { type: "object", additionalProperties: { type: "array", items: { type: "string" } } },
    facts: {
      type: "object",
      description:
        "Of a sale on account that is refused: `why` (standing, short or overdue), and in fen what is prepaid, the credit limit, what of it is used, refunds under way, what is free, the amount of the order and what is missing; of overdue also `days` and the `day` of the oldest sale that is unpaid.",
      additionalProperties: { type: ["integer", "string"] },
    },
  },
  required: ["success", "code", "message"],
};

const json = (schema: unknown) => ({ "application/json": { schema } });

/** Of every request, and of webhooks as well. */
const headers = Object.entries(openHeaders).map(([key, name]) => [
  key,
  { name, in: "header", required: true, schema: { type: "string" } },
]);
const signed = headers.map(([key]) => ({ $ref: `#/components/parameters/${key}` }));

const answered = (data: unknown) => ({
  type: "object",
  properties: { success: { const: true }, code: { const: 10_000 }, message: { const: "" }, data },
  required: ["success", "code", "message", "data"],
});

export function partnerDocument() {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [operationId, { verb, path, scope, summary, takes, answers }] of Object.entries(operations)) {
    const input = jsonSchemaOf(takes, "input") as { properties?: Record<string, unknown>; required?: string[] };
    const query = Object.entries(verb === "GET" ? (input.properties ?? {}) : {}).map(([name, schema]) => ({
      ...{ name, in: "query", required: input.required?.includes(name) ?? false, schema },
    }));
    const own = path.includes("{outerNo}")
      ? [{ name: "outerNo", in: "path", required: true, schema: { type: "string", pattern: "^[A-Za-z0-9._-]{1,64}$" } }]
      : [];
    const at = `${openBase}${path}`;
    paths[at] = {
      ...paths[at],
      [verb.toLowerCase()]: {
        operationId,
        summary,
        description: `Scope: \`${scope}\`.`,
        parameters: [...own, ...query, ...signed],
        ...(verb === "POST" && { requestBody: { required: true, content: json(input) } }),
        responses: {
          200: { description: "Done.", content: json(answered(jsonSchemaOf(answers, "output"))) },
          ...Object.fromEntries(
            Object.entries(refusals).map(([status, description]) => [
              status,
              { description, content: json({ $ref: "#/components/schemas/refusal" }) },
            ]),
          ),
        },
      },
    };
  }
  const told = { requestBody: { content: json(jsonSchemaOf(webhook, "output")) }, parameters: signed };
  return {
    openapi: "3.1.0",
    info: { title: "Open API", version: "1", description: "See open-api.md for signatures, holds and webhooks." },
    paths,
    components: { schemas: { refusal }, parameters: Object.fromEntries(headers) },
    webhooks: { order: { post: { ...told, responses: { 200: { description: "Taken." } } } } },
  };
}

export const partnerText = (): string => `${JSON.stringify(partnerDocument(), null, 2)}\n`;
