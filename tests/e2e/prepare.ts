/** Before all journeys: one browser and one server for all of them, and a demonstration's data, of which every file gets a copy. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { chromium } from "playwright";
import type { ProvidedContext } from "vitest";
import type { TestProject } from "vitest/node";
import { today } from "~/contract/validators";
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
  // Host names that tenants have in journeys lead to the console of the journey.
  "--host-resolver-rules=MAP *.tenant.example 127.0.0.1",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // A camera that is none, which every page is allowed.
  "--use-fake-device-for-media-stream",
  "--use-fake-ui-for-media-stream",
  `--disable-features=${disabledFeatures.join(",")}`,
];

export default async function prepare(project: TestProject) {
  const executablePath = process.env.CHROMIUM;
  const [browser, consoles] = await Promise.all([
    chromium.launchServer({ ...(executablePath && { executablePath }), args: launchArguments }),
    serveConsoles(),
  ]);
  project.provide("browser", browser.wsEndpoint());
  project.provide("consoles", consoles.control);
  project.provide("prepared", await demonstration(consoles.control));
  return async () => {
    await Promise.all([browser.close(), consoles.stop()]);
  };
}

/**
 * Made once for a build and a day (the demonstration sells until today), and kept: making it takes as long as many a journey,
 * and the quick journeys, the long ones and those that are tried again each begin with it.
 */
async function demonstration(control: string): Promise<ProvidedContext["prepared"]> {
  const kept = path.resolve(".cache/e2e-prepared");
  const folder = path.join(kept, `${readFileSync("build/stamp", "utf8").slice(0, 16)}-${today()}`);
  const told = path.join(folder, "accounts.json");
  if (!existsSync(told)) {
    rmSync(kept, { recursive: true, force: true });
    mkdirSync(kept, { recursive: true });
    const making = mkdtempSync(path.join(kept, "making-"));
    const dataDir = path.join(making, "data");
    mkdirSync(dataDir);
    // Ended by force it would leave its lock in every copy, held by the process that serves all consoles.
    const environment = { ADMIN_PASSWORD: adminPassword, STOP_SECONDS: "120" };
    const opened = await openConsole(control, { dataDir, demo: true, environment });
    await opened.close();
    const accounts = [...opened.accounts, { role: "admin", accName: "admin", password: adminPassword }];
    writeFileSync(path.join(making, "accounts.json"), JSON.stringify(accounts));
    renameSync(making, folder);
  }
  return { dataDir: path.join(folder, "data"), accounts: JSON.parse(readFileSync(told, "utf8")) };
}
