/** axe on a page: nothing serious, nothing critical. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright";
import { expect } from "vitest";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface Finding {
  id: string;
  impact: string | null;
  help: string;
  nodes: { html: string; failureSummary?: string }[];
}

/** Needs a page whose scripts may run: what is drawn without them is the same document. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await graveFindings(page), page.url()).toEqual([]);
}

/** What axe finds grave, one line a place. */
export async function graveFindings(page: Page): Promise<string[]> {
  await page.evaluate(source);
  // Where scripts are off axe would wait for its timers for ever.
  await page.waitForFunction(() => new Promise((resolve) => setTimeout(() => resolve(true))), null, {
    timeout: 10_000,
  });
  // A colour on its way to another is neither of them.
  await page.evaluate(() =>
    Promise.race([
      Promise.allSettled(document.getAnimations().map(({ finished }) => finished)),
      new Promise((resolve) => setTimeout(resolve, 1_000)),
    ]),
  );
  const findings = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run(options: object): Promise<{ violations: Finding[] }> } };
    // What passes need not be told in full.
    return (await axe.run({ resultTypes: ["violations"] })).violations;
  });
  const grave = findings.filter(({ impact }) => impact === "serious" || impact === "critical");
  return grave.flatMap(({ id, help, nodes }) =>
    nodes
      .slice(0, 5)
      .map(({ html, failureSummary }) => `${id}: ${help}: ${html.slice(0, 200)} ${failureSummary ?? ""}`),
  );
}
