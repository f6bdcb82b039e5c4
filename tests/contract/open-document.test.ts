/** docs/open-api.json and docs/open-api.md are what the open API is. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import "~/i18n/locale.server";
import { openEvents, openScopes, operationAt, operations } from "~/contract/open/operations";
import { openBase, openHeaders } from "~/contract/open-wire";
import { signatureOf } from "~server/backend/business/open/signature";
import { partnerDocument, partnerText } from "~server/backend/document/partner-api";

const told = readFileSync("docs/open-api.md", "utf8");

test("docs/open-api.json is what the operations say: `npm run docs` writes it anew", () => {
  expect(readFileSync("docs/open-api.json", "utf8") === partnerText(), "docs/open-api.json is stale").toBe(true);
});

test("every operation stands in both under its address, and its address leads to it", () => {
  const { paths } = partnerDocument();
  for (const [name, { verb, path, scope }] of Object.entries(operations)) {
    expect(paths[`${openBase}${path}`]).toHaveProperty(verb.toLowerCase());
    expect(told).toContain(`| \`${verb} ${path}\` | \`${scope}\` |`);
    expect(operationAt(verb, `${openBase}${path.replace("{outerNo}", "A-1")}`)?.name).toBe(name);
  }
  expect(Object.values(paths).flatMap((verbs) => Object.keys(verbs))).toHaveLength(Object.keys(operations).length);
  for (const word of [...openScopes, ...openEvents, ...Object.values(openHeaders)])
    expect(told).toContain(`\`${word}\``);
});

test("addresses that are nearly one lead nowhere", () => {
  for (const path of ["/orders/", "/orders/a/b/pay", "/orders/a%2Fb", "/orders/a/paid", "/products/"]) {
    expect(operationAt("POST", openBase + path)).toBeNull();
    expect(operationAt("GET", openBase + path)).toBeNull();
  }
  expect(operationAt("GET", `${openBase}/orders`)).toBeNull();
});

test("the worked example of the signature is right", () => {
  const [, secret = ""] = /secret `([0-9a-f]{64})`/.exec(told) ?? [];
  const [, lines = ""] = /```text\n(POST\n[^`]+)\n```/.exec(told) ?? [];
  const [, signature] = /signature `([0-9a-f]{64})`/.exec(told) ?? [];
  const [, body = ""] = /body `(\{[^`]+\})`/.exec(told) ?? [];
  const [verb = "", target = "", timestamp = "", nonce = ""] = lines.split("\n");
  expect(signatureOf(secret, { verb, target, timestamp, nonce, body })).toBe(signature);
});
