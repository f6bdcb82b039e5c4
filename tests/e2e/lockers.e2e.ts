/** Lockers from the first to the last: the map, a use with its deposit, a fault, a file of new ones, what is overdue. */
import { expect } from "vitest";
import { expectAccessible } from "./accessible";
import { moreOf, runConsole, withScripts } from "./support";

const running = runConsole();

withScripts(
  running,
  "a locker is taken on the map, paid for, released, reported, and new ones come from a file",
  async (visitor) => {
    const { page } = visitor;
    const number = visitor.javaScript ? "A01" : "A02";
    const button = (name: string) => page.getByRole("button", { name, exact: true });
    const link = (name: string) => page.getByRole("link", { name, exact: true });
    const cell = () => page.getByRole("list", { name: "柜格" }).getByRole("link", { name: new RegExp(`^${number}`) });
    await visitor.signIn("admin");

    await visitor.open("/locker/groupList");
    await link("东门储物柜").click();
    await link("柜位图").click();
    await page.getByRole("heading", { name: "东门储物柜 · 柜位图" }).waitFor();
    if (visitor.javaScript) await expectAccessible(page);
    const picture = page.url();
    await cell().click();

    await link("办理存物").click();
    await page.getByLabel("使用人手机").fill("13800138000");
    await page.getByLabel("押金支付方式").selectOption("wechat");
    await button("办理存物").click();
    await page.getByText(`${number} 已开柜，收押金 ¥10.00`).first().waitFor();
    await visitor.open(picture);
    await expect.poll(() => cell().textContent()).toContain("使用中");

    await cell().click();
    await link("退柜").click();
    await page.getByText("确认物品已取走？").first().waitFor();
    await button("退柜").click();
    await page.getByText("已退还押金 ¥10.00").first().waitFor();
    await page.locator(".timeline").getByText("退押金 微信").first().waitFor();

    await moreOf(page.locator(".page-head"));
    await link("报修").click();
    await page.getByLabel("原因").fill("锁舌断裂");
    await button("报修").click();
    await page.getByText("锁舌断裂").first().waitFor();
    await link("修复").or(button("修复")).first().waitFor();

    await visitor.open("/locker/boxList/import");
    const mark = visitor.javaScript ? "J" : "N";
    const lines = [
      "柜号,储物柜组,规格,押金标准",
      `${mark}01,东门储物柜,大,`,
      `${mark}02,东门储物柜,小,5`,
      `${mark}02,东门储物柜,小,5`,
    ];
    const file = { name: "柜格.csv", mimeType: "text/csv", buffer: Buffer.from(lines.join("\r\n")) };
    await page.getByLabel("文件", { exact: true }).setInputFiles(file);
    if (visitor.javaScript) await link("柜格.csv").waitFor();
    await button("上传并检查").click();
    await page.getByRole("radio", { name: "只导入正确的 2 行" }).check();
    await button("确认导入").click();
    await page.getByText("导入成功").waitFor();
    await visitor.open(`/locker/boxList?number=${mark}01`);
    await page.getByRole("cell", { name: "30.00" }).first().waitFor();

    await visitor.open("/locker/overdueList");
    const rows = page.locator("tbody tr");
    const before = await rows.count();
    expect(before).toBeGreaterThan(0);
    await page
      .getByLabel(/^选择 A/)
      .first()
      .check();
    await button("超时清柜").first().click();
    await page.getByRole("alertdialog").getByRole("button", { name: "超时清柜" }).click();
    await expect.poll(() => rows.count()).toBe(before - 1);
  },
);
