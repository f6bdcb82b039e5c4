/** Content from a new type to a version that is taken back: written, previewed, published, changed, withdrawn. */
import { expect } from "vitest";
import { expectAccessible } from "./accessible";
import { inBothModes, runConsole, unfold } from "./support";

const running = runConsole();

inBothModes(
  running,
  "2.3m.3 content is written, previewed, published, changed, taken back and withdrawn",
  async (visitor) => {
    const { page, javaScript } = visitor;
    const mark = javaScript ? "甲" : "乙";
    const title = `停车场调整${mark}`;
    const button = (name: string) => page.getByRole("button", { name, exact: true });
    const link = (name: string) => page.getByRole("link", { name, exact: true });
    /** A command that asks first leads to its page; another is done at once. */
    const does = (name: string) => link(name).or(button(name)).first();
    const accessible = async () => {
      if (javaScript) await expectAccessible(page);
    };
    const write = async (text: string) => {
      if (javaScript) await page.getByRole("textbox", { name: "正文" }).fill(text);
      else await page.locator("[name=body]").fill(`<p>${text}</p><script>alert(1)</script>`);
    };
    await visitor.signIn("admin");

    await visitor.open("/cms/model/item");
    await accessible();
    await page.getByRole("link", { name: "内容模型" }).first().click();
    await page.waitForURL(/\/cms\/model$/);
    await visitor.open("/cms/model/new");
    await page.getByLabel(/^名称/).fill(`停车${mark}`);
    await button("保存").click();
    await page.waitForURL(/\/cms\/model\/\d+$/);
    await accessible();

    await visitor.open("/cms/model/item/new");
    await page.getByLabel(/^标题/).fill(title);
    await page.getByLabel(/^内容模型/).selectOption({ label: `停车${mark}` });
    await write("东停车场临时关闭");
    await accessible();
    await button("保存").click();
    await page.waitForURL(/\/cms\/model\/item\/\d+$/);
    const item = page.url();
    await page.getByText("尚未发布过").waitFor();
    await page.getByText("未发布", { exact: true }).first().waitFor();

    await link("预览").click();
    await page.getByRole("heading", { name: `${title} · 预览` }).waitFor();
    await page.getByText("当前状态：未发布").waitFor();
    await page.locator(".rich-content", { hasText: "东停车场临时关闭" }).waitFor();
    await accessible();
    await link("返回内容").click();
    await page.waitForURL(item);
    await visitor.ready();

    await does("发布").click();
    await page.getByText("已发布第 1 版：展示中").first().waitFor();
    await page.getByRole("link", { name: new RegExp(`第 1 版 · ${title}`) }).waitFor();
    await accessible();

    await visitor.open(`${item}/edit`);
    await write("东停车场恢复开放");
    await button("保存").click();
    await page.waitForURL(/\/cms\/model\/item\/\d+$/);
    await page.getByText("展示中；有修改未发布").first().waitFor();
    await visitor.open(`${item}/preview`);
    await page.getByText("以下含未发布的修改，游客看到的是第 1 版").waitFor();
    await visitor.open(item);
    await does("发布修改").click();
    await page.getByText("已发布第 2 版：展示中").first().waitFor();

    await page.getByRole("link", { name: new RegExp(`第 1 版 · ${title}`) }).click();
    await page.locator(".rich-content", { hasText: "东停车场临时关闭" }).waitFor();
    await accessible();
    await visitor.ready();
    await does("取回为草稿").click();
    await page.getByText("该版本将替换内容当前的标题").first().waitFor();
    await button("取回为草稿").click();
    await page.getByText("已取回第 1 版，发布后游客才会看到").first().waitFor();
    await visitor.open(item);
    await page.locator(".rich-content", { hasText: "东停车场临时关闭" }).waitFor();

    await unfold(page);
    await does("下线").click();
    await page.getByText("下线后游客不再看到该内容").first().waitFor();
    await button("下线").click();
    await page.getByText("已下线").first().waitFor();

    await visitor.open(`/cms/model/item?status=withdrawn&title=${encodeURIComponent(title)}`);
    await expect.poll(() => page.locator("tbody tr").count()).toBe(1);
    await visitor.open("/cms/model/item?title=一日游");
    await link("一日游推荐路线").click();
    await page.waitForURL(/\/cms\/model\/item\/\d+/);
    await visitor.ready();
    await link("扩展字段").first().click();
    await page.waitForURL(/\/fields$/);
    await visitor.ready();
    await accessible();
    await page.getByLabel("出发地").fill(`东门${mark}`);
    await page.getByLabel("建议时长（小时）").fill("很久");
    await button("保存").click();
    await page.getByText("请输入数字").first().waitFor();
    expect(await page.getByLabel("出发地").inputValue()).toBe(`东门${mark}`);
    await page.getByLabel("建议时长（小时）").fill(javaScript ? "6" : "6.5");
    await button("保存").click();
    await page.waitForURL(/\/cms\/model\/item\/\d+$/);
    await page.getByText(`东门${mark}`).first().waitFor();
    await page.getByText("展示中；有修改未发布").first().waitFor();
    await accessible();
    expect(await page.locator("script", { hasText: "alert(1)" }).count()).toBe(0);
  },
);
