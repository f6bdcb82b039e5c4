/** Numbers of versions: data that are not those of the last version given out have another number than it. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { headLine } from "~server/backend/db/archive-format";
import { readMigrations } from "~server/backend/db/migrate";
import { version } from "~server/version";

const folder = "tests/reliability/archives";
const sections = [...readFileSync("CHANGELOG.md", "utf8").matchAll(/^## (.+)$/gm)].map(([, name]) => name);
const givenOut = readdirSync(folder).map((file) => {
  const [first = ""] = gunzipSync(readFileSync(path.join(folder, file)))
    .toString()
    .split("\n", 1);
  return { name: file.replace(/\.archive$/, ""), head: headLine.parse(JSON.parse(first)) };
});

test("the changelog begins with the version that this is, and goes on with one that an archive is there of", () => {
  expect(sections[0]).toBe(version);
  expect(version).toMatch(/^20\d\d\.\d+\.\d+$/);
  const names = givenOut.map(({ name }) => name);
  for (const name of sections.slice(1)) expect(names).toContain(name);
});

test("no version that was given out has this one's number while its data are others", () => {
  const own = readMigrations().length;
  for (const { name, head } of givenOut) {
    if (name.startsWith("20")) expect(head.product).toBe(name);
    if (head.migrations.length < own) expect(name).not.toBe(version);
  }
});
