/** Planned exports that go to the mailbox of whoever planned them: once, attached, and never past an address that is gone. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { messageMailboxAsk, messageMailboxConfirm, messageMailboxRemove } from "~/contract/messaging/mailbox";
import { exportPlanAdd, exportPlans } from "~/contract/platform/export-plan";
import { park as parkResource } from "~/contract/ticket/park";
import { createWorker } from "~server/backend/jobs/worker";
import { putMailSender, toSmtp } from "~server/backend/kernel/mail";
import { allKinds } from "~server/backend/served";
import { openTestBackend, secretsOfTests, type TestBackend } from "~tests/support/backend";
import { openMailServer } from "~tests/support/mail-server";
import { createPark, fresh } from "~tests/support/park";

let backend: TestBackend;
let post: Awaited<ReturnType<typeof openMailServer>>;
let now: Date;

beforeAll(async () => {
  post = await openMailServer();
  backend = await openTestBackend();
  await createPark(backend);
});
beforeEach(async () => {
  now = new Date("2026-11-25T10:00:00+08:00");
  backend.setNow(now);
  post.letters.length = 0;
  post.state.mood = "well";
  putMailSender(toSmtp(post.url, "notice@example.com"), "https://console.example.com");
  await backend.sql("delete from export_plan");
  await backend.sql("delete from job");
});
afterAll(async () => {
  putMailSender(null);
  await post.close();
  await backend.close();
});

const worker = () =>
  createWorker({ database: backend.database, kinds: allKinds, now: () => now, secrets: secretsOfTests });
const list = `${parkResource.methods.export.business}/${parkResource.methods.export.name}`;
const add = (as: string, fields: object = {}) =>
  backend.call(
    exportPlanAdd,
    { list, rhythm: "daily", byMail: true, asked: { format: "csv", filters: {} }, ...fields } as never,
    { as },
  );
async function run(kind: string) {
  await backend.sql("insert into job (corp_code, kind) values ('0001', $1)", [kind]);
  const one = worker();
  while (await one.step());
}
async function morning(day: string) {
  now = new Date(`${day}T05:31:00+08:00`);
  backend.setNow(now);
  await run("exportPlans");
}
async function clerk() {
  const user = await backend.createUser({ grants: ["parkList"] });
  const address = `${fresh("clerk")}@example.org`;
  await backend.call(messageMailboxAsk, { address }, { as: user.token });
  await run("mailMessages");
  const raw = post.letters.at(-1)?.raw ?? "";
  const body = Buffer.from(raw.split("\r\n\r\n").slice(1).join(""), "base64").toString("utf8");
  const code = /\b(\d{6})\b/.exec(/base64/i.test(raw) ? body : (raw.split("\r\n\r\n")[1] ?? ""))?.[1] ?? "";
  await backend.call(messageMailboxConfirm, { code }, { as: user.token });
  post.letters.length = 0;
  return { ...user, as: user.token, address };
}

test("the file comes attached on its day, once, and again the next day; the console has it as well", async () => {
  const own = await clerk();
  expect((await add(own.as)).message).toBe("");
  expect((await backend.call(exportPlans, {}, { as: own.as })).data.plans).toMatchObject([{ byMail: true }]);
  await morning("2026-11-26");
  await morning("2026-11-26");
  expect(post.letters.map(({ to }) => to)).toEqual([[own.address]]);
  expect(post.letters[0]?.raw).toMatch(/Content-Type: text\/csv[\s\S]*Content-Disposition: attachment/);
  await morning("2026-11-27");
  expect(post.letters).toHaveLength(2);
  expect(await backend.sql("select from message where kind = 'task' and account_id = $1", [own.id])).toHaveLength(2);
});

test("without a mailbox that has answered it is refused, and nothing is planned", async () => {
  const user = await backend.createUser({ grants: ["parkList"] });
  expect((await add(user.token)).status).toBe(409);
  await backend.call(messageMailboxAsk, { address: "never@example.org" }, { as: user.token });
  expect((await add(user.token)).status).toBe(409);
  expect(await backend.sql("select from export_plan")).toEqual([]);
});

test("where the address was given up it comes to the console alone; who may not see the list gets nothing", async () => {
  const [gone, stripped] = [await clerk(), await clerk()];
  await add(gone.as);
  await add(stripped.as);
  await backend.call(messageMailboxRemove, {}, { as: gone.as });
  await backend.sql(
    "delete from role_grant where role_id in (select role_id from account_role where account_id = $1)",
    [stripped.id],
  );
  await morning("2026-11-26");
  expect(post.letters).toEqual([]);
  expect(await backend.sql("select account_id::int as id from job where kind = 'export' and state = 'done'")).toEqual([
    { id: gone.id },
  ]);
});

test("a busy server gets the file later, and an export that was killed at its end is mailed once", async () => {
  const own = await clerk();
  await add(own.as);
  post.state.mood = "busy";
  await morning("2026-11-26");
  expect(
    await backend.sql("select state from message_mail where purpose = 'export' and account_id = $1", [own.id]),
  ).toEqual([{ state: "waiting" }]);
  post.state.mood = "well";
  now = new Date(now.getTime() + 2 * 60_000);
  await run("mailMessages");
  expect(post.letters).toHaveLength(1);
  await backend.sql(`create function killed() returns trigger language plpgsql as $$
    begin if new.kind = 'export' and new.state = 'done' then raise exception 'killed'; end if; return new; end $$`);
  await backend.sql("create trigger killed before update on job for each row execute function killed()");
  await morning("2026-11-27");
  expect(post.letters).toHaveLength(1);
  await backend.sql("drop trigger killed on job; drop function killed()");
  await backend.sql(
    "update job set state = 'waiting', run_at = now(), lease_until = null where kind = 'export' and state <> 'done'",
  );
  const one = worker();
  while (await one.step());
  expect(post.letters).toHaveLength(2);
});

test("a file that is too large for a mail is linked to", async () => {
  const own = await clerk();
  await add(own.as);
  post.state.mood = "busy";
  await morning("2026-11-26");
  await backend.sql("update job set result = result || '{\"size\": 9000000}' where kind = 'export'");
  post.state.mood = "well";
  now = new Date(now.getTime() + 2 * 60_000);
  await run("mailMessages");
  expect(post.letters).toHaveLength(1);
  expect(post.letters[0]?.raw).not.toContain("attachment");
  expect(post.letters[0]?.raw).toContain("/exports/");
});
