/** The second factor: set up by its owner, asked for after the password and before rights are changed; passkeys with scripts. */
import path from "node:path";
import { Secret, TOTP } from "otpauth";
import type { Page } from "playwright";
import { describe, expect } from "vitest";
import { storageKeys } from "~/contract/storage-keys";
import { openDatabase } from "~server/backend/db/database";
import { expectAccessible } from "./accessible";
import { runConsole, type Visitor, withoutScripts, withScripts } from "./support";

/** Devices may be remembered for a week. */
const running = runConsole({}, async (dataDir) => {
  const database = await openDatabase({ dataDir: path.join(dataDir) });
  await database.pool.query("update sys_param set param_option = '7' where param_code = 'rememberedDeviceDays'");
  await database.close();
});

/** Of the step before, the present one, the next: each is good once. */
function codesOf(secret: string): (steps: number) => string {
  const timestamp = Date.now();
  const key = Secret.fromBase32(secret.replace(/\s/g, ""));
  return (steps) => TOTP.generate({ secret: key, timestamp: timestamp + steps * 30_000 });
}

async function password(visitor: Visitor, role: string, origin = ""): Promise<void> {
  const { page } = visitor;
  const { accName, password } = running.account(role);
  await visitor.open(`${origin}/login`);
  await page.locator("[name=accName]").fill(accName);
  await page.locator("[name=password]").fill(password);
  await page.locator("button[type=submit].button-primary").click();
  await page.waitForURL((url) => url.pathname !== "/login");
}

/** Signs out, and stays the same device. */
const leave = (page: Page) => page.context().clearCookies({ name: storageKeys.session });

/** Sets up an app and answers its codes. */
async function setUpApp(visitor: Visitor) {
  const { page } = visitor;
  await visitor.open("/userinfo");
  await page.getByRole("link", { name: "管理二次验证" }).click();
  await page.waitForURL("**/userinfo/factor");
  await page.getByRole("button", { name: "设置身份验证器" }).click();
  await page.waitForURL("**/userinfo/factor/app");
  await page.getByRole("img", { name: "身份验证器二维码" }).waitFor();
  if (visitor.javaScript) await expectAccessible(page);
  const codes = codesOf((await page.locator("form code").first().textContent()) ?? "");
  await page.getByLabel("验证码").fill("000000");
  await page.getByRole("button", { name: "确认启用" }).click();
  await page.getByText("验证码不正确或已使用过").waitFor();
  await page.getByLabel("验证码").fill(codes(-1));
  await page.getByRole("button", { name: "确认启用" }).click();
  await page.getByText("以下恢复码仅显示这一次").waitFor();
  const recovery = await page.locator(".recovery-codes code").allTextContents();
  expect(recovery).toHaveLength(10);
  if (visitor.javaScript) await expectAccessible(page);
  await page.getByRole("link", { name: "我已保存，继续" }).click();
  await page.waitForURL("**/userinfo/factor");
  await page.getByText("剩余 10 个未使用").waitFor();
  return { codes, recovery };
}

/** Answers the recovery codes. */
async function journey(visitor: Visitor, name: string): Promise<string[]> {
  const { page } = visitor;
  await visitor.signIn("admin");
  const { codes, recovery } = await setUpApp(visitor);

  await leave(page);
  await password(visitor, "admin");
  await page.waitForURL(/\/loginFactor/);
  if (visitor.javaScript) await expectAccessible(page);
  await page.getByLabel("验证码").fill("000000");
  await page.getByRole("button", { name: "验证并登录" }).click();
  await page.getByText(/验证码不正确或已使用过/).waitFor();
  await page.getByLabel("验证码").fill(codes(0));
  await page.getByLabel(/7 天内不再要求验证/).check();
  await page.getByRole("button", { name: "验证并登录" }).click();
  await page.waitForURL("**/index");

  // The device is remembered: the password alone signs in, and has proved nothing yet.
  await leave(page);
  await password(visitor, "admin");
  await page.waitForURL("**/index");
  await visitor.open("/sysRole/list/new");
  await page.locator("[name=code]").fill(visitor.javaScript ? "factor-scripts" : "factor-plain");
  await page.locator("[name=name]").fill(name);
  await page.getByRole("button", { name: "保存", exact: true }).click();
  const asking = visitor.javaScript ? page.frameLocator("iframe.sign-in-frame") : page;
  await asking.getByRole("heading", { name: "验证身份" }).waitFor();
  await asking.getByLabel("验证码").fill("000000");
  await asking.getByRole("button", { name: "验证并继续" }).click();
  await asking.getByText("验证码不正确或已使用过").waitFor();
  await asking.getByLabel("验证码").fill(codes(1));
  await asking.getByRole("button", { name: "验证并继续" }).click();
  await page.waitForURL((url) => !url.pathname.endsWith("/new"));
  await page.getByText(name).first().waitFor();
  return recovery;
}

describe("the second factor", () => {
  withoutScripts(
    running,
    "without scripts: set up, asked for, remembered, and proved before a role is made",
    async (visitor) => {
      await journey(visitor, "无脚本的角色");
      // The console of this file goes on with its account as it was.
      const { page } = visitor;
      await visitor.open("/userinfo/factor");
      await page.getByRole("button", { name: "停用" }).click();
      await page.getByText("已移除").waitFor();
    },
  );

  withScripts(running, "with scripts: the same in place, and a passkey in the stead of the code", async (visitor) => {
    const { page } = visitor;
    visitor.expectProblem(/449|422/);
    const session = await page.context().newCDPSession(page);
    await session.send("WebAuthn.enable");
    await session.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        protocol: "ctap2",
        transport: "internal",
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    const [code = ""] = await journey(visitor, "有脚本的角色");

    // Passkeys are bound to names: an address of numbers has none.
    const here = running.url.replace("127.0.0.1", "localhost");
    await password(visitor, "admin", here);
    await page.waitForURL(/\/loginFactor/);
    await page.getByLabel("验证码").fill(code);
    await page.getByRole("button", { name: "验证并登录" }).click();
    await page.waitForURL("**/index");
    await visitor.open(`${here}/userinfo/factor`);
    await page.getByText("剩余 9 个未使用").waitFor();
    await page.getByRole("button", { name: "添加通行密钥" }).click();
    await page.getByLabel("名称").fill("办公室电脑");
    await page.getByRole("button", { name: "在此设备上创建" }).click();
    await page.getByRole("button", { name: "移除 办公室电脑" }).waitFor();
    await expectAccessible(page);

    await page.context().clearCookies();
    await password(visitor, "admin", here);
    await page.waitForURL(/\/loginFactor/);
    await page.getByRole("button", { name: "使用通行密钥" }).click();
    await page.waitForURL("**/index");
  });
});
