/** The dispatch API as a document for people, made from the registry of methods and what its sources say of them. */
import type { Field } from "~/contract/field-kinds";
import { businesses, type Method } from "~/contract/method";
import { methods, resources } from "~/contract/registry";
import { type AnyResource, methodsOf } from "~/contract/resource";
import { defaultPaths, requestTimeout, sessionIdHeader, successCode, tokenHeader } from "~/contract/wire";
import { endpoints } from "../files/upload";
import { accessText } from "./access-text";
import { type Comment, commentsOf } from "./comments";
import { downloadCalls, lookupCalls } from "./get-calls";
import { type JsonSchema, jsonSchemaOf } from "./json-schema";
import { statusesOf, statusMeanings } from "./method-errors";
import { schemaText } from "./schema-text";

export function dispatchDocument(): string {
  const comments = commentsOf();
  // By name: the order of a module's exports is its bundler's affair.
  const sorted = [...methods].sort((one, other) => (one.name < other.name ? -1 : 1));
  const ofResources = new Set<Method>(resources.flatMap((resource) => Object.values(resource.methods) as Method[]));
  const parts = businesses.flatMap((business) => {
    const own = sorted.filter((method) => method.business === business && !ofResources.has(method));
    const nouns = resources.filter((resource) => resource.business === business);
    if (own.length + nouns.length === 0) return [];
    return [
      `## ${business}\n\n\`POST ${defaultPaths[business]}\``,
      ...own.map((method) => methodPart(method, comments.get(`${business}/${method.name}`))),
      ...nouns.map((resource) => resourcePart(resource, comments.get(`${business}/${resource.noun}`))),
    ];
  });
  return `${[common(), resourceMethods(), ...parts, lookups(), files()].join("\n\n")}\n`;
}

function common(): string {
  const statuses = Object.entries(statusMeanings).map(([status, meaning]) => `| ${status} | ${meaning} |`);
  return `# The dispatch API

Written by \`npm run docs\` from \`app/contract\`; change the contract, not this file. The same as OpenAPI 3.1: \`GET /dispatch/openapi.json\`, for any signed-in account, or \`npm run docs -- FILE\`.

## For every call

- A method is posted to the path of its business, form-encoded: \`method\`, \`corpCode\` (the tenant; the token's where it is left out) and the payload's fields. A nested value is JSON text in its field, null is empty. The offline business takes a JSON body instead. Paths are settings (\`DISPATCH_PATHS\`).
- Headers: \`${sessionIdHeader}\` names the browser session, \`${tokenHeader}\` is the token that \`login\` answered, \`accept-language\` chooses the language of messages (zh-CN or en), \`x-request-id\` is written to the log.
- Done: HTTP 200 and \`{"success": true, "code": ${successCode}, "message": "", "data": …}\`. Refused: an HTTP status of the table below and \`{"success": false, "code": <status>, "message": "…", "errors": {"field": ["…"]}}\`. A caller waits ${requestTimeout / 1_000} s at most.
- A field that a method does not know is refused (422). A body has 1 MB at most.
- \`idempotencyKey\`: the same key with the same payload is done once and answered the same again; with another payload it is refused (409).
- Money is in fen, days are yyyy-MM-dd, moments ISO 8601. \`rowVersion\` is the version that was read: a save over a newer one is refused (409).
- Lists take \`pageNo\`, \`pageSize\`, \`sort\`, \`order\` and \`filters\` (texts by field; a range is \`from~to\`, any of several \`a,b\`) and answer \`{records, pageNo, pageSize, totalPage, count, otherData}\`; \`count\` is exact up to a bound, past it \`otherData.capped\` is true.

| status | meaning |
|---|---|
${statuses.join("\n")}`;
}

function methodPart(method: Method, comment: Comment | undefined): string {
  const { name, payload, answer, access, writes, idempotent } = method;
  const facts = [
    `- Access: ${accessText(access)}`,
    `- ${writes ? "Writes" : "Reads"}${idempotent ? "; the same `idempotencyKey` is done once" : ""}.`,
    `- Errors: ${statusesOf(method).join(", ")}.`,
    `- Answers: ${prose(schemaText(jsonSchemaOf(answer, "output")))}`,
  ];
  const takes = inputs(jsonSchemaOf(payload, "input"), comment?.fields);
  return [`### ${name}`, comment?.text, facts.join("\n"), takes].filter(Boolean).join("\n\n");
}

function inputs({ properties = {}, required = [] }: JsonSchema, notes = new Map<string, string>()): string {
  const rows = Object.entries(properties).map(([name, field]) => {
    const needed = required.includes(name) ? "yes" : "";
    const usual = "default" in field ? `Default: \`${JSON.stringify(field.default)}\`. ` : "";
    return `| \`${name}\` | ${prose(schemaText(field))} | ${needed} | ${cell(`${usual}${notes.get(name) ?? ""}`.trim())} |`;
  });
  return rows.length === 0 ? "Takes nothing." : `| takes | | needed | |\n|---|---|---|---|\n${rows.join("\n")}`;
}

const operations: Record<string, string> = {
  list: "A page of rows.",
  export: "The list as a file, in the background: the job's id; its file is fetched when it is done.",
  get: "One row with the choices of its form; null without `id`, for a new one.",
  options: "Choices of one field by a part of their name.",
  changes: "What happened to one row, newest first.",
  save: "Creates without `id`, else changes.",
  saveCells: "Cells changed in the list: all or none.",
  remove: "Removes one; refused with the reason where something hangs on it.",
  suspend: "Suspends one.",
  resume: "Takes one back into use.",
  removeMany: "Removes several; what cannot go is named.",
  suspendMany: "Suspends several.",
  resumeMany: "Takes several back into use.",
};

/** What resources have in common, said once: they differ by their fields, and in who may call. */
function resourceMethods(): string {
  const [any] = resources;
  if (!any) return "";
  const rows = (Object.entries(any.methods) as [string, Method][]).map(([operation, method]) => {
    const takes = operation === "save" ? "its fields" : prose(brief(jsonSchemaOf(method.payload, "input")));
    const answers = prose(schemaText(jsonSchemaOf(method.answer, "output")));
    return `| ${operation} | ${operations[operation] ?? ""} | ${takes} | ${answers} |`;
  });
  return `## Resources

A resource is a noun with the usual methods. What they take and answer is the same for each but for its fields:

| | | takes | answers |
|---|---|---|---|
${rows.join("\n")}`;
}

function resourcePart(resource: AnyResource, comment: Comment | undefined): string {
  const offered = methodsOf(resource);
  const entries = (Object.entries(resource.methods) as [string, Method][]).filter(([, one]) => offered.includes(one));
  const rows = entries.map(
    ([operation, method]) =>
      `| \`${method.name}\` | ${operation} | ${accessText(method.access)} | ${statusesOf(method).join(", ")} |`,
  );
  return [
    `### ${resource.noun}: ${resource.title({}, { locale: "en" })}`,
    comment?.text,
    `A resource (see above); its page is \`${resource.path}\`.`,
    `| method | as | access | errors |\n|---|---|---|---|\n${rows.join("\n")}`,
    ...(offered.includes(resource.methods.save)
      ? [
          `Fields of \`${resource.methods.save.name}\`:`,
          inputs(jsonSchemaOf(resource.methods.save.payload, "input"), comment?.fields),
        ]
      : [listPart(resource)]),
  ]
    .filter(Boolean)
    .join("\n\n");
}

/** What a list answers, is filtered and sorted by, where that is all there is. */
function listPart({ fields, defaultSort }: AnyResource): string {
  const named = (which: (field: Field) => unknown) =>
    Object.entries(fields)
      .filter(([, field]) => which(field))
      .map(([name]) => `\`${name}\``)
      .join(", ");
  return [
    `Rows have ${named(({ list }) => list)}.`,
    `Filters: ${named(({ filter }) => filter) || "none"}.`,
    `Sorts: ${[`\`${defaultSort.field}\``, named(({ sort }) => sort)].filter(Boolean).join(", ")}.`,
  ].join(" ");
}

function brief({ properties = {}, required = [] }: JsonSchema): string {
  return Object.entries(properties)
    .map(([name, field]) => `${name}${required.includes(name) ? "" : "?"}: ${schemaText(field)}`)
    .join(", ");
}

function queriesOf(parameters: Record<string, unknown>[]): string {
  return parameters
    .map(({ name, required, description }) => `\`${name}\`${required ? "" : "?"}: ${cell(String(description))}`)
    .join(" ");
}

function lookups(): string {
  const rows = lookupCalls.map(
    ({ path, summary, parameters, answer }) =>
      `| \`GET ${path}\` | ${summary} | ${queriesOf(parameters)} | ${prose(schemaText(jsonSchemaOf(answer, "output")))} |`,
  );
  return `## Lookups

Any signed-in account; errors 401, 404, 422, 423, 500. \`POST /api/logout\` ends the session of the token.

| call | | query | answers |
|---|---|---|---|
${rows.join("\n")}`;
}

function files(): string {
  const sent = endpoints.map(({ path, takes, most, temporary, isPublic }) => {
    const notes = [
      temporary && "swept after a day unless a saved form holds on to it",
      isPublic && "served to everybody",
    ];
    return `| \`POST ${path}\` | ${takes.join(", ")} | ${most} | ${notes.filter(Boolean).join("; ")} |`;
  });
  const fetched = downloadCalls.map(
    ({ path, summary, parameters }) => `| \`GET ${path}\` | ${summary} | ${queriesOf(parameters)} |`,
  );
  return `## Files

Any signed-in account. Uploads are multipart: \`file\`, \`corpCode\`, \`isCompress\`; a file has less than 10 MB, its content decides what it is. The answer's data is the path, of several a list. Errors: 400, 401, 404, 413, 415, 422, 423, 500. Without an account, one file comes to \`/common/ticketUpload?ticket=…\` with a ticket that a method gave (\`agencyApplyFiles\`).

| upload | takes | files | |
|---|---|---|---|
${sent.join("\n")}

| download | | query |
|---|---|---|
${fetched.join("\n")}`;
}

/** Inside a table's cell, and with no list or markup made of what is none. */
function cell(text: string): string {
  return text.replaceAll("|", "\\|");
}

function prose(text: string): string {
  return `\`${cell(text.replaceAll("`", ""))}\``;
}
