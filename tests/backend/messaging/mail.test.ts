/** Messages by mail: to an address that has answered, as each account chose, against a mail server of the tests' own. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import {
  type MailWay,
  messageMailbox,
  messageMailboxAsk,
  messageMailboxConfirm,
  messageMailboxRemove,
  messageMailboxSave,
  messageMailLink,
  messageMailStop,
} from "~/contract/messaging/mailbox";
import { readMessages } from "~/contract/platform/message";
import { purges } from "~server/backend/business/manifests";
import type { Transaction } from "~server/backend/db/database";
import { purgeKind } from "~server/backend/jobs/purge-kind";
import { createWorker } from "~server/backend/jobs/worker";
import { putMailSender, toSmtp } from "~server/backend/kernel/mail";
import { notify, type Told } from "~server/backend/kernel/notify";
import { allKinds } from "~server/backend/served";
import { openTestBackend, secretsOfTests, type TestBackend } from "~tests/support/backend";
import { inTenant } from "~tests/support/in-tenant";
import { openMailServer } from "~tests/support/mail-server";
import { fresh } from "~tests/support/park";

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
  await backend.sql("delete from message_mailbox");
  await backend.sql("delete from message_mail_item");
  await backend.sql("delete from message_mail");
});
afterAll(async () => {
  putMailSender(null);
  await post.close();
  await backend.close();
});

const worker = () =>
  createWorker({ database: backend.database, kinds: allKinds, now: () => now, secrets: secretsOfTests });
async function work(minutes = 0) {
  now = new Date(now.getTime() + minutes * 60_000);
  backend.setNow(now);
  await backend.sql("delete from job where kind = 'mailMessages' and state = 'waiting'");
  await backend.sql("insert into job (corp_code, kind) values ('0001', 'mailMessages')");
  await worker().drain();
}
/** The text of a letter, however it was packed for the line. */
function textOf(raw: string): string {
  const [head = "", ...body] = raw.split("\r\n\r\n");
  const packed = body.join("\r\n\r\n");
  if (/transfer-encoding: base64/i.test(head)) return Buffer.from(packed, "base64").toString("utf8");
  const bytes = packed
    .replace(/=\r\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8");
}
const texts = () => post.letters.map(({ raw }) => textOf(raw));
const lastCode = () => /\b(\d{6})\b/.exec(texts().at(-1) ?? "")?.[1] ?? "";
const tell = (accountId: number, told: Partial<Told> = {}) =>
  inTenant(backend, ({ db }) =>
    notify(db, now, { to: { accounts: [accountId] }, kind: "notice", title: () => "库存不足", ...told }),
  );

async function reader(chosen: Partial<Record<"notice" | "approval" | "stock" | "expiry" | "task", MailWay>> = {}) {
  const user = await backend.createUser({ grants: ["parkList"] });
  const as = user.token;
  const address = `${fresh("reader")}@example.org`;
  const ways = { notice: "mail", approval: "console", stock: "digest", expiry: "digest", task: "console", ...chosen };
  await backend.call(messageMailboxSave, { ways, digestHour: 8 } as never, { as });
  expect((await backend.call(messageMailboxAsk, { address }, { as })).message).toBe("");
  await work();
  const { data } = await backend.call(messageMailboxConfirm, { code: lastCode() }, { as });
  expect(data).toEqual({ right: true, left: 0 });
  // Of the confirmation itself the console tells.
  await backend.call(readMessages, {}, { as });
  await work();
  post.letters.length = 0;
  return { id: user.id, as, address };
}

test("nothing goes anywhere before the address has answered; then what was chosen at once, once, with a way there", async () => {
  const user = await backend.createUser({ grants: ["parkList"] });
  const as = user.token;
  const ways = { notice: "mail", approval: "mail", stock: "mail", expiry: "mail", task: "mail" } as const;
  await backend.call(messageMailboxSave, { ways, digestHour: 9 }, { as });
  await backend.call(messageMailboxAsk, { address: "somebody.else@example.org" }, { as });
  await tell(user.id);
  await work();
  expect(post.letters).toHaveLength(1);
  expect(texts()[0]).not.toContain("库存不足");
  const own = await reader();
  await tell(own.id, { title: () => "景区资料已变更", body: () => "青云山", link: "/manage/park/7" });
  await work();
  await work(10);
  expect(post.letters.map(({ to }) => to)).toEqual([[own.address]]);
  const [text = ""] = texts();
  expect(text.split(/\r?\n/).slice(0, 4)).toEqual([
    "景区资料已变更",
    "青云山",
    "2026-11-20 10:00",
    `${origin}/manage/park/7`,
  ]);
  expect(post.letters[0]?.raw).toMatch(/List-Unsubscribe:\s+<https:\/\/console\.example\.com\/apply\/stopMail\?/);
});

test("a code is wrong five times at most, over after half an hour, and sent five times a day", async () => {
  const { token: as } = await backend.createUser({ grants: [] });
  const ask = (address: string) => backend.call(messageMailboxAsk, { address }, { as });
  const type = (code: string) => backend.call(messageMailboxConfirm, { code }, { as });
  expect((await ask("not an address")).status).toBe(422);
  expect((await type("123456")).status).toBe(409);
  await ask("one@example.org");
  await work();
  const right = lastCode();
  const wrong = right === "000000" ? "000001" : "000000";
  for (const left of [4, 3, 2, 1, 0]) expect((await type(wrong)).data).toEqual({ right: false, left });
  expect((await type(right)).status).toBe(409);
  await ask("one@example.org");
  await work();
  now = new Date(now.getTime() + 31 * 60_000);
  backend.setNow(now);
  expect((await type(lastCode())).status).toBe(409);
  for (const n of [3, 4, 5]) expect((await ask(`n${n}@example.org`)).status).toBe(200);
  expect(Object.keys((await ask("six@example.org")).errors ?? {})).toEqual(["address"]);
  const { data } = await backend.call(messageMailbox, {}, { as });
  expect([data.address, data.asked]).toEqual(["", "n5@example.org"]);
});

test("guesses at once are counted one after the other", async () => {
  const { token: as } = await backend.createUser({ grants: [] });
  await backend.call(messageMailboxAsk, { address: "guessed@example.org" }, { as });
  await work();
  const right = lastCode();
  const guesses = Array.from({ length: 12 }, (_, n) => String(100_000 + n)).filter((code) => code !== right);
  const answers = await Promise.all(guesses.map((code) => backend.call(messageMailboxConfirm, { code }, { as })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
  expect((await backend.call(messageMailboxConfirm, { code: right }, { as })).status).toBe(409);
});

test("a digest comes at its hour, once a day, with what is unread, and never empty", async () => {
  const own = await reader();
  await tell(own.id, { kind: "stock", title: () => "一号票库存不足" });
  await tell(own.id, { kind: "expiry", title: () => "年卡即将到期" });
  await tell(own.id, { kind: "task", title: () => "只在控制台" });
  await backend.call(
    messageMailboxSave,
    {
      ...{ ways: { notice: "mail", approval: "console", stock: "digest", expiry: "digest", task: "console" } },
      digestHour: 18,
    } as never,
    { as: own.as },
  );
  await work();
  expect(post.letters).toEqual([]);
  await work(8 * 60);
  expect(post.letters).toHaveLength(1);
  expect(texts()[0]).toMatch(/一号票库存不足[\s\S]*年卡即将到期/);
  expect(texts()[0]).not.toContain("只在控制台");
  await tell(own.id, { kind: "stock", title: () => "二号票库存不足" });
  await work(60);
  expect(post.letters).toHaveLength(1);
  // The next day at its hour; nothing before it, and nothing at all on the day after.
  await work(14 * 60);
  expect(post.letters).toHaveLength(1);
  await work(10 * 60);
  expect(post.letters).toHaveLength(2);
  expect(texts()[1]).toContain("二号票库存不足");
  await work(24 * 60);
  expect(post.letters).toHaveLength(2);
  await tell(own.id, { kind: "stock", title: () => "三号票库存不足" });
  await backend.call(readMessages, {}, { as: own.as });
  await work(24 * 60);
  expect(post.letters).toHaveLength(2);
});

test("it stops for an account that is closed, locked, or holds the function no more", async () => {
  const own = await reader();
  await tell(own.id, { title: () => "锁定期间" });
  await backend.sql("update account set locked_until = now() + interval '1 hour' where id = $1", [own.id]);
  await work();
  expect(post.letters).toEqual([]);
  await backend.sql("update account set locked_until = null where id = $1", [own.id]);
  await work(5);
  expect(post.letters).toHaveLength(1);
  await tell(own.id, { title: () => "仓库调拨", link: "/stock/billList/3" });
  await tell(own.id, { title: () => "别的角色的页面", link: "/sysRole/list" });
  await work(5);
  expect(texts().slice(1).join()).not.toContain("别的角色的页面");
  await tell(own.id, { title: () => "停用之后" });
  await backend.sql("update account set status = 'F' where id = $1", [own.id]);
  const before = post.letters.length;
  await work(5);
  expect(post.letters).toHaveLength(before);
  await backend.sql("update account set status = 'T' where id = $1", [own.id]);
  await work(5);
  expect(post.letters).toHaveLength(before);
  // Closed between the letter and its sending, too.
  post.state.mood = "busy";
  await tell(own.id, { title: () => "途中" });
  await work(5);
  post.state.mood = "well";
  await backend.sql("update account set status = 'F' where id = $1", [own.id]);
  await work(5);
  expect(post.letters).toHaveLength(before);
});

test("a busy server is asked again, one that knows no such address ends it and says so on the console", async () => {
  const own = await reader();
  post.state.mood = "busy";
  await tell(own.id);
  await work();
  await work();
  expect(await backend.sql("select state, tries from message_mail where purpose = 'message'")).toEqual([
    { state: "waiting", tries: 1 },
  ]);
  post.state.mood = "noSuchAddress";
  await work(2);
  const { data } = await backend.call(messageMailbox, {}, { as: own.as });
  expect([data.address, data.problem]).toEqual(["", expect.stringContaining("no such mailbox")]);
  const titles = await backend.sql("select title from message where account_id = $1 order by id desc limit 1", [
    own.id,
  ]);
  expect(titles).toEqual([{ title: expect.stringContaining("拒收邮件") }]);
  post.state.mood = "well";
  await tell(own.id);
  await work(10);
  expect(post.letters).toEqual([]);
});

test("a letter that a killed worker had in hand goes again as the same letter, and none is lost", async () => {
  const own = await reader();
  await tell(own.id);
  await backend.sql(`create function killed() returns trigger language plpgsql as $$
    begin if new.state = 'sent' then raise exception 'killed'; end if; return new; end $$`);
  await backend.sql("create trigger killed before update on message_mail for each row execute function killed()");
  await work();
  await backend.sql("drop trigger killed on message_mail; drop function killed()");
  await work(5);
  expect(post.letters).toHaveLength(1);
  await work(6);
  expect(post.letters).toHaveLength(2);
  expect(new Set(post.letters.map(({ messageId }) => messageId)).size).toBe(1);
  await work(60);
  expect(post.letters).toHaveLength(2);
});

test("two workers at once send one letter, and one digest", async () => {
  const own = await reader();
  await tell(own.id);
  await tell(own.id, { kind: "stock", title: () => "汇总" });
  await backend.sql("delete from job where kind = 'mailMessages'");
  await backend.sql("insert into job (corp_code, kind) values ('0001', 'mailMessages'), ('0001', 'mailMessages')");
  await Promise.all([worker().drain(), worker().drain()]);
  expect(post.letters).toHaveLength(2);
  expect(await backend.sql("select purpose, state from message_mail where purpose <> 'code' order by purpose")).toEqual(
    [
      { purpose: "digest", state: "sent" },
      { purpose: "message", state: "sent" },
    ],
  );
});

test("the link at the foot stops it by a press, once, for that address alone; a wrong one does nothing", async () => {
  const own = await reader();
  await tell(own.id);
  await work();
  const token = new URL(/停止接收邮件：(\S+)/.exec(texts()[0] ?? "")?.[1] ?? "").searchParams.get("t") ?? "";
  const look = async (given: string, corpCode = "0001") =>
    (await backend.call(messageMailLink, { token: given, corpCode }, { as: "" })).data;
  expect(await look(token)).toEqual({ known: true, to: own.address.replace(/^(.).*@/, "$1***@") });
  // Looking changes nothing, whoever looks.
  expect((await backend.call(messageMailbox, {}, { as: own.as })).data.address).toBe(own.address);
  const forged = `${token.slice(0, -1)}${token.endsWith("A") ? "B" : "A"}`;
  expect((await look(forged)).known).toBe(false);
  await backend.createCorp("0781");
  expect((await look(token, "0781")).known).toBe(false);
  expect((await backend.call(messageMailStop, { token: forged }, { as: "" })).data).toEqual({ known: false });
  await tell(own.id, { kind: "stock", title: () => "等汇总" });
  expect((await backend.call(messageMailStop, { token, corpCode: "0001" }, { as: "" })).data).toEqual({ known: true });
  expect((await backend.call(messageMailStop, { token, corpCode: "0001" }, { as: "" })).data).toEqual({ known: false });
  await tell(own.id);
  post.letters.length = 0;
  await work(10);
  expect(post.letters).toEqual([]);
});

test("an address is nobody's but its account's: forgotten by a press, and of no corp beside it", async () => {
  const own = await reader();
  const other = await backend.createUser({ grants: [] });
  expect((await backend.call(messageMailbox, {}, { as: other.token })).data).toMatchObject({ address: "", asked: "" });
  await tell(other.id);
  await work();
  expect(post.letters).toEqual([]);
  await backend.call(messageMailboxRemove, {}, { as: own.as });
  await tell(own.id);
  await work();
  expect(post.letters).toEqual([]);
  expect(
    await backend.sql("select code, address, asked_address from message_mailbox where account_id = $1", [own.id]),
  ).toEqual([{ code: null, address: null, asked_address: null }]);
  // Without a mail server, or without a way back to the console, no code is asked for.
  putMailSender(toSmtp(post.url, "notice@example.com"));
  expect((await backend.call(messageMailboxAsk, { address: "a@example.org" }, { as: own.as })).status).toBe(409);
});

test("the code is sealed where it is kept, and stands in no log", async () => {
  const { token: as } = await backend.createUser({ grants: [] });
  await backend.call(messageMailboxAsk, { address: "sealed@example.org" }, { as });
  await work();
  const code = lastCode();
  const [kept] = await backend.sql("select code from message_mailbox where asked_address = 'sealed@example.org'");
  expect(kept).toEqual({ code: expect.stringMatching(/^enc1:/) });
  await backend.call(messageMailboxConfirm, { code }, { as });
  const entries = await backend.sql("select * from audit_log where thing = 'messageMailbox'");
  expect(JSON.stringify(entries)).not.toContain(code);
  expect(JSON.stringify(entries)).not.toContain("sealed@example.org");
});

test("letters are kept for 90 days; those that are on their way stay", async () => {
  const { id } = await backend.createUser({});
  const put = (state: string, days: number) =>
    backend.sql(
      `insert into message_mail (account_id, corp_code, purpose, address, state, asked_at, next_at, sent_at)
       values ($1, '0001', 'message', 'a@example.com', $2, now() - make_interval(days => $3), now(),
               case when $2 = 'sent' then now() end)`,
      [id, state, days],
    );
  await put("sent", 91);
  await put("sent", 89);
  await put("failed", 91);
  await put("waiting", 91);
  await purgeKind(purges).run(
    {
      writeAsOwner: <T>(work: (tx: Transaction) => Promise<T>) => backend.database.system(work),
      progress: async () => {},
    } as never,
    {} as never,
  );
  const left = await backend.sql<{ state: string }>("select state from message_mail order by state");
  expect(left.map(({ state }) => state)).toEqual(["sent", "waiting"]);
});
