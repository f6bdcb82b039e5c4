/** Commands above a limit wait for another person: a safe that is emptied. What is refused has written nothing. */
import { bigint, integer, pgTable, text as textColumn, timestamp } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { command } from "~/contract/command";
import { dictionary, money, text } from "~/contract/field-kinds";
import type { Method, PayloadOf } from "~/contract/method";
import { approvalDecide, approvalList, approvalWithdraw } from "~/contract/platform/approval";
import { messageList } from "~/contract/platform/message";
import { shellState } from "~/contract/platform/shell";
import { resource } from "~/contract/resource";
import { expireApprovals } from "~server/backend/approvals/expire-job";
import { approvalsServed } from "~server/backend/approvals/inbox";
import { tenantRole } from "~server/backend/db/database";
import { createWorker } from "~server/backend/jobs/worker";
import { enqueue } from "~server/backend/kernel/enqueue";
import { serveResource } from "~server/backend/kernel/resource";
import { enterTenant } from "~server/backend/kernel/scope";
import { allServed } from "~server/backend/served";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { race } from "~tests/support/race";

const label = () => "字段";
const safe = resource("platform", "probeSafe", {
  ...{ title: label, path: "/probeSafe", fun: "dictList", nameField: "name", status: "state" },
  defaultSort: { field: "id", order: "asc" },
  fields: {
    name: text({ label, required: true, list: true }),
    content: money({ label, list: true, form: false }),
    state: dictionary("ticketTypeStatus", { label, required: true, values: ["full", "empty"], form: false }),
  },
  commands: {
    empty: command({
      ...{ label: () => "清空", from: ["full"], to: "empty" },
      fields: { reason: text({ label, required: true, max: 50 }) },
      approval: { limit: "refundApprovalLimit" },
    }),
  },
});

const table = pgTable("probe_safe", {
  id: bigint("id", { mode: "number" }).notNull(),
  name: textColumn("name").notNull(),
  content: bigint("content", { mode: "number" }),
  state: textColumn("state").notNull(),
  rowVersion: integer("row_version").notNull(),
  updatedAt: timestamp("updated_at", { withTimezone: true }).notNull(),
});

const own = serveResource(safe, {
  table,
  commands: {
    empty: {
      approval: (_call, row, { reason }) => ({ amount: row.content ?? 0, reason }),
      run: (_call, row) => ({ set: { content: 0 }, notice: `取出 ${(row.content ?? 0) / 100}` }),
    },
  },
});
const businesses = allServed.filter(({ method }) => !method.name.startsWith("approval"));
const served = [...businesses, ...own, ...approvalsServed([...businesses, ...own])];

let backend: TestBackend;
let other: string;
beforeAll(async () => {
  backend = await openTestBackend({ served });
  await backend.sql(`create table probe_safe (
    corp_code text not null default current_setting('app.corp_code'), id bigint primary key, name text not null,
    content bigint, state text not null, row_version integer not null default 0,
    updated_at timestamptz not null default now())`);
  await backend.sql("alter table probe_safe enable row level security");
  await backend.sql(
    "create policy probe on probe_safe using (corp_code = current_setting('app.corp_code')) with check (true)",
  );
  await backend.sql(`grant select, insert, update on probe_safe to ${tenantRole}`);
  other = await backend.createCorp("5802");
});
afterAll(() => backend.close());
beforeEach(async () => {
  backend.setNow(null);
  for (const name of ["approval", "message", "probe_safe"]) await backend.sql(`delete from ${name}`);
  await backend.sql(`insert into probe_safe (corp_code, id, name, state, content) values
    ('0001', 1, 'S1', 'full', 60000), ('0001', 2, 'S2', 'full', 50000)`);
});

type User = Awaited<ReturnType<TestBackend["createUser"]>>;
const asker = () => backend.createUser({ grants: ["dictList", "dictList/probeSafe:empty"] });
const decider = () => backend.createUser({ grants: ["dictList", "dictList/probeSafe:emptyDecide"] });
const both = () =>
  backend.createUser({ grants: ["dictList", "dictList/probeSafe:empty", "dictList/probeSafe:emptyDecide"] });

const ask = (as: string, id = 1) => backend.call(safe.methods.empty, { id, reason: "月底盘点" }, { as });
const call = <M extends Method>(method: M, payload: PayloadOf<M>, { token }: User) =>
  backend.call(method, payload, { as: token });
const waiting = async (user: User) => (await call(approvalList, {}, user)).data.records;
const safes = () => backend.sql("select id, state, content, row_version from probe_safe order by id");
const badge = async (user: User) => (await call(shellState, {}, user)).data.approvals;

/** A request that waits, its asker and somebody who may decide. */
async function asked() {
  const [who, judge] = [await asker(), await decider()];
  const answer = await ask(who.token);
  const [request] = await waiting(judge);
  return { who, judge, answer, id: request?.id ?? 0 };
}

test("4 above the limit a command waits and the row stays; up to it nobody else is asked", async () => {
  const before = await safes();
  const { who, judge, answer } = await asked();
  expect(answer.data).toEqual({ id: 1, waiting: true, notice: "“清空”已提交，等待审批" });
  expect(await safes()).toEqual(before);
  expect(await waiting(judge)).toMatchObject([
    {
      what: "清空 S1",
      amount: 60_000,
      reason: "月底盘点",
      state: "waiting",
      mayDecide: true,
      own: false,
      decidedBy: "",
    },
  ]);
  expect(await waiting(who)).toMatchObject([{ mayDecide: false, own: true }]);
  expect([await badge(judge), await badge(who)]).toEqual([1, 0]);
  const told = await call(messageList, { state: "unread" }, judge);
  expect(told.data.records.map(({ title }) => title)).toEqual(["清空 S1 待审批"]);
  expect((await ask(who.token, 2)).data).toEqual({ id: 2, notice: "取出 500" });
  expect(await waiting(judge)).toHaveLength(1);
});

test("4 what waits is said before it is pressed, and is not asked for twice", async () => {
  const { who } = await asked();
  const sentence = expect.stringContaining("正在等待审批");
  const list = await call(safe.methods.list, {}, who);
  expect(list.data.otherData.blocked).toEqual({ 1: { empty: sentence } });
  expect(await ask(who.token)).toMatchObject({ status: 409, message: sentence });
  expect(await backend.sql("select from approval")).toHaveLength(1);
});

test("4 approved: the command is done in that moment, both names stand in the time line", async () => {
  const { who, judge, id } = await asked();
  const done = await call(approvalDecide, { id, decision: "approve", remark: "同意" }, judge);
  expect(done.data).toEqual({ id, state: "approved", notice: "取出 600" });
  expect((await safes())[0]).toMatchObject({ state: "empty", content: 0, row_version: 1 });
  const { changes } = (await call(safe.methods.changes, { id: 1 }, judge)).data;
  expect(changes.map(({ kind, command: name, event }) => event?.title ?? `${kind} ${name}`)).toEqual([
    "command empty",
    expect.stringContaining("同意了“清空”"),
    expect.stringContaining("申请“清空”，金额 600.00 元"),
  ]);
  expect(await waiting(judge)).toEqual([]);
  const settled = await call(approvalList, { state: "settled" }, who);
  expect(settled.data.records).toMatchObject([{ state: "approved", remark: "同意", own: true }]);
  expect(settled.data.records[0]?.decidedBy).not.toBe("");
  const told = await call(messageList, { state: "unread" }, who);
  expect(told.data.records.map(({ title }) => title)).toEqual(["清空 S1 已通过"]);
  const again = await call(approvalDecide, { id, decision: "approve" }, await decider());
  expect(again).toMatchObject({ status: 409, message: expect.stringContaining("同意") });
});

test("4 nobody decides their own, nobody without the right, nobody of another tenant", async () => {
  const who = await both();
  await ask(who.token);
  const [request] = await waiting(who);
  const id = request?.id ?? 0;
  const before = await safes();
  expect(request).toMatchObject({ mayDecide: false, own: true });
  const decide = (as: string) => backend.call(approvalDecide, { id, decision: "approve" }, { as });
  expect(await decide(who.token)).toMatchObject({ status: 409, message: "不能审批自己提交的申请" });
  expect((await decide((await asker()).token)).status).toBe(403);
  expect((await decide((await backend.createUser({ grants: ["dictList"] })).token)).status).toBe(403);
  expect((await decide(other)).status).toBe(404);
  expect((await backend.call(approvalWithdraw, { id }, { as: other })).status).toBe(404);
  expect((await backend.call(approvalList, {}, { as: other })).data.records).toEqual([]);
  expect(await safes()).toEqual(before);
  expect(await backend.sql("select state from approval")).toEqual([{ state: "waiting" }]);
});

test("4 a rejection says why, and leaves the row as it was", async () => {
  const { who, judge, id } = await asked();
  const without = await call(approvalDecide, { id, decision: "reject" }, judge);
  expect([without.status, Object.keys(without.errors ?? {})]).toEqual([422, ["remark"]]);
  expect((await call(approvalDecide, { id, decision: "reject", remark: "重复" }, judge)).status).toBe(200);
  expect((await safes())[0]).toMatchObject({ state: "full", row_version: 0 });
  const settled = await call(approvalList, { state: "settled" }, who);
  expect(settled.data.records).toMatchObject([{ state: "rejected", remark: "重复" }]);
  expect((await ask(who.token)).data.waiting).toBe(true);
});

test("4 taken back by who asked, by nobody else", async () => {
  const { who, judge, id } = await asked();
  expect((await call(approvalWithdraw, { id }, judge)).status).toBe(409);
  expect((await call(approvalWithdraw, { id }, who)).status).toBe(200);
  expect((await call(approvalWithdraw, { id }, who)).status).toBe(409);
  expect((await call(approvalDecide, { id, decision: "approve" }, judge)).status).toBe(409);
  expect((await safes())[0]).toMatchObject({ state: "full", row_version: 0 });
  expect(await badge(judge)).toBe(0);
});

test("4 what has changed meanwhile refuses with a sentence, and the request waits on", async () => {
  const { judge, id } = await asked();
  const approve = () => call(approvalDecide, { id, decision: "approve" }, judge);
  await backend.sql("update probe_safe set row_version = 7 where id = 1");
  expect((await approve()).status).toBe(409);
  await backend.sql("update probe_safe set row_version = 0, content = 61000 where id = 1");
  expect((await approve()).message).toBe("金额已由 600.00 元变为 610.00 元，不能同意，请重新申请");
  await backend.sql("update probe_safe set content = 60000, state = 'empty' where id = 1");
  expect((await approve()).message).toContain("S1");
  await backend.sql("delete from probe_safe where id = 1");
  expect((await approve()).message).toBe("“S1”已不存在，请驳回此申请");
  expect(await backend.sql("select state from approval")).toEqual([{ state: "waiting" }]);
  expect((await call(approvalDecide, { id, decision: "reject", remark: "没有了" }, judge)).status).toBe(200);
});

test("4 whoever asked must still hold the right, and be there", async () => {
  const { who, judge, id } = await asked();
  const approve = () => call(approvalDecide, { id, decision: "approve" }, judge);
  const roles = "select role_id from account_role where account_id = $1";
  await backend.sql(`update role_grant set button_code = 'x' where button_code <> '' and role_id in (${roles})`, [
    who.id,
  ]);
  expect((await approve()).message).toContain("已没有这项权限");
  await backend.sql(`update role_grant set button_code = 'probeSafe:empty' where button_code = 'x'`);
  await backend.sql("update account set status = 'F' where id = $1", [who.id]);
  expect((await approve()).status).toBe(409);
  await backend.sql("update account set status = 'T' where id = $1", [who.id]);
  expect((await approve()).status).toBe(200);
});

test("4 two decide at once: one does it, the other is told who", async () => {
  const { judge, id } = await asked();
  const judges = [judge, await decider()];
  const answers = await race(backend, 2, (person) =>
    call(approvalDecide, { id, decision: "approve" }, judges[person] as User),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)?.message).toContain("同意");
  expect((await safes())[0]).toMatchObject({ content: 0, row_version: 1 });
});

test("4 of deciding and taking back at once one happens", async () => {
  const { who, judge, id } = await asked();
  const answers = await race<{ status: number }>(backend, 2, (person) =>
    person === 0 ? call(approvalDecide, { id, decision: "approve" }, judge) : call(approvalWithdraw, { id }, who),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const [{ state } = { state: "" }] = await backend.sql<{ state: string }>("select state from approval");
  expect((await safes())[0]).toMatchObject({ state: state === "approved" ? "empty" : "full" });
});

test("4 a request that nobody decides times out: at once by the clock, then by the job, and who asked is told", async () => {
  const { who, judge, id } = await asked();
  backend.setNow(new Date(Date.now() + 73 * 3_600_000));
  await backend.sql("update session set last_seen = now() + interval '74 hours'");
  expect(await waiting(judge)).toMatchObject([{ state: "expired", mayDecide: false }]);
  const late = await call(approvalDecide, { id, decision: "approve" }, judge);
  expect(late).toMatchObject({ status: 409, message: "“清空 S1”超时未审批，已失效" });
  const later = () => new Date(Date.now() + 73 * 3_600_000);
  const kinds = [expireApprovals([...businesses, ...own])];
  const worker = createWorker({ database: backend.database, kinds, now: later });
  await backend.database.system(async (tx) => {
    await enterTenant(tx, "0001");
    await enqueue(tx, { kind: "expireApprovals" });
  });
  await worker.drain();
  expect(await backend.sql("select state, decided_by from approval")).toEqual([{ state: "expired", decided_by: "" }]);
  expect((await safes())[0]).toMatchObject({ state: "full", content: 60_000 });
  const told = await call(messageList, { state: "unread" }, who);
  expect(told.data.records.map(({ title }) => title)).toEqual(["清空 S1 超时未审批，已失效"]);
  expect(await backend.sql("select after ->> 'approval' as a from audit_log where method = 'expireApprovals'")).toEqual(
    [{ a: "expired" }],
  );
});
