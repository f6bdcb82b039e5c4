/** What the browser is sent: no schemas, no contract of methods, and no more of each page's first files than was meant. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const folder = "build/client/assets";
const scripts = readdirSync(folder).filter((name) => name.endsWith(".js"));

test("schemas stay on the server: a page that shows a constant of the contract must not bring its schema", () => {
  expect(scripts.length).toBeGreaterThan(20);
  const withSchemas = scripts.filter((name) => /ZodError|_zod\b/.test(readFileSync(`${folder}/${name}`, "utf8")));
  expect(withSchemas).toEqual([]);
});
