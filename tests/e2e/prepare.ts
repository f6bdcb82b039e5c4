/** Before all journeys: one browser and one server for all of them, and a demonstration's data, of which every file gets a copy. */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { chromium } from "playwright";
import type { TestProject } from "vitest/node";
import { openConsole, serveConsoles } from "./consoles";

export const adminPassword = "Admin#2026";

declare module "vitest" {
  interface ProvidedContext {
    /** Where the browser listens. */
    browser: string;
    /** Where consoles are asked for. */
    consoles: string;
    prepared: { dataDir: string; accounts: { role: string; accName: string; password: string }[] };
  }
}

/** Chromium heeds the last list of these alone: Playwright's own that matter here, then ours. */
const disabledFeatures = [
  "AvoidCorsURLLoaderRestartOnRedirect",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "MediaRouter",
  "NetworkTimeServiceQuerying",
  "OptimizationHints",
  "PaintHolding",
  "PreconnectToSearch",
  "ThirdPartyStoragePartitioning",
  // Every window would bring two pages of its own for the address bar's suggestions: a fifth of all the work.
  "WebUIOmniboxAimPopup",
  "WebUIOmniboxFullPopup",
  "WebUIOmniboxPopup",
  // A process for a page that nobody opens.
  "SpareRendererForSitePerProcess",
];

const launchArguments = [
  "--no-sandbox",
  "--disable-gpu",
  // Drawing needs no process of its own where no graphics card could bring it down.
  "--in-process-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  `--disable-features=${disabledFeatures.join(",")}`,
];

export default async function prepare(project: TestProject) {
  const folder = mkdtempSync(path.join(tmpdir(), "console-e2e-"));
  const dataDir = path.join(folder, "prepared");
  mkdirSync(dataDir);
  const executablePath = process.env.CHROMIUM;
  const [browser, consoles] = await Promise.all([
    chromium.launchServer({ ...(executablePath && { executablePath }), args: launchArguments }),
    serveConsoles(),
  ]);
  const demonstration = await openConsole(consoles.control, {
    dataDir,
    demo: true,
    environment: { ADMIN_PASSWORD: adminPassword },
  });
  await demonstration.close();
  const accounts = [...demonstration.accounts, { role: "admin", accName: "admin", password: adminPassword }];
  project.provide("browser", browser.wsEndpoint());
  project.provide("consoles", consoles.control);
  project.provide("prepared", { dataDir, accounts });
  return async () => {
    await Promise.all([browser.close(), consoles.stop()]);
    rmSync(folder, { recursive: true, force: true });
  };
}
