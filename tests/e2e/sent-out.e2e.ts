/** What leaves the console by itself: messages to another system, planned exports to a store and to a mailbox. */
import { createHmac } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { afterAll, beforeAll, expect } from "vitest";
import { signatureOf } from "~server/backend/business/open/signature";
import { openDatabase } from "~server/backend/db/database";
import { type BucketDouble, openBucket } from "~tests/support/bucket";
import { openMailServer } from "~tests/support/mail-server";
import { expectAccessible } from "./accessible";
import { inBothModes, inEnglish, runConsole, type Visitor } from "./support";

const environment: Record<string, string> = {};
const got: { headers: IncomingHttpHeaders; body: string; target: string }[] = [];
let hooked: Server;
let bucket: BucketDouble;
let post: Awaited<ReturnType<typeof openMailServer>>;

const listening = (server: Server) =>
  new Promise<number>((resolve) =>
    server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port)),
  );

beforeAll(async () => {
  [bucket, post] = await Promise.all([openBucket(), openMailServer()]);
  hooked = createServer(async (request, response) => {
    let body = "";
    for await (const part of request.setEncoding("utf8")) body += part;
    got.push({ headers: request.headers, body, target: request.url ?? "" });
    response.writeHead(200).end();
  });
  await listening(hooked);
  // Mails lead to an address of the console that has to be known before it starts, and is the same after it started anew.
  const probe = createServer();
  const port = await listening(probe);
  await new Promise((resolve) => probe.close(resolve));
  Object.assign(environment, {
    ...{ PORT: String(port), PUBLIC_ORIGINS: `http://127.0.0.1:${port}`, WEBHOOK_PRIVATE: "1" },
    ...{ SMTP_URL: post.url, MAIL_FROM: "notice@example.com" },
  });
});
afterAll(async () => {
  hooked?.close();
  await Promise.all([bucket?.close(), post?.close()]);
});
const running = runConsole(environment);

interface Words {
  save: string;
  export: string;
  done: string;
  task: string;
  told: string;
  delivered: string;
  try: string;
  tried: RegExp;
  daily: string;
  toStore: (name: string) => string;
  toMail: (address: string) => string;
  mailbox: RegExp;
  send: string;
  code: string;
  confirm: string;
  confirmed: string;
}

const zh: Words = {
  ...{ save: "保存", export: "导出", done: "导出成功", task: "任务", told: "推送的消息", delivered: "已送达" },
  ...{ try: "测试连接", tried: /已发出测试文件/, daily: "每天" },
  ...{ mailbox: /接收邮箱|新邮箱/, send: "发送验证码", code: "验证码", confirm: "确认邮箱", confirmed: "邮箱已确认" },
  toStore: (name) => `同时存入 ${name}`,
  toMail: (address) => `同时发到 ${address}`,
};
const en: Words = {
  ...{
    save: "Save",
    export: "Export",
    done: "Export complete.",
    task: "Task",
    told: "Message",
    delivered: "Delivered",
  },
  ...{ try: "Test connection", tried: /A test file (has been sent|is on its way|is being sent)/, daily: "Every day" },
  ...{ mailbox: /Email address|New address/, send: "Send code", code: "Code", confirm: "Confirm address" },
  confirmed: "Address confirmed",
  toStore: (name) => `To ${name} as well`,
  toMail: (address) => `To ${address} as well`,
};

/** Waits until it is so: by looking, since nobody tells. */
async function until<T>(what: string, find: () => T | undefined): Promise<T> {
  for (let n = 0; n < 450; n += 1) {
    const found = find();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`no ${what}`);
}

const pressIn = (visitor: Visitor, name: string) =>
  visitor.page.locator("main").getByRole("button", { name, exact: true }).last().click();
const accessible = async ({ page, javaScript }: Visitor) => {
  if (javaScript) await expectAccessible(page);
};

async function exportParks(visitor: Visitor, words: Words, choose: () => Promise<void> = async () => {}) {
  await visitor.open("/manage/parkList/export");
  await choose();
  await pressIn(visitor, words.export);
  await visitor.page.getByText(words.done).first().waitFor();
}

async function hook(visitor: Visitor, words: Words, name: string): Promise<void> {
  const { page, open } = visitor;
  const secret = `a secret of twenty letters ${name}`;
  const target = `/hook?of=${encodeURIComponent(name)}`;
  await visitor.signIn("admin");
  await open("/system/messageHookList/new");
  await page.locator("[name=name]").fill(name);
  await page.locator("[name=url]").fill(`http://127.0.0.1:${(hooked.address() as AddressInfo).port}${target}`);
  await page.getByRole("checkbox", { name: words.task, exact: true }).check();
  await page.locator("[name=secret]").fill("short");
  await pressIn(visitor, words.save);
  await page.locator(".field-error").first().waitFor();
  await page.locator("[name=secret]").fill(secret);
  await accessible(visitor);
  await pressIn(visitor, words.save);
  await page.waitForURL(/messageHookList(\/\d+)?(\?|$)/);
  // An export that has ended is a message of its kind.
  await exportParks(visitor, words);
  const { headers, body } = await until("message", () => got.find((one) => one.target === target));
  expect(JSON.parse(body)).toMatchObject({
    event: "message",
    kind: "task",
    link: expect.stringMatching(/^\/exports\//),
  });
  const [timestamp, nonce] = [String(headers["x-timestamp"]), String(headers["x-nonce"])];
  const signed = { verb: "POST", target, timestamp, nonce, body };
  expect(headers["x-signature"]).toBe(signatureOf(secret, signed));
  expect(headers["x-signature"]).not.toBe(createHmac("sha256", "another").update(body).digest("hex"));
  await open("/system/messageHookList");
  await page.getByRole("link", { name }).first().waitFor();
  expect(await page.content()).not.toContain(secret);
  await accessible(visitor);
  await open("/system/messageHookDelivery");
  await page.getByText(words.delivered).first().waitFor();
  await accessible(visitor);
}

/** By hand what the clock does each morning. */
async function nextMorning(): Promise<void> {
  await running.restart(async (dataDir) => {
    const database = await openDatabase({ dataDir: path.resolve(dataDir) });
    await database.pool.query("update export_plan set next_day = next_day - 1");
    await database.pool.query("insert into job (corp_code, kind) values ('0001', 'exportPlans')");
    await database.close();
  });
}

async function store(visitor: Visitor, words: Words, name: string): Promise<void> {
  const { page, open } = visitor;
  const prefix = `of/${name}`;
  const keys = () => [...bucket.files.keys()].filter((key) => key.startsWith(`${prefix}/`));
  await visitor.signIn("admin");
  await open("/system/exportStoreList/new");
  await page.locator("[name=name]").fill(name);
  await page.locator("[name=endpoint]").fill(bucket.endpoint);
  await page.locator("[name=bucket]").fill("daily-figures");
  await page.locator("[name=prefix]").fill(prefix);
  await page.locator("[name=accessKey]").fill("AKIA");
  await page.locator("[name=secretKey]").fill("a secret access key of the store");
  await accessible(visitor);
  await pressIn(visitor, words.save);
  await page.waitForURL(/exportStoreList(\/\d+)?(\?|$)/);
  await open("/system/exportStoreList");
  await accessible(visitor);
  await page.getByRole("link", { name, exact: true }).first().click();
  await page.waitForURL(/exportStoreList\/\d+/);
  await visitor.ready();
  await open(`${new URL(page.url()).pathname}/attempt`);
  await pressIn(visitor, words.try);
  await page.getByText(words.tried).first().waitFor();
  await until("trial", () => keys().find((key) => key.endsWith("connection-test.txt")));
  await exportParks(visitor, words, async () => {
    await page.getByRole("radio", { name: words.daily }).check();
    await page.getByRole("radio", { name: words.toStore(name) }).check();
    await accessible(visitor);
  });
  await open("/exports/plans");
  await page.getByText(name).first().waitFor();
  await accessible(visitor);
  expect(keys()).toHaveLength(1);
  await nextMorning();
  const key = await until("planned file", () => keys().find((one) => !one.endsWith(".txt")));
  expect(key).toMatch(/\/\d{4}-\d\d-\d\d\/\d+-.+\.xls$/);
  expect(bucket.files.get(key)?.length).toBeGreaterThan(1_000);
  await expect
    .poll(
      async () => {
        await open("/system/exportStoreFile");
        return page.locator("main").getByText(words.delivered).count();
      },
      { timeout: 20_000 },
    )
    .toBeGreaterThanOrEqual(2);
  await accessible(visitor);
  await endPlans(visitor);
}

async function endPlans(visitor: Visitor): Promise<void> {
  await visitor.open("/exports/plans");
  const remove = visitor.page.locator("main table form button");
  for (let left = await remove.count(); left > 0; left -= 1) {
    await remove.first().click();
    await expect.poll(() => remove.count()).toBe(left - 1);
    await visitor.ready();
  }
}

async function mailbox(visitor: Visitor, words: Words, address: string): Promise<void> {
  const { page, open } = visitor;
  await visitor.signIn("manager");
  await open("/message/mail");
  await page.getByLabel(words.mailbox).fill(address);
  await page.getByRole("button", { name: words.send }).click();
  const code = await until("code", () => codeIn(address));
  await page.getByLabel(words.code, { exact: true }).fill(code);
  await page.getByRole("button", { name: words.confirm }).click();
  await page.getByText(words.confirmed).first().waitFor();
  const [, host] = address.split("@");
  await exportParks(visitor, words, async () => {
    await page.getByRole("radio", { name: words.daily }).check();
    await page.getByRole("radio", { name: new RegExp(`${host}`) }).check();
    await accessible(visitor);
  });
  post.letters.length = 0;
  await nextMorning();
  const letter = await until("letter", () =>
    post.letters.find(({ to, raw }) => to.includes(address) && /\.xls/.test(raw)),
  );
  expect(letter.raw).toMatch(/content-disposition: attachment/i);
  expect(letter.to).toEqual([address]);
  await endPlans(visitor);
}

function codeIn(address: string): string | undefined {
  const raw = post.letters.findLast(({ to }) => to.includes(address))?.raw;
  const [head = "", ...rest] = raw?.split("\r\n\r\n") ?? [];
  const body = rest.join("\r\n\r\n");
  const plain = /encoding: base64/i.test(head) ? Buffer.from(body, "base64").toString("utf8") : body;
  return /\b(\d{6})\b/.exec(plain)?.[1];
}

const mode = ({ javaScript }: Visitor) => (javaScript ? "1" : "2");

inBothModes(running, "a message goes to another system, signed", (visitor) =>
  hook(visitor, zh, `值班群${mode(visitor)}`),
);
inEnglish(running, "a message goes to another system, signed", (visitor) => hook(visitor, en, `Duty ${mode(visitor)}`));
inBothModes(running, "a planned export goes to a store, which was tried first", (visitor) =>
  store(visitor, zh, `lake-${mode(visitor)}`),
);
inEnglish(running, "a planned export goes to a store, which was tried first", (visitor) =>
  store(visitor, en, `lake-en-${mode(visitor)}`),
);
inBothModes(running, "a planned export goes to a mailbox", (visitor) =>
  mailbox(visitor, zh, `keeper${mode(visitor)}@example.org`),
);
inEnglish(running, "a planned export goes to a mailbox", (visitor) =>
  mailbox(visitor, en, `reader${mode(visitor)}@example.org`),
);
