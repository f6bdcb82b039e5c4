/** Lockers from the first to the last: the map, a use with its deposit, a fault, a file of new ones, what is overdue. */
import { expect } from "vitest";
import { expectAccessible } from "./accessible";
import { inBothModes, journeyOf, runConsole } from "./support";

const running = runConsole();

inBothModes(
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

journeyOf(
  running,
  "3 a command refused in its drawer keeps what was typed, says why at the field, and leads there",
  async (visitor) => {
    const { page } = visitor;
    await visitor.signIn("admin");
    await visitor.open("/locker/boxList?number=A03");
    await page.getByRole("link", { name: "A03", exact: true }).click();
    // The list has the command as well.
    await page.getByRole("heading", { name: /^A03/ }).waitFor();
    await page.getByRole("link", { name: "办理存物", exact: true }).click();
    const drawer = page.getByRole("dialog", { name: /办理存物/ });
    const phone = drawer.getByLabel("使用人手机");
    await phone.fill("12345");
    await drawer.getByLabel("押金支付方式").selectOption("wechat");
    await drawer.getByRole("button", { name: "办理存物", exact: true }).click();
    await expect.poll(() => phone.getAttribute("aria-invalid")).toBe("true");
    const told = await phone.evaluate((input) =>
      (input.getAttribute("aria-describedby") ?? "")
        .split(" ")
        .map((id) => document.getElementById(id)?.textContent ?? "")
        .join(" "),
    );
    expect(told).toMatch(/手机/);
    expect([await phone.inputValue(), await drawer.getByLabel("押金支付方式").inputValue()]).toEqual([
      "12345",
      "wechat",
    ]);
    await expect.poll(() => phone.evaluate((input) => input === document.activeElement)).toBe(true);
    // Put right where it stands, it is done.
    await phone.fill("13800138003");
    await drawer.getByRole("button", { name: "办理存物", exact: true }).click();
    await page.getByText("A03 已开柜，收押金").first().waitFor();
    await drawer.waitFor({ state: "detached" });
  },
);
