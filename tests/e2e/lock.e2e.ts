/** Locked on the server: every page leads to /lock, going back reads nothing; and the devices of /userinfo. */
import { describe, expect } from "vitest";
import { expectAccessible } from "./accessible";
import { journeyOf, runConsole, withoutScripts, withScripts } from "./support";

const running = runConsole();

describe("the lock screen", () => {
  withScripts(running, "4.1d 2.1g locked: every page leads to /lock, going back reads nothing", async (visitor) => {
    const { page } = visitor;
    await visitor.signIn("seller");
    await visitor.open("/inside/buyTktLog");
    await visitor.open("/lock?redirect=/inside/buyTktLog");
    if (visitor.javaScript) await expectAccessible(page);
    await page.getByLabel("设置锁屏密码").fill("2468");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "屏幕已锁定" }).waitFor();
    await page.goBack();
    await page.waitForURL(/\/lock/);
    for (const path of ["/index", "/inside/buyTktLog", "/userinfo", "/changePassword"]) {
      await visitor.open(path);
      expect(new URL(page.url()).pathname, path).toBe("/lock");
    }
    const asked = await page.request.get("/index", { headers: { accept: "application/json" } });
    expect(asked.status()).toBe(423);
    const data = await page.request.get("/inside/buyTktLog.data");
    expect(await data.text()).not.toContain("李售票");
    await page.getByLabel("锁屏密码").fill("1357");
    await page.keyboard.press("Enter");
    await page.getByText("锁屏密码不正确，还可尝试 4 次").waitFor();
    await visitor.open("/lock?redirect=/inside/buyTktLog");
    await page.getByLabel("锁屏密码").fill("2468");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/inside/buyTktLog");
  });

  journeyOf(running, "2.1g /lock without a session leads to the sign-in", async (visitor) => {
    await visitor.open("/lock");
    expect(new URL(visitor.page.url()).pathname).toBe("/login");
  });
});

describe("/userinfo", () => {
  withoutScripts(running, "2.3 signs out other devices, and leaves this one in", async (visitor) => {
    const { page } = visitor;
    await visitor.signIn("gatekeeper");
    const other = await visitor.another();
    await other.signIn("gatekeeper");
    await visitor.open("/userinfo");
    if (visitor.javaScript) await expectAccessible(page);
    await page.getByRole("button", { name: "退出其他设备" }).click();
    await page.getByText("其他设备已退出登录").waitFor();
    await other.open("/index");
    expect(new URL(other.page.url()).pathname).toBe("/login");
    await visitor.open("/index");
    expect(new URL(page.url()).pathname).toBe("/index");
  });
});

describe("before the sign-in", () => {
  withoutScripts(running, "2.1a 2.1f /loginBefore leads to the default sign-in", async (visitor) => {
    const { page } = visitor;
    await visitor.open("/loginBefore");
    if (visitor.javaScript) await expectAccessible(page);
    await page.getByRole("link", { name: "平台登录" }).click();
    await page.getByLabel("账号").waitFor();
    expect(await page.getByLabel("企业编码").count()).toBe(0);
  });

  withScripts(running, "2.1b the park of the session is chosen, shown and changed", async (visitor) => {
    const { page } = visitor;
    await visitor.signIn("manager");
    await visitor.open("/loginChoosePark?redirect=/userinfo");
    if (visitor.javaScript) await expectAccessible(page);
    await page.getByRole("button", { name: /青云山/ }).click();
    await page.waitForURL("**/userinfo");
    await page.getByText("景区已切换").waitFor();
    await visitor.open("/loginChoosePark");
    expect(await page.getByRole("button", { name: /青云山/ }).getAttribute("aria-pressed")).toBe("true");
  });
});
