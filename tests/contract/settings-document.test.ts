/** The pages of settings say what the program reads: each setting once, in both languages, with its default. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { settingsDocument } from "~server/backend/document/settings";
import { settingDefaults } from "~server/config";
import { chapters } from "~server/settings-words";

test("every setting has its words once, in both languages", () => {
  const told = chapters.flatMap(({ settings }) => Object.keys(settings));
  expect([...told].sort()).toEqual(Object.keys(settingDefaults).sort());
  const texts = chapters.flatMap(({ title, settings }) => [title, ...Object.values(settings)]);
  for (const { en, zh } of texts) {
    expect(en).not.toMatch(/\p{Script=Han}/u);
    expect(zh).toMatch(/\p{Script=Han}/u);
  }
});

test("docs/settings.md and docs/settings.zh-CN.md are as npm run docs writes them", () => {
  expect(readFileSync("docs/settings.md", "utf8")).toBe(settingsDocument("en"));
  expect(readFileSync("docs/settings.zh-CN.md", "utf8")).toBe(settingsDocument("zh"));
  expect(settingsDocument("en")).toContain("| `PORT` | `3000` |");
  expect(settingsDocument("en")).toContain("| `DATABASE_URL` | not set |");
});
