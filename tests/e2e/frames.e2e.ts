/** A micro-frontend in its frame: registered, let in with a signed code, and nowhere without a session. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, describe, expect } from "vitest";
import { signOf } from "~server/backend/business/platform/frame-sign";
import { expectAccessible } from "./accessible";
import { runConsole, type Visitor, withoutScripts, withScripts } from "./support";

const farm = createServer((_, response) => {
  response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
  response.end("<!doctype html><html lang=zh><title>农旅</title><main><h1>农旅首页</h1></main>");
});
await new Promise<void>((resolve) => farm.listen(0, "127.0.0.1", resolve));
const origin = `http://127.0.0.1:${(farm.address() as AddressInfo).port}`;
afterAll(() => {
  farm.close();
  farm.closeAllConnections();
});

const running = runConsole({ MICRO_FRONTENDS: JSON.stringify({ qynk: origin }) });

async function register({ page, open }: Visitor): Promise<string> {
  await open("/sysAccessApplication");
  if ((await page.getByText("qynk").count()) === 0) {
    await open("/sysAccessApplication/new");
    await page.locator("[name=code]").fill("qynk");
    await page.locator("[name=name]").fill("农旅");
    await page.locator("[name=origin]").fill(origin);
    await page.getByRole("button", { name: "保存" }).click();
    await page.waitForURL((url) => !url.pathname.endsWith("/new"));
    await open("/sysAccessApplication");
  }
  await page.getByRole("link", { name: "更换密钥" }).click();
  await page.getByRole("button", { name: "更换密钥" }).click();
  return (await page.locator("code").textContent()) ?? "";
}

describe("frames", () => {
  withScripts(
    running,
    "2.3y 2.4d a micro-frontend stands in its frame, with a code that its secret signs",
    async (visitor) => {
      const { page, open } = visitor;
      await visitor.signIn("admin");
      const secret = await register(visitor);
      await open("/qynk/home?tab=2");
      await page.frameLocator("iframe").getByRole("heading", { name: "农旅首页" }).waitFor();
      const address = new URL((await page.locator("iframe").getAttribute("src")) ?? "");
      expect([address.origin, address.pathname, address.searchParams.get("tab")]).toEqual([origin, "/qynk/home", "2"]);
      const value = (name: string) => address.searchParams.get(name) ?? "";
      const [appId, authCode, timestamp, corpCodes] = ["appId", "authCode", "timestamp", "corpCodes"].map(value);
      const signed = {
        appId: appId ?? "",
        authCode: authCode ?? "",
        timestamp: timestamp ?? "",
        corpCodes: corpCodes ?? "",
      };
      expect(value("sign")).toBe(signOf(secret, signed));
      if (visitor.javaScript) await expectAccessible(page);
    },
  );

  withoutScripts(
    running,
    "2.3y where no origin is set the page says so; 2.1c the wall asks to sign in",
    async (visitor) => {
      const { page, open } = visitor;
      visitor.expectProblem(/status of 40[134]/);
      await visitor.signIn("seller");
      await open("/stheatre/seats");
      await page.getByText("没有设置 stheatre 的微前端地址").waitFor();
      expect(await page.locator("iframe").count()).toBe(0);
      await open("/datacenter");
      await page.getByText("只在多租户版本中对总部开放").waitFor();
      if (visitor.javaScript) await expectAccessible(page);
    },
  );
});
