/** Announcements from a draft to a receipt, a reminder and a withdrawal; the call log and the mobile platform on the way. */
import { expect } from "vitest";
import { expectAccessible } from "./accessible";
import { inBothModes, runConsole, unfold } from "./support";

const running = runConsole();

inBothModes(running, "2.3d announcements are written, published, confirmed, told of and withdrawn", async (visitor) => {
  const { page, javaScript } = visitor;
  const title = `值班安排${javaScript ? "甲" : "乙"}`;
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const link = (name: string) => page.getByRole("link", { name, exact: true });
  const does = (name: string) => link(name).or(button(name)).first();
  const accessible = async () => {
    if (javaScript) await expectAccessible(page);
  };
  /** It asks first: on its page without scripts, in a drawer with them. */
  const command = async (name: string, question: string) => {
    await visitor.ready();
    await unfold(page);
    await does(name).click();
    await page.getByText(question).first().waitFor();
    await button(name).last().click();
  };
  await visitor.signIn("admin");

  await visitor.open("/system/announcementList/new");
  await page.getByLabel(/^标题/).fill(title);
  if (javaScript) await page.getByRole("textbox", { name: "正文" }).fill("提前 30 分钟到岗");
  else await page.locator("[name=body]").fill("<p>提前 30 分钟到岗</p><script>alert(1)</script>");
  await page.getByRole("checkbox", { name: /重要公告/ }).check();
  await accessible();
  await button("保存").click();
  await page.waitForURL(/\/system\/announcementList\/\d+$/);
  const own = page.url();
  await page.getByText("发布后显示阅读情况").waitFor();
  await command("发布", "发布后内容不能再修改");
  await page
    .getByText(/已发布，对象 \d+ 人/)
    .first()
    .waitFor();
  await page.getByText("尚未确认", { exact: true }).waitFor();
  await accessible();

  await visitor.open("/index");
  await page
    .getByRole("region", { name: /公告（\d+ 条未读）/ })
    .getByRole("link", { name: title })
    .waitFor();
  await accessible();
  await visitor.open("/message?kind=announcement");
  const item = page.getByRole("listitem").filter({ hasText: title });
  await item.getByRole("link", { name: "打开并确认" }).waitFor();
  await accessible();
  await item.getByRole("link", { name: "打开并确认" }).click();
  await page.getByRole("heading", { name: title }).waitFor();
  await page.getByText("提前 30 分钟到岗").waitFor();
  await accessible();
  await visitor.ready();
  await button("我已阅读").click();
  await page.getByText(/您已于 .* 确认阅读/).waitFor();
  expect(await button("我已阅读").count()).toBe(0);

  await visitor.open(own);
  await page
    .getByRole("link", { name: /已确认阅读/ })
    .first()
    .click();
  await page.waitForURL(/announcementReaders/);
  await page.getByRole("cell", { name: "admin", exact: true }).first().waitFor();
  await accessible();
  await visitor.open(own);
  await command("提醒未读人员", "尚未确认已读的人员将再次收到该公告");
  await page
    .getByText(/已提醒 \d+ 人|所有人都已读/)
    .first()
    .waitFor();
  await visitor.open(own);
  await command("撤回", "撤回后所有人立即看不到该公告");
  await page.getByText("已撤回").first().waitFor();
  await visitor.open("/message?kind=announcement");
  expect(await page.getByText(title).count()).toBe(0);
});

inBothModes(
  running,
  "calls are looked at by method and one by one; the mobile page is set and previewed",
  async (visitor) => {
    const { page, javaScript } = visitor;
    const accessible = async () => {
      if (javaScript) await expectAccessible(page);
    };
    await visitor.signIn("admin");
    await visitor.open("/system/callFigures");
    await page.getByRole("heading", { name: "按方法" }).waitFor();
    await accessible();
    await page.getByRole("link", { name: "出错最多在前" }).click();
    await page.waitForURL(/by=failing/);
    await visitor.open("/system/callLog");
    await page.getByRole("heading", { name: "调用日志" }).waitFor();
    await accessible();

    await visitor.open("/basicConfiguration?sysBusType=18");
    await page.getByRole("heading", { name: "移动平台基础配置" }).waitFor();
    await accessible();
    await page
      .getByRole("link", { name: /^(开始配置|编辑)$/ })
      .first()
      .click();
    await page.waitForURL(/basicConfiguration\/mobile\/(new|\d+\/edit)/);
    await visitor.ready();
    await page.getByLabel(/^页面名称/).fill("青云山订票");
    await page.getByLabel(/^可提前预订天数/).fill("7");
    await page.getByLabel(/^每日开售时间/).fill("09:00");
    // Set before, in the other mode.
    await page.getByLabel(/^每日停售时间/).fill("");
    await page.getByRole("button", { name: "保存", exact: true }).click();
    await page.getByText("开售与停售时间须同时填写").first().waitFor();
    await page.getByLabel(/^每日停售时间/).fill("18:00");
    await page.getByRole("button", { name: "保存", exact: true }).click();
    await page.waitForURL(/basicConfiguration\/mobile\/\d+$/);
    await visitor.open("/basicConfiguration?sysBusType=18");
    await page.getByRole("region", { name: "手机预览" }).getByText("每天 09:00–18:00 售票").waitFor();
    await accessible();
  },
);
