/** Notes and attachments on the page of an order: added, changed, refused without losing a word, removed; and in English on an agency. */
import { expect } from "vitest";
import { expectAccessible } from "./accessible";
import { inBothModes, inEnglish, runConsole } from "./support";

const running = runConsole();
const pdf = { name: "确认函.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7") };

inBothModes(running, "a note with a paper is left on an order, changed and taken back", async (visitor) => {
  const { page } = visitor;
  const mark = visitor.javaScript ? "J" : "N";
  const block = page.locator("#notes");
  const button = (name: string) => block.getByRole("button", { name, exact: true });
  await visitor.signIn("admin");
  await visitor.open("/order/offlineOrderList");
  await page.locator("tbody tr a").first().click();
  await block.getByRole("heading", { name: "备注与附件" }).waitFor();
  await block.getByText("添加备注或附件").click();
  if (visitor.javaScript) await expectAccessible(page);

  await button("添加").click();
  await block.getByText("请填写备注或选择附件").waitFor();
  // What is refused stays open, with what was typed.
  await block.getByLabel("备注", { exact: true }).fill(`客人要求靠窗${mark}\n第二行`);
  await block.locator("input[type=file]").setInputFiles(pdf);
  if (visitor.javaScript) await block.getByRole("link", { name: "确认函.pdf" }).first().waitFor();
  await button("添加").click();
  await block.getByText(`客人要求靠窗${mark}`).first().waitFor();
  await block.getByRole("link", { name: "确认函.pdf" }).first().waitFor();
  await page.locator(".timeline").getByText("添加了备注").first().waitFor();

  await block
    .getByRole("link", { name: /^编辑 .* 的备注$/ })
    .first()
    .click();
  const form = block.getByRole("form", { name: "修改备注" });
  await form.getByLabel("备注").fill(`客人改要靠过道${mark}`);
  if (visitor.javaScript) await expectAccessible(page);
  await form.getByRole("button", { name: "保存" }).click();
  await block.locator("p").getByText(`客人改要靠过道${mark}`).waitFor();
  await block.getByText("已修改").first().waitFor();

  await block
    .getByRole("link", { name: /^删除 .* 的备注$/ })
    .first()
    .click();
  await block.getByText("删除这条备注？").waitFor();
  await button("删除备注").click();
  await expect.poll(() => block.getByText(`客人改要靠过道${mark}`).count()).toBe(0);
  await page.locator(".timeline").getByText("删除了一条备注").first().waitFor();
});

inEnglish(running, "a note is left on an agency, and its log says so", async (visitor) => {
  const { page } = visitor;
  const block = page.locator("#notes");
  const note = `Settles before the new year ${visitor.javaScript ? "J" : "N"}`;
  await visitor.signIn("admin");
  await visitor.open("/travel/agencyList");
  await page.locator("tbody tr a").first().click();
  await block.getByRole("heading", { name: "Notes and attachments" }).waitFor();
  await block.getByText("Add a note or file").click();
  await block.getByLabel("Note", { exact: true }).fill(note);
  await block.getByRole("button", { name: "Add", exact: true }).click();
  await block.getByText(note).waitFor();
  await page.locator(".timeline").getByText("added a note").first().waitFor();
});
