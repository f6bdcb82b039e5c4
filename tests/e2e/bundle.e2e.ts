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

test("the first pages bring no other screen's words", () => {
  const texts = ["policy", "organisation", "system", "imports", "files", "sale", "verdicts"].flatMap((name) => {
    const messages = JSON.parse(readFileSync(`app/i18n/messages/zh-CN/${name}.json`, "utf8"));
    return Object.values(messages).filter(
      (text): text is string => typeof text === "string" && /^[^{]{8,}$/.test(text),
    );
  });
  expect(texts.length).toBeGreaterThan(50);
  for (const chunk of ["shell", "list", "home"]) {
    const name = scripts.find((file) => file.startsWith(`${chunk}-`)) ?? chunk;
    const script = readFileSync(`${folder}/${name}`, "utf8");
    expect(
      texts.filter((text) => script.includes(text)),
      name,
    ).toEqual([]);
  }
});
