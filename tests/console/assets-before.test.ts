/** An upgrade by a release: pages that are open ask the new version for files of the one before. */
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Hono } from "hono";
import { afterAll, beforeAll, expect, test } from "vitest";
import { assetsBefore, keepAssets } from "~server/console/assets-before";
import { staticFiles } from "~server/console/static-files";

let folder: string;
let dataDir: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "console-assets-"));
  dataDir = path.join(folder, "data");
  mkdirSync(dataDir);
});
afterAll(() => rmSync(folder, { recursive: true }));

const release = (name: string) => {
  const client = path.join(folder, name, "client");
  mkdirSync(path.join(client, "assets"), { recursive: true });
  writeFileSync(path.join(client, "assets", `page-${name}.js`), `// ${name}`);
  return client;
};
/** As the server starts: what was kept before it, then its own for later. */
async function started(name: string) {
  const client = release(name);
  const app = new Hono().use(staticFiles(client, assetsBefore(dataDir)));
  await keepAssets(client, dataDir);
  return async (asked: string) => (await app.request(`/assets/page-${asked}.js`)).status;
}
/** Starts follow one another within a millisecond here. */
const older = (minutes: number) => {
  for (const one of assetsBefore(dataDir)) {
    const at = new Date(Date.now() - minutes * 60_000);
    utimesSync(one, at, at);
  }
};

test("never again 2: a release answers for files of the versions that ran before it, and older ones go", async () => {
  const versions = ["one", "two", "three", "four", "five"];
  for (const [at, name] of versions.entries()) {
    const ask = await started(name);
    expect(await ask(name)).toBe(200);
    for (const [before, other] of versions.slice(0, at).entries())
      expect(await ask(other), `${other} asked of ${name}`).toBe(at - before <= 2 ? 200 : 404);
    // Each start is an hour after the one before.
    const [newest = ""] = assetsBefore(dataDir);
    const then = new Date(Date.now() - (versions.length - at) * 3_600_000);
    utimesSync(newest, then, then);
  }
  expect(assetsBefore(dataDir)).toHaveLength(3);
});

test("the same version started again is kept once, and a start that was cut off leaves nothing that is served", async () => {
  older(1);
  const before = assetsBefore(dataDir);
  await started("five");
  expect(assetsBefore(dataDir)).toHaveLength(before.length);
  mkdirSync(path.join(dataDir, "assets-before", ".half-1", "assets"), { recursive: true });
  expect(assetsBefore(dataDir)).toHaveLength(before.length);
});
