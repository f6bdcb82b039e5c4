/** The pages of settings say what the program reads: each setting once, in both languages, with its default. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { settingsDocument } from "~server/backend/document/settings";
import { settingDefaults, standardSettings } from "~server/config";
import { chapters } from "~server/settings-words";

test("every setting has its words once, in both languages", () => {
  const told = chapters.flatMap(({ settings }) => Object.keys(settings));
  expect([...told].sort()).toEqual([...Object.keys(settingDefaults), ...Object.keys(standardSettings)].sort());
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
  expect(settingsDocument("en")).toContain("| `OTEL_TRACES_SAMPLER` | `parentbased_always_on` |");
});

test("every variable of OpenTelemetry that the program or its page of operation names stands there", () => {
  const named = ["server/tracing.ts", "docs/operations.md"].flatMap(
    (file) => readFileSync(file, "utf8").match(/\bOTEL_[A-Z_]+[A-Z]\b/g) ?? [],
  );
  expect(named.filter((name) => !(name in standardSettings))).toEqual([]);
});
