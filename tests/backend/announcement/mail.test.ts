/** Announcements by mail: to whom they are for, once each, as those have chosen, and to nobody after they are over. */
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { announcementConfirm, announcement as resource } from "~/contract/announcement/announcement";
import { type MailWay, messageMailboxRemove, messageMailboxSave } from "~/contract/messaging/mailbox";
import { putAnnouncements } from "~server/backend/business/platform/messaging/announced";
import { createWorker } from "~server/backend/jobs/worker";
import { putMailSender, toSmtp } from "~server/backend/kernel/mail";
import { plainText } from "~server/backend/kernel/rich-text";
import { enterTenant } from "~server/backend/kernel/scope";
import { allKinds } from "~server/backend/served";
import { openTestBackend, secretsOfTests, type TestBackend } from "~tests/support/backend";
import { openMailServer } from "~tests/support/mail-server";
import { fresh } from "~tests/support/park";
import { meeting, race, raceIsReal } from "~tests/support/race";

let backend: TestBackend;
let post: Awaited<ReturnType<typeof openMailServer>>;
let now: Date;
/** Friday, 10:00 of the corp. */
const friday = new Date("2026-11-20T02:00:00Z");
const origin = "https://console.example.com";

beforeAll(async () => {
  post = await openMailServer();
  backend = await openTestBackend();
});
beforeEach(() => {
  now = friday;
  backend.setNow(now);
  post.letters.length = 0;
  post.state.mood = "well";
  putMailSender(toSmtp(post.url, "云 <notice@example.com>"), origin);
});
afterEach(async () => {
  for (const table of [
    "message_mailbox",
    "message_mail_item",
    "message_mail",
    "announcement_mailing",
    "announcement",
    "job",
  ])
    await backend.sql(`delete from ${table}`);
});
afterAll(async () => {
  putMailSender(null);
  await post.close();
  await backend.close();
});

const { methods } = resource;
const worker = () =>
  createWorker({ database: backend.database, kinds: allKinds, now: () => now, secrets: secretsOfTests });
async function work(minutes = 0, corp = "0001") {
  now = new Date(now.getTime() + minutes * 60_000);
  backend.setNow(now);
  await backend.sql("delete from job where kind = 'mailMessages' and state = 'waiting'");
  await backend.sql("insert into job (corp_code, kind) values ($1, 'mailMessages')", [corp]);
  await worker().drain();
}
const draft = (fields: object = {}) =>
  backend.saved(methods.save, {
    ...{
      title: "值班安排",
      body: "<p>提前 30 分钟到岗 &amp; 签到</p><p>不得<strong>脱岗</strong></p>",
      audience: "all",
    },
    ...{ byMail: true, ...fields },
  });
const press = (command: "publish" | "withdraw" | "remind", id: number) =>
  backend.call(methods[command] as never, { id } as never);
async function published(fields: object = {}): Promise<number> {
  const id = await draft(fields);
  expect((await press("publish", id)).message).toBe("");
  return id;
}
/** An account whose address has answered. */
async function reader(way: MailWay = "mail", options: Parameters<TestBackend["createUser"]>[0] = {}, corp = "0001") {
  const user = await backend.createUser(options);
  const address = `${fresh("reader")}@example.org`;
  const ways = {
    notice: "console",
    approval: "console",
    stock: "console",
    expiry: "console",
    task: "console",
  } as const;
  const saved = await backend.call(
    messageMailboxSave,
    { ways: { ...ways, announcement: way }, digestHour: 12 },
    { as: user.token },
  );
  expect(saved.message).toBe("");
  await backend.sql("update message_mailbox set address = $1 where corp_code = $2 and account_id = $3", [
    ...[address, corp, user.id],
  ]);
  return { ...user, address };
}
const to = () => post.letters.map(({ to: [address] }) => address).sort();
const textOf = (raw: string) => {
  const [head = "", ...rest] = raw.split("\r\n\r\n");
  const body = rest.join("\r\n\r\n");
  if (/transfer-encoding: base64/i.test(head)) return Buffer.from(body, "base64").toString("utf8");
  const bytes = body
    .replace(/=\r\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8");
};

test("whoever it is for and has confirmed an address gets its words and the way there, once", async () => {
  const own = await reader();
  await backend.createUser({});
  const id = await published();
  await published({ title: "不发邮件", byMail: false });
  await work();
  await work(20);
  await work(60);
  expect(to()).toEqual([own.address]);
  const text = textOf(post.letters[0]?.raw ?? "").replaceAll("\r\n", "\n");
  expect(text).toContain(`值班安排\n提前 30 分钟到岗 & 签到\n不得脱岗`);
  expect(text).toContain(`${origin}/message/announcement/${id}`);
  expect(text).toMatch(/停止接收邮件：https/);
  expect(post.letters[0]?.raw).toMatch(/List-Unsubscribe/);
});

test("a reminder, a replay and a later account bring no second letter", async () => {
  const own = await reader();
  const id = await published();
  await work();
  expect((await press("remind", id)).message).toBe("");
  expect((await press("publish", id)).success).toBe(false);
  // As after a worker that died between the letter and its end.
  await backend.sql("update job set state = 'waiting', finished_at = null where kind = 'mailMessages'");
  await worker().drain();
  await reader();
  await work(30);
  expect(to()).toEqual([own.address]);
});

test("only those whom it addresses, and nobody who has turned announcements off, stopped mails or is closed", async () => {
  const sellers = await backend.createUser({ grants: ["parkList"] });
  const [role] = await backend.sql<{ id: number }>(
    "select role_id::int as id from account_role where corp_code = '0001' and account_id = $1",
    [sellers.id],
  );
  const chosen = await reader();
  await backend.sql("insert into account_role (corp_code, account_id, role_id) values ('0001', $1, $2)", [
    ...[chosen.id, role?.id],
  ]);
  await reader();
  const off = await reader("console");
  const stopped = await reader();
  await backend.call(messageMailboxRemove, {}, { as: stopped.token });
  const closed = await reader();
  for (const { id } of [off, stopped, closed])
    await backend.sql("insert into account_role (corp_code, account_id, role_id) values ('0001', $1, $2)", [
      ...[id, role?.id],
    ]);
  await backend.sql("update account set status = 'F' where id = $1", [closed.id]);
  await published({ audience: "chosen", roles: [{ roleId: role?.id }] });
  await work();
  expect(to()).toEqual([chosen.address]);
});

test("who chose a digest has it in the digest of the day, at its hour", async () => {
  const own = await reader("digest");
  await published();
  await work();
  expect(to()).toEqual([]);
  await work(125);
  await work(30);
  expect(to()).toEqual([own.address]);
  expect(textOf(post.letters[0]?.raw ?? "")).toContain("值班安排");
});

test("what was confirmed, withdrawn or is over before the letter goes is mailed to nobody", async () => {
  const own = await reader("digest");
  const read = await published({ important: true });
  const withdrawn = await published({ title: "撤回" });
  await published({ title: "已过期", visibleUntil: "2026-11-20 11:00:00" });
  await work();
  await backend.call(announcementConfirm, { id: read }, { as: own.token });
  expect((await press("withdraw", withdrawn)).message).toBe("");
  await work(125);
  expect(to()).toEqual([]);
});

test("a letter that waits for a busy server does not go once the announcement is withdrawn", async () => {
  await reader();
  const id = await published();
  post.state.mood = "busy";
  await work();
  expect((await press("withdraw", id)).message).toBe("");
  post.state.mood = "well";
  await work(10);
  expect(to()).toEqual([]);
  expect(await backend.sql("select state from message_mail")).toEqual([{ state: "dropped" }]);
});

test("one that runs later is mailed when it begins; one that began two days ago is mailed no more", async () => {
  const own = await reader();
  await published({ visibleFrom: "2026-11-20 11:00:00" });
  const [job] = await backend.sql<{ minutes: number }>(`
    select round(extract(epoch from run_at - now()) / 60)::int as minutes from job
    where kind = 'mailMessages' and state = 'waiting'`);
  expect(job?.minutes).toBe(60);
  await work();
  expect(to()).toEqual([]);
  await work(61);
  expect(to()).toEqual([own.address]);
  putMailSender(null);
  await published({ title: "服务器停了" });
  await work();
  putMailSender(toSmtp(post.url, "云 <notice@example.com>"), origin);
  await work(49 * 60);
  expect(to()).toEqual([own.address]);
});

test("two workers at once write one letter to each", async () => {
  const all = [await reader(), await reader(), await reader()];
  await published();
  await backend.sql("delete from job where kind = 'mailMessages'");
  await backend.sql("insert into job (corp_code, kind) values ('0001', 'mailMessages'), ('0001', 'mailMessages')");
  await Promise.all([worker().drain(), worker().drain()]);
  expect(to()).toEqual(all.map(({ address }) => address).sort());
});

test.runIf(raceIsReal)(
  "of two who put it in at once one does; a control without key and index puts it in twice",
  async () => {
    await reader();
    await published();
    const both = async () => {
      for (const table of ["message_mail_item", "announcement_mailing"]) await backend.sql(`delete from ${table}`);
      const met = meeting(2);
      await race(backend, 2, () =>
        backend.database.system(async (tx) => {
          await enterTenant(tx, "0001");
          await met();
          await putAnnouncements(tx, sql`${now.toISOString()}::timestamptz`, 48);
          // The other one looks before this is committed.
          await tx.execute(sql`select pg_sleep(0.3)`);
        }),
      );
      return (await backend.sql("select id from message_mail_item")).length;
    };
    expect(await both()).toBe(1);
    await backend.sql(`
    drop index message_mail_item_announced;
    alter table announcement_mailing drop constraint announcement_mailing_pkey`);
    try {
      expect(await both()).toBe(2);
    } finally {
      await backend.sql(`
      delete from message_mail_item;
      delete from announcement_mailing;
      alter table announcement_mailing add primary key (corp_code, owner_corp, announcement_id);
      create unique index message_mail_item_announced
        on message_mail_item (corp_code, account_id, owner_corp, announcement_id) where announcement_id is not null`);
    }
  },
);

test("what head office says to all tenants goes to each tenant's mailboxes by its own task", async () => {
  await backend.sql(`
    insert into sys_param (corp_code, param_code, param_option) values ('0001', 'isSaasEdition', 'T')
    on conflict (corp_code, param_code) do update set param_option = 'T'`);
  const there = await backend.createCorp("0796");
  await backend.call(
    messageMailboxSave,
    {
      ways: { notice: "console", approval: "console", stock: "console", expiry: "console", task: "console" },
      digestHour: 8,
    },
    { as: there },
  );
  await backend.sql("update message_mailbox set address = 'tenant@example.org' where corp_code = '0796'");
  await published({ title: "只给总部" });
  await published({ title: "全体租户", audience: "tenants" });
  await work(0, "0796");
  await work(5, "0796");
  expect(to()).toEqual(["tenant@example.org"]);
  expect(textOf(post.letters[0]?.raw ?? "")).toContain("全体租户");
  expect(textOf(post.letters[0]?.raw ?? "")).not.toContain("只给总部");
});

test("rich text comes as its words", () => {
  expect(plainText("<h2>标题</h2><ul><li>一</li><li>二</li></ul><p>a &lt; b&nbsp;&amp;amp; c</p>")).toBe(
    "标题\n一\n二\na < b &amp; c",
  );
});
