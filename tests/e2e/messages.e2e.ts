/** Messages by mail: an address that answers with its code, a choice by kind, and the link that stops it. Hooks on the way. */
import { createServer } from "node:net";
import { afterAll, beforeAll, expect } from "vitest";
import { openMailServer } from "~tests/support/mail-server";
import { expectAccessible } from "./accessible";
import { inBothModes, inEnglish, runConsole, type Visitor } from "./support";

const environment: Record<string, string> = {};
let post: Awaited<ReturnType<typeof openMailServer>>;
/** Mails lead to an address of the console that has to be known before it starts. */
beforeAll(async () => {
  post = await openMailServer();
  const port = await new Promise<number>((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
  Object.assign(environment, {
    ...{ PORT: String(port), PUBLIC_ORIGINS: `http://127.0.0.1:${port}` },
    ...{ SMTP_URL: post.url, MAIL_FROM: "notice@example.com" },
  });
});
afterAll(() => post?.close());
const running = runConsole(environment);

const plain = (raw: string) => {
  const [head = "", ...rest] = raw.split("\r\n\r\n");
  const body = rest.join("\r\n\r\n");
  if (/encoding: base64/i.test(head)) return Buffer.from(body, "base64").toString("utf8");
  return body
    .replace(/=\r\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
};
async function letterTo(address: string, words = ""): Promise<string> {
  for (let n = 0; n < 150; n += 1) {
    const found = post.letters.filter(({ to }) => to.includes(address)).map(({ raw }) => plain(raw));
    const last = found.findLast((text) => text.includes(words));
    if (last !== undefined) return last;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`no letter to ${address}`);
}

async function walk(
  visitor: Visitor,
  words: Record<
    "send" | "code" | "confirm" | "confirmed" | "mail" | "save" | "saved" | "stop" | "stopped" | "first",
    string | RegExp
  >,
  address: string,
) {
  const { page, javaScript } = visitor;
  const accessible = async () => {
    if (javaScript) await expectAccessible(page);
  };
  // An account gets five codes a day.
  await visitor.signIn(words.save === "Save" ? "admin" : "manager");
  await visitor.open("/message/mail");
  await accessible();
  await page.getByLabel(words.first).fill(address);
  await page.getByRole("button", { name: words.send }).click();
  const code = /\b(\d{6})\b/.exec(await letterTo(address))?.[1] ?? "";
  await page.getByLabel(words.code, { exact: true }).fill(code === "000000" ? "000001" : "000000");
  await page.getByRole("button", { name: words.confirm }).click();
  await page.getByText(/4/).first().waitFor();
  await accessible();
  await page.getByLabel(words.code, { exact: true }).fill(code);
  await page.getByRole("button", { name: words.confirm }).click();
  await page.getByText(words.confirmed).first().waitFor();
  await page.getByText(address, { exact: true }).waitFor();
  await visitor.ready();
  await page.getByRole("radio", { name: words.mail }).check();
  await page.getByRole("button", { name: words.save, exact: true }).click();
  await page.getByText(words.saved).first().waitFor();
  expect(await page.getByRole("radio", { name: words.mail }).isChecked()).toBe(true);
  await accessible();
  // A change of the address is told of by a notice, which goes to the new address.
  post.letters.length = 0;
  await page.getByLabel(/新邮箱|Another address/).fill(`new.${address}`);
  await page.getByRole("button", { name: words.send }).click();
  const again = /\b(\d{6})\b/.exec(await letterTo(`new.${address}`))?.[1] ?? "";
  post.letters.length = 0;
  await page.getByLabel(words.code, { exact: true }).fill(again);
  await page.getByRole("button", { name: words.confirm }).click();
  await page.getByText(words.confirmed).first().waitFor();
  const link = /http:\S+\/apply\/stopMail\S+/.exec(await letterTo(`new.${address}`))?.[0] ?? "";
  await visitor.open(link);
  await page.getByText(/n\*\*\*@example\.org/).waitFor();
  await accessible();
  await page.getByRole("button", { name: words.stop }).click();
  await page.getByText(words.stopped).waitFor();
  await visitor.open("/message/mail");
  await page.getByLabel(words.first).waitFor();
}

inBothModes(
  running,
  "messages come by mail as one chooses, to an address that answered, until one stops it",
  (visitor) =>
    walk(
      visitor,
      {
        ...{ first: /接收邮箱/, send: "发送验证码", code: "验证码", confirm: "确认邮箱", confirmed: "邮箱已确认" },
        ...{ mail: "通知 立即发邮件", save: "保存", saved: "已保存", stop: "停止发送", stopped: /以后不会再向该邮箱/ },
      },
      `keeper${visitor.javaScript ? 1 : 2}@example.org`,
    ),
);

inEnglish(running, "messages come by mail in English", (visitor) =>
  walk(
    visitor,
    {
      ...{
        first: /Email address/,
        send: "Send code",
        code: "Code",
        confirm: "Confirm address",
        confirmed: "Address confirmed",
      },
      ...{
        mail: "Notice Email at once",
        save: "Save",
        saved: "Saved",
        stop: "Stop emails",
        stopped: /No more messages/,
      },
    },
    `reader${visitor.javaScript ? 1 : 2}@example.org`,
  ),
);

async function announce(
  visitor: Visitor,
  account: string,
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
  await visitor.signIn(account);
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
  const told = post.letters.filter(({ to, raw }) => to.includes(address) && plain(raw).includes("30 minutes early"));
  expect(told).toHaveLength(1);
  await visitor.open("/message/mail");
  await page.locator("[value=remove]").click();
  await page.getByLabel(words.first).waitFor();
}

inBothModes(running, "an announcement goes by mail to who has confirmed an address", (visitor) =>
  announce(
    visitor,
    "manager",
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
    "admin",
    {
      ...{ first: /Email address/, send: "Send code", code: "Code", confirm: "Confirm address" },
      ...{ way: "Announcement Email at once", title: /^Title/, body: "Text", byMail: /Send by email as well/ },
      ...{ save: "Save", publish: "Publish", question: /cannot be changed/, did: /Published/ },
    },
    `english${visitor.javaScript ? 1 : 2}@example.org`,
  ),
);
