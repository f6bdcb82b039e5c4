/** A connected application: registered with its scopes, and played against the console whole, its webhooks included. */
import { spawn } from "node:child_process";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { describe, expect } from "vitest";
import { expectAccessible } from "./accessible";
import { runConsole, type Visitor, withoutScripts, withScripts } from "./support";

const running = runConsole({ WEBHOOK_PRIVATE: "1" });

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function play(environment: Record<string, string>): Promise<{ code: number | null; said: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ["tests/support/play-partner.mjs"], {
      env: { ...process.env, ...environment },
    });
    let said = "";
    child.stdout.on("data", (chunk) => (said += String(chunk)));
    child.stderr.on("data", (chunk) => (said += String(chunk)));
    child.once("close", (code) => resolve({ code, said }));
  });
}

async function journey(visitor: Visitor) {
  const { page, open } = visitor;
  const port = await freePort();
  const code = visitor.javaScript ? "ota1" : "ota2";
  await visitor.signIn("admin");
  await open("/sysAccessApplication/new");
  await page.locator("[name=code]").fill(code);
  await page.locator("[name=name]").fill(`在线旅行社 ${code}`);
  for (const scope of ["products", "orders", "query", "refunds", "changes"]) {
    await page.locator(`[name=scopes][value=${scope}]`).check();
  }
  await page.locator("[name=channel]").selectOption("network");
  await page.locator("[name=paymentType]").selectOption("wechat");
  await page.locator("[name=webhookUrl]").fill(`http://127.0.0.1:${port}/told`);
  if (visitor.javaScript) await expectAccessible(page);
  await page.getByRole("button", { name: "保存" }).click();
  await page.waitForURL((url) => !url.pathname.endsWith("/new"));
  await open("/sysAccessApplication");
  await page.getByRole("row", { name: code }).getByRole("link", { name: "更换密钥" }).click();
  await page.getByLabel("旧密钥继续有效").selectOption("1");
  if (visitor.javaScript) await expectAccessible(page);
  await page.getByRole("button", { name: "更换密钥" }).click();
  const secret = (await page.locator("code").textContent()) ?? "";
  const console = new URL(page.url()).origin;
  const { code: left, said } = await play({
    ...{ CONSOLE_URL: console, APP_ID: code, APP_SECRET: secret, WEBHOOK_PORT: String(port) },
  });
  expect([left, said.match(/^FAIL.*/gm), said.match(/^ok/gm)?.length ?? 0], said).toEqual([
    0,
    null,
    expect.any(Number),
  ]);
  await open("/system/webhookList?state=delivered");
  await page
    .getByText(/^PLAY-/)
    .first()
    .waitFor();
  if (visitor.javaScript) await expectAccessible(page);
}

/** What the account does not bear is refused in the tests of the backend. */
async function onAccount(visitor: Visitor) {
  const { page, open, javaScript } = visitor;
  const [agency, code] = javaScript ? ["云海地接社", "agency1"] : ["钱塘假期旅行社", "agency2"];
  await visitor.signIn("admin");
  await open("/travel/agencyList?status=active");
  const link = await page.getByRole("link", { name: agency, exact: true }).first().getAttribute("href");
  await open(`${link?.split("?")[0]}/topUp`);
  await page.getByLabel(/^金额/).fill("300");
  await page.getByLabel(/^银行流水号/).fill(`YH-${code}`);
  await page.getByRole("button", { name: "登记收款", exact: true }).last().click();
  await page
    .getByText(/转预存 300.00 元/)
    .first()
    .waitFor();
  await open("/sysAccessApplication/new");
  await page.locator("[name=code]").fill(code);
  await page.locator("[name=name]").fill(`${agency}系统`);
  for (const scope of ["products", "orders", "query", "refunds", "changes"])
    await page.locator(`[name=scopes][value=${scope}]`).check();
  await page.locator("[name=channel]").selectOption("network");
  if (javaScript) {
    await page.getByRole("combobox", { name: /^挂账旅行社/ }).fill(agency);
    await page.getByRole("option", { name: agency }).first().click();
    await expectAccessible(page);
  } else {
    await page.locator('button[value="search:agencyId"]').click();
    await page.locator("[name='search.q']").fill(agency);
    await page.getByRole("button", { name: "查询" }).click();
    await page.getByRole("button", { name: agency }).first().click();
  }
  await page.getByRole("button", { name: "保存" }).click();
  await page.waitForURL((url) => !url.pathname.endsWith("/new"));
  await open("/sysAccessApplication");
  await page.getByRole("row", { name: code }).getByRole("link", { name: "更换密钥" }).click();
  await page.getByRole("button", { name: "更换密钥" }).click();
  const secret = (await page.locator("code").textContent()) ?? "";
  const { code: left, said } = await play({
    ...{ CONSOLE_URL: new URL(page.url()).origin, APP_ID: code, APP_SECRET: secret, NO_WEBHOOKS: "1" },
    WEBHOOK_PORT: String(await freePort()),
  });
  expect([left, said.match(/^FAIL.*/gm)], said).toEqual([0, null]);
  expect(said).toContain("ok   what is sold on account is not told as collected");
}

describe("the open API", () => {
  withScripts(running, "an application is registered and sells", journey);
  withScripts(running, "an application of an agency sells on its account", onAccount);
  withoutScripts(running, "an application of an agency sells on its account without scripts", onAccount);
  withoutScripts(running, "an application is registered and sells without scripts", journey);
});
