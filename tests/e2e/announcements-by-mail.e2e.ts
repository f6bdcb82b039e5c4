/** An announcement that goes by mail, from an address that answers to the letter. */
import { expect } from "vitest";
import { expectAccessible } from "./accessible";
import { runMailConsole } from "./mail-console";
import { inBothModes, inEnglish, type Visitor } from "./support";

const { running, letterTo, lettersTo } = runMailConsole();

async function announce(
  visitor: Visitor,
  words: Record<
    | "first"
    | "send"
    | "code"
    | "confirm"
    | "way"
    | "title"
    | "body"
    | "byMail"
    | "save"
    | "publish"
    | "question"
    | "did",
    string | RegExp
  >,
  address: string,
) {
  const { page, javaScript } = visitor;
  const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });
  await visitor.signIn("admin");
  await visitor.open("/message/mail");
  await page.getByLabel(words.first).fill(address);
  await button(words.send).click();
  const code = /\b(\d{6})\b/.exec(await letterTo(address))?.[1] ?? "";
  await page.getByLabel(words.code, { exact: true }).fill(code);
  await button(words.confirm).click();
  await page.getByText(address, { exact: true }).waitFor();
  expect(await page.getByRole("radio", { name: words.way }).isChecked()).toBe(true);

  const title = `Rota ${address}`;
  await visitor.open("/system/announcementList/new");
  await page.getByLabel(words.title).fill(title);
  if (javaScript) await page.getByRole("textbox", { name: words.body }).fill("30 minutes early");
  else await page.locator("[name=body]").fill("<p>30 minutes early</p>");
  await page.getByRole("checkbox", { name: words.byMail }).check();
  if (javaScript) await expectAccessible(page);
  await button(words.save).click();
  await page.waitForURL(/\/system\/announcementList\/\d+$/);
  const own = new URL(page.url()).pathname.split("/").at(-1);
  await visitor.ready();
  await page.getByRole("link", { name: words.publish, exact: true }).or(button(words.publish)).first().click();
  await page.getByText(words.question).first().waitFor();
  await button(words.publish).last().click();
  await page.getByText(words.did).first().waitFor();
  const text = await letterTo(address, "30 minutes early");
  expect(text).toContain(`/message/announcement/${own}`);
  expect(lettersTo(address).filter((one) => one.includes("30 minutes early"))).toHaveLength(1);
  await visitor.open("/message/mail");
  await page.locator("[value=remove]").click();
  await page.getByLabel(words.first).waitFor();
}

inBothModes(running, "an announcement goes by mail to who has confirmed an address", (visitor) =>
  announce(
    visitor,
    {
      ...{ first: /接收邮箱/, send: "发送验证码", code: "验证码", confirm: "确认邮箱", way: "公告 立即发邮件" },
      ...{ title: /^标题/, body: "正文", byMail: /同时发送邮件/, save: "保存", publish: "发布" },
      ...{ question: "发布后内容不能再修改", did: /已发布，对象 \d+ 人/ },
    },
    `reads${visitor.javaScript ? 1 : 2}@example.org`,
  ),
);

inEnglish(running, "an announcement goes by mail in English", (visitor) =>
  announce(
    visitor,
    {
      ...{ first: /Email address/, send: "Send code", code: "Code", confirm: "Confirm address" },
      ...{ way: "Announcement Email at once", title: /^Title/, body: "Text", byMail: /Send by email as well/ },
      ...{ save: "Save", publish: "Publish", question: /cannot be changed/, did: /Published/ },
    },
    `english${visitor.javaScript ? 1 : 2}@example.org`,
  ),
);
