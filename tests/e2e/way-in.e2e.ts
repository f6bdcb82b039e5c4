/** Signing in and out, what needs it, languages and lite mode. */
import { describe, expect } from "vitest";
import { expectAccessible } from "./accessible";
import { journeyOf, runConsole, type Visitor, withoutScripts, withScripts } from "./support";

const running = runConsole();

async function signOut({ page, open }: Visitor): Promise<void> {
  await open("/logout");
  await page.locator("form[method=post] button.button-primary, form[method=post] button.button-danger").first().click();
  await page.waitForURL(/\/(login|index)/);
}

describe("the way in", () => {
  withoutScripts(running, "4.2.6 no token: /login, then back to where one was going", async ({ page, open }) => {
    await open("/manage/tktChevkPage");
    expect(new URL(page.url()).pathname).toBe("/login");
    const { accName, password } = running.account("gatekeeper");
    await page.getByLabel("账号").fill(accName);
    await page.getByLabel("密码").fill(password);
    await page.keyboard.press("Enter");
    await page.waitForURL("**/manage/tktChevkPage");
  });

  withoutScripts(running, "1 a wrong password says so and keeps the account", async ({ page, open }) => {
    await open("/login");
    await page.getByLabel("账号").fill("admin");
    await page.getByLabel("密码").fill("Wrong#2026");
    await page.keyboard.press("Enter");
    await page.getByRole("alert").waitFor();
    expect(await page.getByLabel("账号").inputValue()).toBe("admin");
    expect(await page.getByLabel("密码").inputValue()).toBe("");
  });

  withScripts(running, "1 home greets by name; 8 signing out asks first", async (visitor) => {
    const { page } = visitor;
    await visitor.signInByForm("seller");
    await page.getByRole("heading", { name: /李售票/ }).waitFor();
    if (visitor.javaScript) await expectAccessible(page);
    await signOut(visitor);
    await visitor.open("/index");
    expect(new URL(page.url()).pathname).toBe("/login");
  });

  withoutScripts(running, "4.2.7 a page that was not granted is /403", async (visitor) => {
    await visitor.signIn("gatekeeper");
    await visitor.open("/inside/buyTktList");
    expect(new URL(visitor.page.url()).pathname).toBe("/403");
  });

  withScripts(running, "8 a token that died mid-form: sign in, and what was typed is still there", async (visitor) => {
    const { page } = visitor;
    await visitor.signIn("admin");
    await visitor.open("/manage/parkList/new");
    await page.getByLabel(/^编码/).fill("LATER");
    await page.getByLabel(/^名称/).fill("还没有保存的景区");
    const elsewhere = await visitor.another({ storageState: await page.context().storageState() });
    await signOut(elsewhere);
    await page.getByRole("button", { name: "保存" }).click();
    if (visitor.javaScript) {
      // Scripts ask over the form, and the post goes on; who does not want that reloads, and finds the sign-in page.
      await page.getByRole("dialog", { name: "登录已失效" }).waitFor();
      // From the field that has the focus, in the frame of the sign-in.
      await page.frameLocator(".sign-in-frame").getByLabel("账号").waitFor();
      const pressed = async () => {
        await page.keyboard.press("Escape");
        return page.getByRole("dialog").count();
      };
      await expect.poll(pressed).toBe(0);
      expect(await page.getByLabel(/^名称/).inputValue()).toBe("还没有保存的景区");
      await page.goto("/manage/parkList/new");
    }
    await page.waitForURL(/\/login\?redirect=/);
    await visitor.signInByForm("admin");
    await page.waitForURL("**/manage/parkList/new");
    expect(await page.getByLabel(/^名称/).inputValue()).toBe("还没有保存的景区");
  });

  withoutScripts(running, "2.1 a path that is not there says so", async (visitor) => {
    await visitor.signIn("seller");
    await visitor.open("/no/such/page");
    await visitor.page.getByText("404").first().waitFor();
  });
});

describe("by the visitor's choice", () => {
  withScripts(running, "5 the language is switched on the sign-in page and stays", async (visitor) => {
    const { page } = visitor;
    await visitor.open("/login");
    await page.getByRole("button", { name: "English" }).click();
    await page.getByLabel("Password").waitFor();
    expect(await page.locator("html").getAttribute("lang")).toBe("en");
    await visitor.signInByForm("seller");
    await page.getByRole("heading", { name: /welcome/i }).waitFor();
  });

  journeyOf(
    running,
    "5 the first visit follows Accept-Language",
    async ({ page, open }) => {
      await open("/login");
      await page.getByLabel("Password").waitFor();
    },
    { locale: "en-GB" },
  );

  journeyOf(
    running,
    "3 Save-Data: no script at all",
    async (visitor) => {
      const { page } = visitor;
      const scripts: string[] = [];
      page.on("request", (request) => request.resourceType() === "script" && scripts.push(request.url()));
      await visitor.open("/login");
      expect(await page.content()).not.toMatch(/<script/);
      expect(scripts).toEqual([]);
    },
    { extraHTTPHeaders: { "save-data": "on" } },
  );

  journeyOf(running, "3 lite mode by choice: no script tag on any page, until it is switched off", async (visitor) => {
    const { page } = visitor;
    await visitor.open("/login");
    await page.getByRole("button", { name: "切换到精简模式" }).click();
    await page.getByRole("button", { name: "切换到完整模式" }).waitFor();
    await visitor.signInByForm("admin");
    for (const link of await page.locator("nav a[href^='/']").all()) {
      const href = (await link.getAttribute("href")) ?? "";
      const answer = await page.request.get(href);
      expect(answer.status(), href).toBe(200);
      expect(await answer.text(), href).not.toMatch(/<script/);
    }
  });
});
