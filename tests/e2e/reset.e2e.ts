/** Initialising the system: whom it is not for, the phrase, the archive, and a console that is as on its first day afterwards. */
import { readdirSync } from "node:fs";
import path from "node:path";
import { expect } from "vitest";
import { expectAccessible } from "./accessible";
import { runConsole, withScripts } from "./support";

const running = runConsole();

withScripts(
  running,
  "the first account alone types the phrase, all is archived, and the console begins anew",
  async (visitor) => {
    const { page } = visitor;
    await visitor.signIn("manager");
    await visitor.open("/index");
    const answer = await page.goto(new URL("/reset", page.url()).toString());
    expect(answer?.status()).toBe(403);
    await page.context().clearCookies();
    await visitor.signInByForm("admin");
    await visitor.open("/reset");
    await page.getByText(/目前有 \d+ 家单位/).waitFor();
    await page.getByLabel("请输入“初始化系统”以确认").fill("初始化");
    await page.getByRole("button", { name: "存档并初始化" }).click();
    await page.getByText("请完整输入“初始化系统”").waitFor();
    await visitor.ready();
    // What is refused archives nothing, and keeps what was typed.
    expect(await page.locator("input[name=phrase]").inputValue()).toBe("初始化");
    expect(archivesIn(running.dataDir)).toEqual([]);
    if (visitor.javaScript) await expectAccessible(page);
    await page.locator("input[name=phrase]").fill("初始化系统");
    await page.getByRole("button", { name: "存档并初始化" }).click();
    await page.getByText("正在存档并核对").waitFor();
    // Everybody is signed out once it is done: the page leads to the way in.
    await expect
      .poll(
        async () => {
          await page.goto(new URL("/reset", page.url()).toString());
          return new URL(page.url()).pathname;
        },
        { timeout: 180_000, interval: 1_000 },
      )
      .toMatch(/^\/login/);
    expect(archivesIn(running.dataDir)).toHaveLength(1);
    await visitor.signInByForm("admin");
    await visitor.open("/index");
    await page.getByRole("region", { name: "开业向导：还差几步" }).waitFor();
    await visitor.open("/manage/parkList");
    expect(await page.getByText("青云山").count()).toBe(0);
  },
);

function archivesIn(dataDir: string): string[] {
  try {
    return readdirSync(path.join(dataDir, "archives")).filter((name) => name.endsWith(".archive"));
  } catch {
    return [];
  }
}
