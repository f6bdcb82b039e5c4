/** A new operator: made with a password told once, which opens nothing until it is changed; and signed out from afar. */
import { expect } from "vitest";
import { expectAccessible } from "./accessible";
import { journeyOf, moreOf, runConsole, withScripts } from "./support";

const running = runConsole();

journeyOf(running, "6 an operator is made, changes the first password, works, and is signed out", async (visitor) => {
  const { page } = visitor;
  await visitor.signIn("admin");
  await visitor.open("/corp/userManage/new");
  await page.locator("[name=accName]").fill("linyue");
  await page.locator("[name=name]").fill("林月");
  await page.getByLabel("售票员").check();
  await page.getByRole("button", { name: "保存", exact: true }).click();
  await page.waitForURL(/\/corp\/userManage\/\d+\/password$/);
  await page.getByRole("button", { name: "重置密码" }).click();
  await page.getByText("此密码只显示这一次。").waitFor();
  const first = (await page.locator("code").textContent()) ?? "";
  await expectAccessible(page);

  const colleague = await visitor.another();
  await colleague.open("/login");
  await colleague.page.locator("[name=accName]").fill("linyue");
  await colleague.page.locator("[name=password]").fill(first);
  await colleague.page.locator("button[type=submit].button-primary").click();
  await colleague.page.waitForURL(/\/changePassword/);
  await colleague.open("/inside/buyTktList");
  expect(new URL(colleague.page.url()).pathname).toBe("/changePassword");
  await colleague.page.locator("[name=oldpass]").fill(first);
  await colleague.page.locator("[name=newpass]").fill("Linyue#2026");
  await colleague.page.locator("[name=confirm]").fill("Linyue#2026");
  await colleague.page.getByRole("button", { name: "提交", exact: true }).click();
  await colleague.page.waitForURL((url) => url.pathname !== "/changePassword");
  await colleague.open("/inside/buyTktList");
  expect(new URL(colleague.page.url()).pathname).toBe("/inside/buyTktList");

  await visitor.open("/corp/onlineList?account=linyue");
  await (await moreOf(page.locator("tbody tr").first())).getByRole("link", { name: "强制下线" }).click();
  await page.getByText(/确定强制下线吗/).waitFor();
  await page.getByRole("button", { name: "强制下线" }).click();
  await page.getByText("已强制下线").waitFor();
  await colleague.page.goto("/inside/buyTktLog");
  await colleague.page.waitForURL(/\/login/);
});

withScripts(
  running,
  "2.3 roles that give one person what two should have are warned of on the form",
  async (visitor) => {
    const { page, javaScript } = visitor;
    await visitor.signIn("admin");
    const warning = page.getByText("所选角色使一人兼有应由两人分担的职责");
    await visitor.open("/corp/userManage/new");
    expect(await warning.count()).toBe(0);
    if (javaScript) {
      await page.getByLabel("经理").check();
      await warning.waitFor();
      await page.getByLabel("经理").uncheck();
      await warning.waitFor({ state: "detached" });
    }
    await visitor.open("/corp/userManage/2/edit");
    await warning.waitFor();
    await expectAccessible(page);
  },
);
