/** Head office and its tenants: a company applies, is approved and opened, gets a package, and what a smaller one takes is said. */
import path from "node:path";
import { expect } from "vitest";
import { openDatabase } from "~server/backend/db/database";
import { createCorp } from "~server/backend/first-start";
import { findNotch } from "~tests/support/puzzle";
import { expectAccessible } from "./accessible";
import { arrangeSaas } from "./saas";
import { runConsole, type Visitor, withScripts } from "./support";

const running = runConsole({}, async (dataDir) => {
  await arrangeSaas(dataDir);
  const database = await openDatabase({ dataDir: path.resolve(dataDir) });
  await database.system(async (tx) => {
    await createCorp(tx, "3001", "松涛谷");
    await createCorp(tx, "3002", "落霞湖");
  });
  await database.close();
});

/** By the keyboard, or by the click that sends the form. */
async function solve({ page, javaScript }: Visitor): Promise<void> {
  if (!javaScript) {
    const picture = page.locator("slide-captcha [type=image]");
    const piece = (await page.locator("slide-captcha").getAttribute("piece")) ?? "";
    const { x, y } = await findNotch((await picture.getAttribute("src")) ?? "", piece);
    await picture.click({ position: { x: x + 20, y } });
    return;
  }
  await page.getByRole("button", { name: "点击按钮进行验证" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("slider").waitFor();
  const [whole, part] = await page
    .locator("slide-captcha .puzzle img")
    .evaluateAll((images) => images.map((image) => (image as HTMLImageElement).src));
  const { x } = await findNotch(whole ?? "", part ?? "");
  for (let step = 0; step < x; step += 1) await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await page.getByText("验证通过").waitFor();
  await page.getByRole("button", { name: "提交申请" }).last().click();
}

withScripts(
  running,
  "2.3g.2 2.3g.5 a company applies, is opened with a package, and a smaller one says what it takes",
  async (visitor) => {
    const { page, javaScript, open } = visitor;
    const name = javaScript ? "云海文旅集团" : "碧溪文旅集团";
    await open("/login");
    await page.getByRole("link", { name: "还不是租户？申请入驻" }).click();
    await page.getByLabel("单位名称").fill(name);
    await page.getByLabel("统一社会信用代码").fill("91330185MA2CFRXK3T");
    await page.getByLabel("联系人").fill("沈丽华");
    await page.getByLabel("联系手机").fill("13800138009");
    if (javaScript) await expectAccessible(page);
    await solve(visitor);
    await page.getByText("申请编号").waitFor();

    await visitor.signIn("admin");
    await open("/tenantManage/tenantReview");
    await page.getByRole("link", { name }).first().click();
    await page.waitForURL(/\/tenantReview\/\d+$/);
    const application = new URL(page.url()).pathname;
    await open(`${application}/approve`);
    await page.getByRole("button", { name: "通过", exact: true }).last().click();
    await page.getByText("已通过").first().waitFor();
    await open(`${application}/open`);
    await page.getByLabel("套餐", { exact: true }).selectOption({ label: "标准版" });
    await page.getByRole("button", { name: "开通", exact: true }).click();
    await page.getByText("租户已开通").waitFor();
    expect(await page.locator("code").textContent()).toMatch(/^\S{12}$/);
    if (javaScript) await expectAccessible(page);
    await page.getByRole("link", { name: "查看租户" }).click();
    await page.waitForURL(/\/tenantManage\/list\/\d+$/);
    const id = new URL(page.url()).pathname.split("/").at(-1);
    await open(`/tenantManage/tenantManageDetail?id=${id}`);
    await page.getByText("1 / 20").waitFor();
    await open(`/tenantManage/tenantManageDetail/ticket?id=${id}`);
    await page.getByText("还没有票种").waitFor();

    // Managers of a new tenant are granted all of the package: a smaller one takes from them.
    await open("/tenantManage/packageList");
    await page.getByRole("link", { name: "标准版" }).first().click();
    await page.waitForURL(/\/packageList\/\d+$/);
    await open(`${new URL(page.url()).pathname}/content`);
    await page.getByLabel("账号上限").fill(javaScript ? "19" : "18");
    await page.locator(`input[value="${javaScript ? "tktParkGate" : "tktGateGroup"}"]`).uncheck();
    for (const box of await page.locator(`input[value^="${javaScript ? "tktParkGate" : "tktGateGroup"}/"]`).all())
      await box.uncheck();
    // The menu that this makes; what was typed stands.
    await page.getByRole("button", { name: "预览菜单" }).click();
    const menu = page.getByRole("region", { name: /^租户的菜单/ });
    await menu.getByText("验票", { exact: true }).waitFor();
    expect(await menu.getByText(javaScript ? "闸机" : "闸机组", { exact: true }).count()).toBe(0);
    expect(await menu.getByText(javaScript ? "闸机组" : "闸机", { exact: true }).count()).toBe(1);
    expect(await page.getByLabel("账号上限").inputValue()).toBe(javaScript ? "19" : "18");
    await page.getByRole("button", { name: "保存", exact: true }).click();
    await page.getByRole("heading", { name: "保存前请确认" }).waitFor();
    await page
      .getByText(/角色“经理”/)
      .first()
      .waitFor();
    if (javaScript) await expectAccessible(page);
    await page.getByRole("button", { name: "确认并保存" }).click();
    await page.waitForURL(/\/packageList\/\d+$/);
    await open(`/tenantManage/tenantManageDetail?id=${id}`);
    await page.getByText(javaScript ? "1 / 19" : "1 / 18").waitFor();
  },
);

withScripts(
  running,
  "2.3g.4 a tenant is shut, its data are cleared with an archive, and put back from it",
  async ({ page, javaScript, open, signIn }) => {
    const { code, name } = javaScript ? { code: "3001", name: "松涛谷" } : { code: "3002", name: "落霞湖" };
    await signIn("admin");
    await open("/tenantManage/clearTenantData");
    await page.getByRole("link", { name: "清理租户数据" }).first().click();
    await page.getByLabel("选择租户").selectOption({ label: `${name}（${code}）` });
    await page.getByRole("button", { name: "查看数据量" }).click();
    await page.getByText("请先停用租户，再清理数据").waitFor();
    await page.getByText("整个租户").waitFor();
    if (javaScript) await expectAccessible(page);

    await open("/tenantManage/list");
    await page.getByRole("link", { name, exact: true }).first().click();
    await page.waitForURL(/\/tenantManage\/list\/\d+$/);
    const id = new URL(page.url()).pathname.split("/").at(-1);
    await open(`/tenantManage/list/${id}/shut`);
    await page.getByRole("button", { name: "停用租户", exact: true }).last().click();
    await page.getByText("已停用").first().waitFor();

    await open(`/tenantManage/clearTenantData/start?tenant=${id}`);
    await page.getByLabel(/整个租户/).check();
    await page.getByLabel("再次输入租户编码以确认").fill("9999");
    await page.getByRole("button", { name: "生成存档并清理" }).click();
    await page.getByText(`与租户编码不一致，请输入 ${code}`).waitFor();
    expect(await page.getByLabel(/整个租户/).isChecked()).toBe(true);
    await page.getByLabel("再次输入租户编码以确认").fill(code);
    await page.getByRole("button", { name: "生成存档并清理" }).click();
    await page.waitForURL(/\/clearTenantData\/\d+$/);
    const clearing = new URL(page.url()).pathname;
    const until = async (state: string) => {
      for (let look = 0; look < 60; look += 1) {
        await open(clearing);
        if ((await page.getByText(state, { exact: true }).count()) > 0) return;
        await page.waitForTimeout(500);
      }
      throw new Error(`it never became ${state}`);
    };
    await until("已清理");
    await open("/tenantManage/list");
    expect(await page.getByRole("link", { name, exact: true }).count()).toBe(0);

    await open(`${clearing}/putBack`);
    await page.getByLabel("再次输入租户编码以确认").fill(code);
    await page.getByRole("button", { name: "恢复数据", exact: true }).last().click();
    await until("已恢复");
    await open("/tenantManage/list");
    await page.getByRole("link", { name, exact: true }).first().waitFor();
  },
);
