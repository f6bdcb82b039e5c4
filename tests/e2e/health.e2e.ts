/** How the console runs: what is to be looked at stands first with what to do, for head office's technicians alone. */
import path from "node:path";
import { expect } from "vitest";
import { openDatabase } from "~server/backend/db/database";
import { expectAccessible } from "./accessible";
import { inBothModes, inEnglish, runConsole, type Visitor } from "./support";

const running = runConsole({}, async (dataDir) => {
  const database = await openDatabase({ dataDir: path.resolve(dataDir) });
  await database.pool.query(
    "insert into job (corp_code, kind, state, run_at, finished_at) values ('0001', 'export', 'failed', now(), now())",
  );
  await database.close();
});

interface Words {
  title: string;
  first: RegExp;
  failed: RegExp;
  todo: string;
  open: string;
  good: string;
  nodes: string;
  runs: string;
}
const zh: Words = {
  ...{ title: "运行状况", first: /有 \d+ 项需要处理，最要紧的在前。/, failed: /一天内有 1 个任务失败/, todo: "怎么做" },
  ...{ open: "打开", good: "正常", nodes: "节点与版本", runs: "运行中" },
};
const en: Words = {
  ...{
    title: "System health",
    first: /Needs attention: \d+, most urgent first\./,
    failed: /1 task failed in the last day/,
  },
  ...{ todo: "What to do", open: "Open", good: "Good", nodes: "Nodes and versions", runs: "Running" },
};

async function journey(visitor: Visitor, words: Words, mark: string): Promise<void> {
  const { page, javaScript, open } = visitor;
  const main = page.locator("main");
  await visitor.signIn("admin");
  await open("/system/health");
  await main.getByRole("heading", { name: words.title, level: 1 }).waitFor();
  await main.getByText(words.first).waitFor();
  const failed = main.getByRole("row").filter({ hasText: words.failed });
  await failed.getByText(words.todo).waitFor();
  // What is well comes after everything that is not.
  const states = await main.locator("table").first().locator("tbody .badge").allTextContents();
  const firstGood = states.indexOf(words.good);
  expect(firstGood).toBeGreaterThan(0);
  expect(states.slice(firstGood).every((state) => state === words.good)).toBe(true);
  await main.getByRole("heading", { name: words.nodes }).waitFor();
  await main.getByText(words.runs).first().waitFor();
  if (javaScript) await expectAccessible(page);
  await page.screenshot({ path: `.cache/e2e/health-${mark}.png`, fullPage: true });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: "dark" });
  await page.screenshot({ path: `.cache/e2e/health-${mark}-390-dark.png`, fullPage: true });
  await page.setViewportSize({ width: 1440, height: 900 });
  // Each matter leads to where it is mended.
  await failed.getByRole("link", { name: words.open }).click();
  await page.waitForURL((url) => url.pathname !== "/system/health");
  expect(await page.locator("main h1").first().textContent()).not.toBe("");
  const seller = await visitor.another();
  await seller.signIn("seller");
  expect((await seller.page.goto("/system/health"))?.status()).toBe(403);
}

inBothModes(running, "what is to be looked at stands first, each with what to do", (visitor) =>
  journey(visitor, zh, visitor.javaScript ? "zh" : "zh-lite"),
);
inEnglish(running, "what is to be looked at stands first, each with what to do", (visitor) =>
  journey(visitor, en, visitor.javaScript ? "en" : "en-lite"),
);
