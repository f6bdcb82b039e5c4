/** Before all journeys: one demonstration's data, made once; every file of journeys works on a copy of its own. */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { startConsole } from "~tests/support/running.mjs";

export const adminPassword = "Admin#2026";

declare module "vitest" {
  interface ProvidedContext {
    prepared: { dataDir: string; accounts: { role: string; accName: string; password: string }[] };
  }
}

export default async function prepare(project: TestProject) {
  const folder = mkdtempSync(path.join(tmpdir(), "console-e2e-"));
  const dataDir = path.join(folder, "prepared");
  mkdirSync(dataDir);
  const console = await startConsole({ dataDir, demo: true, environment: { ADMIN_PASSWORD: adminPassword } });
  await console.stop();
  const accounts = [...console.accounts, { role: "admin", accName: "admin", password: adminPassword }];
  project.provide("prepared", { dataDir, accounts });
  return () => rmSync(folder, { recursive: true, force: true });
}
