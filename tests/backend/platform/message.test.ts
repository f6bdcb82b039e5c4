/** Messages to staff: who is told, once, and who reads what. */

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { messageList, readMessages } from "~/contract/platform/message";
import { shellState } from "~/contract/platform/shell";
import { notify, type Told } from "~server/backend/kernel/notify";
import { openTestBackend, type TestBackend } from "~tests/support/backend";

let backend: TestBackend;
beforeAll(async () => {
  backend = await openTestBackend();
});
afterAll(() => backend.close());

const now = new Date("2026-06-01T02:00:00Z");

async function tell(told: Partial<Told>, corpCode = "0001"): Promise<number> {
  return backend.database.system(async (tx) => {
    await tx.execute(
      sql`select set_config('app.corp_code', ${corpCode}, true), set_config('role', 'console_tenant', true)`,
    );
    const title: Told["title"] = ({ locale }) => (locale === "en" ? "Low stock" : "库存不足");
    return notify(tx, now, { to: "everybody", kind: "stock", title, ...told });
  });
}
const listOf = async (as: string, payload = {}) => (await backend.call(messageList, payload, { as })).data;

describe("2.3d messages", () => {
  test("2.3d a message is told in the reader's language, newest first, with its place and time", async () => {
    const { token, id } = await backend.createUser({});
    await tell({ to: { accounts: [id] }, link: "/manage/storelist", body: () => "B" });
    await tell({ to: { accounts: [id] }, kind: "notice", title: () => "二" });
    const { records } = await listOf(token);
    expect(records.map(({ title }) => title)).toEqual(["二", "库存不足"]);
    expect(records[1]).toMatchObject({
      kind: "stock",
      body: "B",
      link: "/manage/storelist",
      at: "2026-06-01 10:00:00",
      read: false,
    });
    const english = await backend.call(messageList, { kind: "stock" }, { as: token, language: "en" });
    expect(english.data.records.map(({ title }) => title)).toEqual(["Low stock"]);
  });

  test("2.3d those are told who hold the function, and the button where one is asked for; never who did it", async () => {
    const one = await backend.createUser({ grants: ["refundList"] });
    const two = await backend.createUser({ grants: ["refundList", "refundList/refund:decide"] });
    const none = await backend.createUser({ grants: ["parkList"] });
    await tell({ to: { fun: "refundList", button: "refund:decide" }, title: () => "请审批" });
    await tell({ to: { fun: "refundList" }, title: () => "请看", except: two.id });
    const titles = async (token: string) => (await listOf(token)).records.map(({ title }) => title);
    expect(await titles(one.token)).toEqual(["请看"]);
    expect(await titles(two.token)).toEqual(["请审批"]);
    expect(await titles(none.token)).toEqual([]);
    expect(await titles(backend.admin)).toEqual(expect.arrayContaining(["请看", "请审批"]));
  });

  test("2.3d the same matter is told once while it is unread, also by two at once", async () => {
    const { token, id } = await backend.createUser({});
    const told = { to: { accounts: [id] }, matter: "stock:7" };
    await Promise.all([tell(told), tell(told), tell(told)]);
    expect((await listOf(token)).count).toBe(1);
    // The control: without a matter nothing is held back.
    await Promise.all([tell({ to: { accounts: [id] } }), tell({ to: { accounts: [id] } })]);
    expect((await listOf(token)).count).toBe(3);
    await backend.call(readMessages, {}, { as: token });
    await tell(told);
    expect(await listOf(token, { state: "unread" })).toMatchObject({ count: 1, otherData: { unread: 1 } });
  });

  test("2.3d read and unread: one, all, back again; pages and filters", async () => {
    const { token, id } = await backend.createUser({});
    for (let at = 0; at < 12; at++) await tell({ to: { accounts: [id] }, title: () => `M${at}` });
    const page = await listOf(token, { pageNo: 2 });
    expect(page).toMatchObject({ pageNo: 2, totalPage: 2, count: 12, otherData: { unread: 12 } });
    expect(page.records.map(({ title }) => title)).toEqual(["M1", "M0"]);
    const ids = page.records.map((row) => row.id);
    expect((await backend.call(readMessages, { ids }, { as: token })).data.unread).toBe(10);
    expect((await listOf(token, { state: "read" })).count).toBe(2);
    expect((await backend.call(readMessages, { ids, read: false }, { as: token })).data.unread).toBe(12);
    expect((await backend.call(readMessages, {}, { as: token })).data.unread).toBe(0);
    expect((await listOf(token, { kind: "approval" })).records).toEqual([]);
    expect((await listOf(token, { pageNo: 99 })).pageNo).toBe(2);
  });

  test("2.3d nobody reads or marks another's, of this tenant or the next", async () => {
    const mine = await backend.createUser({});
    const other = await backend.createUser({});
    const stranger = await backend.createCorp("MSG2");
    await tell({ to: { accounts: [mine.id] } });
    const [row] = (await listOf(mine.token)).records;
    for (const as of [other.token, stranger]) {
      expect((await listOf(as)).records.map(({ id }) => id)).not.toContain(row?.id);
      await backend.call(readMessages, { ids: [row?.id ?? 0] }, { as });
    }
    expect((await listOf(mine.token, { state: "unread" })).count).toBe(1);
    await tell({ to: "everybody", title: () => "只给二号" }, "MSG2");
    expect((await listOf(mine.token)).records.map(({ title }) => title)).not.toContain("只给二号");
    expect((await listOf(stranger)).records.map(({ title }) => title)).toContain("只给二号");
  });

  test("2.3d the frame tells how many are unread; a disabled account is told nothing", async () => {
    const { token, id } = await backend.createUser({});
    const gone = await backend.createUser({});
    await backend.sql("update account set status = 'F' where id = $1", [gone.id]);
    await tell({ to: { accounts: [id, gone.id] } });
    expect((await backend.call(shellState, {}, { as: token })).data.unread).toBe(1);
    expect(await backend.sql("select id from message where account_id = $1", [gone.id])).toEqual([]);
  });

  test("2.3d nonsense is refused", async () => {
    const { token } = await backend.createUser({});
    for (const payload of [{ state: "some" }, { kind: "spam" }, { pageSize: 1000 }]) {
      expect((await backend.call(messageList, payload as never, { as: token })).status).toBe(422);
    }
  });
});
