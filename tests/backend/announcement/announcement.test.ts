/** Announcements: whom they reach and when, receipts, reminders, and who may do what. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  announcementConfirm,
  announcementOpen,
  announcementReader,
  announcementStanding,
  announcementsUnread,
  announcement as resource,
} from "~/contract/announcement/announcement";
import { departmentSave } from "~/contract/platform/department";
import { messageList, readMessages } from "~/contract/platform/message";
import { role } from "~/contract/platform/role";
import { shellState } from "~/contract/platform/shell";
import { announcementCommands, mostRunning } from "~server/backend/business/platform/announcement/announcement";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, fresh, friday } from "~tests/support/park";
import { payloads } from "~tests/support/xss-payloads";

let backend: TestBackend;
let reader: Awaited<ReturnType<TestBackend["createUser"]>>;
beforeAll(async () => {
  backend = await openTestBackend();
});
beforeEach(async () => {
  backend.setNow(friday);
  await backend.sql("delete from announcement");
  reader = await backend.createUser({});
});
afterAll(async () => {
  await checkInvariants(backend);
  await backend.close();
});

const { methods } = resource;
const newPark = async () => (await createPark(backend)).parkId;
const at = (hours: number) => backend.setNow(new Date(friday.getTime() + hours * 3_600_000));
const draft = (fields: object = {}) =>
  backend.saved(methods.save, { title: "值班安排", body: "<p>提前到岗</p>", audience: "all", ...fields });
const publish = (id: number, as = backend.admin) => backend.call(methods.publish, { id }, { as });
async function published(fields: object = {}): Promise<number> {
  const id = await draft(fields);
  const done = await publish(id);
  if (!done.success) throw new Error(done.message);
  return id;
}
const inbox = async (as: string, payload: object = {}) => (await backend.call(messageList, payload, { as })).data;
const announced = async (as: string) =>
  (await inbox(as, { kind: "announcement" })).records.map(({ id, read }) => ({ id, read }));
const unread = async (as: string) => (await backend.call(shellState, {}, { as })).data.unread;
const open = (id: number, as: string) => backend.call(announcementOpen, { id }, { as });
const confirm = (id: number, as: string) => backend.call(announcementConfirm, { id }, { as });
const standing = async (id: number) => (await backend.call(announcementStanding, { id })).data;

describe("whom an announcement reaches", () => {
  test("everybody of the corp, also an account that is made later, and nobody before it is published", async () => {
    const id = await draft();
    expect(await announced(reader.token)).toEqual([]);
    expect((await open(id, reader.token)).status).toBe(404);
    expect((await publish(id)).success).toBe(true);
    const later = await backend.createUser({});
    for (const { token } of [reader, later]) {
      expect(await announced(token)).toEqual([{ id, read: false }]);
      expect(await unread(token)).toBe(1);
      expect((await open(id, token)).data).toMatchObject({ title: "值班安排", by: "系统管理员", readAt: "" });
    }
  });

  test("whoever has a chosen role; whoever loses it has the announcement no more", async () => {
    const code = fresh("duty");
    const roleId = await backend.saved(role.methods.save, { code, name: fresh("值班员"), dataScope: "all" });
    const seller = await backend.createUser({ roles: [code] });
    const id = await published({ audience: "chosen", roles: [{ roleId }] });
    expect(await announced(seller.token)).toEqual([{ id, read: false }]);
    expect(await announced(reader.token)).toEqual([]);
    expect((await confirm(id, reader.token)).status).toBe(404);
    expect((await confirm(id, seller.token)).success).toBe(true);
    await backend.sql(`delete from account_role where account_id = ${seller.id}`);
    expect(await announced(seller.token)).toEqual([]);
    expect((await open(id, seller.token)).status).toBe(404);
    expect(await unread(seller.token)).toBe(0);
    const inUse = await backend.call(role.methods.remove, { id: roleId });
    expect(inUse.message).toContain("值班安排");
  });

  test("whoever is in a chosen department or below it", async () => {
    const above = await backend.saved(departmentSave, { parentId: 0, name: fresh("运营部") });
    const below = await backend.saved(departmentSave, { parentId: above, name: fresh("检票组") });
    const beside = await backend.saved(departmentSave, { parentId: 0, name: fresh("财务部") });
    const [one, two, three] = [
      await backend.createUser({}),
      await backend.createUser({}),
      await backend.createUser({}),
    ];
    for (const [{ id }, department] of [
      [one, above],
      [two, below],
      [three, beside],
    ] as const)
      await backend.sql(`update account set department_id = ${department} where id = ${id}`);
    const id = await published({ audience: "chosen", departments: [{ departmentId: above }] });
    expect(await announced(one.token)).toEqual([{ id, read: false }]);
    expect(await announced(two.token)).toEqual([{ id, read: false }]);
    expect(await announced(three.token)).toEqual([]);
  });

  test("whoever works in a chosen park: bound to it, or to none", async () => {
    const [here, elsewhere] = [await newPark(), await newPark()];
    const bound = await backend.createUser({ parks: [here] });
    const other = await backend.createUser({ parks: [elsewhere] });
    const id = await published({ audience: "chosen", parks: [{ parkId: here }] });
    expect(await announced(bound.token)).toEqual([{ id, read: false }]);
    expect(await announced(reader.token)).toEqual([{ id, read: false }]);
    expect(await announced(other.token)).toEqual([]);
  });

  test("another tenant has none of it, and finds none by its id", async () => {
    const id = await published();
    const tenant = await backend.createCorp("1001");
    expect(await announced(tenant)).toEqual([]);
    const asked = [open(id, tenant), confirm(id, tenant)];
    const written = [publish(id, tenant), backend.call(announcementStanding, { id }, { as: tenant })];
    for (const { status } of await Promise.all([...asked, ...written])) expect(status).toBe(404);
    const readers = await backend.call(announcementReader.methods.list, {}, { as: tenant });
    expect(readers.data.records).toEqual([]);
  });

  test("all tenants, from head office of the SaaS edition alone, each reader for themselves", async () => {
    const refused = await backend.call(methods.save, {
      ...{ title: "平台升级", body: "<p>今晚</p>", audience: "tenants" },
    } as never);
    expect([refused.status, refused.errors]).toEqual([422, { audience: ["仅总部（SaaS 版）可发给全部租户"] }]);
    await backend.sql("update sys_param set param_option = 'T' where param_code = 'isSaasEdition'");
    await backend.sql(
      "insert into sys_param (corp_code, param_code, param_option) values ('0001', 'isSaasEdition', 'T') on conflict do nothing",
    );
    const tenant = await backend.createCorp("1002");
    const byTenant = await backend.call(
      methods.save,
      { title: "平台升级", body: "<p>今晚</p>", audience: "tenants" } as never,
      { as: tenant },
    );
    expect(byTenant.status).toBe(422);
    const id = await published({ title: "平台升级", audience: "tenants", important: true });
    expect(await announced(tenant)).toEqual([{ id, read: false }]);
    expect(await announced(reader.token)).toEqual([{ id, read: false }]);
    expect((await confirm(id, tenant)).success).toBe(true);
    expect(await announced(tenant)).toEqual([{ id, read: true }]);
    expect(await announced(reader.token)).toEqual([{ id, read: false }]);
    const { read, tenants } = await standing(id);
    expect(read).toBe(1);
    expect(tenants.reduce((sum, one) => sum + one.read, 0)).toBe(1);
    expect(tenants.length).toBeGreaterThan(1);
    await backend.call(methods.withdraw, { id });
    expect(await announced(tenant)).toEqual([]);
    expect((await open(id, tenant)).status).toBe(404);
    await backend.sql("update sys_param set param_option = 'F' where param_code = 'isSaasEdition'");
  });
});

describe("when it is there", () => {
  test("from its beginning until just before its end", async () => {
    const id = await published({ visibleFrom: "2026-11-20 13:00:00", visibleUntil: "2026-11-20 15:00:00" });
    const [{ from, until } = { from: friday, until: friday }] = await backend.sql<{ from: Date; until: Date }>(
      `select visible_from as from, visible_until as until from announcement where id = ${id}`,
    );
    const seen = async (moment: number) => {
      backend.setNow(new Date(moment));
      return [
        (await announced(reader.token)).length,
        (await open(id, reader.token)).status,
        await unread(reader.token),
      ];
    };
    const [begin, end] = [new Date(from).getTime(), new Date(until).getTime()];
    expect(await seen(begin - 1)).toEqual([0, 404, 0]);
    expect(await seen(begin)).toEqual([1, 200, 1]);
    expect(await seen(end - 1)).toEqual([1, 200, 1]);
    expect(await seen(end)).toEqual([0, 404, 0]);
    expect((await confirm(id, reader.token)).status).toBe(404);
  });

  test("withdrawn it is gone at once, and neither published nor edited again; what was published is kept", async () => {
    const id = await published();
    const edited = await backend.call(methods.save, { id, title: "改", body: "<p>改</p>", audience: "all" } as never);
    expect([edited.status, edited.message]).toEqual([409, "已发布的公告不能修改，请撤回后另建"]);
    expect((await backend.call(methods.withdraw, { id })).success).toBe(true);
    expect(await announced(reader.token)).toEqual([]);
    expect((await open(id, reader.token)).status).toBe(404);
    expect((await confirm(id, reader.token)).status).toBe(404);
    expect((await publish(id)).status).toBe(409);
    expect((await backend.call(methods.remind, { id })).status).toBe(409);
    const removed = await backend.call(methods.remove, { id });
    expect([removed.status, removed.message.includes("留存备查")]).toEqual([409, true]);
    const trail = await backend.sql<{ method: string }>(
      `select method from audit_log where thing = 'announcement' and thing_id = ${id} order by id`,
    );
    expect(trail.map(({ method }) => method)).toEqual([
      "announcementSave",
      "announcementPublish",
      "announcementWithdraw",
    ]);
  });

  test("one that would be over is not published; nor is one more than may run", async () => {
    const over = await draft({ visibleUntil: "2026-01-01 00:00:00" });
    expect((await publish(over)).message).toBe("结束时间已过");
    await backend.sql(`
      insert into announcement (corp_code, title, body, status, published_at, published_by)
      select '0001', 'x', 'x', 'published', now(), 'x' from generate_series(1, ${mostRunning})`);
    const refused = await publish(await draft());
    expect([refused.status, refused.message]).toEqual([409, `展示中的公告最多 ${mostRunning} 条，请先撤回一些`]);
    await backend.sql("delete from announcement where title = 'x'");
  });
});

describe("reading", () => {
  test("a receipt is one however often it is pressed, with the moment of the first", async () => {
    const id = await published({ important: true });
    const first = await confirm(id, reader.token);
    at(1);
    const second = await confirm(id, reader.token);
    expect(second.data.readAt).toBe(first.data.readAt);
    expect(await backend.sql(`select 1 from announcement_receipt where announcement_id = ${id}`)).toHaveLength(1);
    expect((await standing(id)).read).toBe(1);
    expect(await unread(reader.token)).toBe(0);
  });

  test("looking at it is no receipt; an important one stays unread whatever is pressed in the inbox", async () => {
    const important = await published({ important: true });
    const plain = await published({ title: "换纸" });
    const before = await digests(backend);
    await open(important, reader.token);
    expect(changed(before, await digests(backend))).toEqual([]);
    await backend.call(readMessages, {}, { as: reader.token });
    expect(await announced(reader.token)).toEqual([
      { id: plain, read: true },
      { id: important, read: false },
    ]);
    const { unread: left, unconfirmed } = (await inbox(reader.token)).otherData;
    expect([left, unconfirmed]).toEqual([1, 1]);
    await backend.call(readMessages, { announcements: [plain], read: false }, { as: reader.token });
    expect(await unread(reader.token)).toBe(2);
    expect((await standing(plain)).read).toBe(0);
    const { n, first } = (await backend.call(announcementsUnread, {}, { as: reader.token })).data;
    expect([n, first.map(({ id }) => id)]).toEqual([2, [important, plain]]);
  });

  test("a reminder makes it unread for those who have not confirmed it, and for nobody else", async () => {
    const other = await backend.createUser({});
    const id = await published();
    await confirm(id, other.token);
    await backend.call(readMessages, { announcements: [id] }, { as: reader.token });
    expect(await unread(reader.token)).toBe(0);
    at(2);
    const reminded = await backend.call(methods.remind, { id });
    expect(reminded.data.notice).toMatch(/^已提醒 \d+ 人$/);
    expect([await unread(reader.token), await unread(other.token)]).toEqual([1, 0]);
    const [row] = (await inbox(reader.token, { kind: "announcement" })).records;
    expect(row?.at).toBe((await backend.call(methods.get, { id })).data.record?.remindedAt as unknown as string);
  });

  test("it stands among the messages by its time, on the page where it belongs", async () => {
    for (let hour = 0; hour < 6; hour += 1) {
      await backend.sql(`
        insert into message (corp_code, account_id, kind, title, title_en, at)
        values ('0001', ${reader.id}, 'notice', 'm${hour}', 'm${hour}', '${new Date(friday.getTime() + hour * 3_600_000).toISOString()}')`);
      if (hour === 2) {
        at(2.5);
        await published({ title: "a" });
      }
    }
    at(8);
    await published({ title: "b" });
    const pages = [1, 2, 3].map((pageNo) => inbox(reader.token, { pageNo, pageSize: 3 }));
    const titles = (await Promise.all(pages)).map(({ records }) => records.map(({ title }) => title));
    expect(titles).toEqual([
      ["b", "m5", "m4"],
      ["m3", "a", "m2"],
      ["m1", "m0"],
    ]);
  });

  test("who has read it and who has not is a list and a file", async () => {
    const id = await published();
    await confirm(id, reader.token);
    const list = async (isRead: string) =>
      (
        await backend.call(announcementReader.methods.list, {
          ...{ filters: { announcementId: String(id), isRead }, pageSize: 100 },
        })
      ).data;
    expect((await list("true")).records.map(({ accName }) => accName)).toEqual([reader.accName]);
    const not = await list("false");
    expect(not.records.map(({ accName }) => accName)).not.toContain(reader.accName);
    const { read, of } = await standing(id);
    expect([read, of]).toEqual([1, not.count + 1]);
  });
});

describe("what may be written, and by whom", () => {
  test("addressees fit the audience; refused, nothing is written", async () => {
    const before = await digests(backend);
    const save = (fields: object) => backend.call(methods.save, { title: "t", body: "<p>b</p>", ...fields } as never);
    expect((await save({ audience: "chosen" })).errors).toEqual({ audience: ["请至少选择一个角色、部门或景区"] });
    const parkId = await newPark();
    const after = await digests(backend);
    const both = await save({ audience: "all", parks: [{ parkId }] });
    expect(both.errors).toEqual({ parks: ["仅在发给“指定”人员时填写"] });
    expect((await save({ audience: "all", body: `<p>${"长".repeat(20_001)}</p>` })).status).toBe(422);
    expect((await save({ audience: "all", title: "长".repeat(101) })).status).toBe(422);
    expect(changed(after, await digests(backend))).toEqual([]);
    expect(before).toBeTruthy();
  });

  test("what a text could run is filtered on the way in", async () => {
    const tried = payloads.filter((one) => one.length < 200 && !/\p{Cc}/u.test(one)).slice(0, 80);
    const id = await draft({ body: `<p>x</p>${tried.map((one) => `<p>${one}</p>`).join("")}` });
    const [row] = await backend.sql<{ body: string }>(`select body from announcement where id = ${id}`);
    expect(row?.body).not.toMatch(/<script|<iframe|<svg|<[^>]*\son\w+\s*=|href="javascript:/i);
  });

  test("each command takes its right, and reading the list takes the function", async () => {
    const id = await draft();
    const none = await backend.createUser({ grants: ["announcementList"] });
    for (const { status } of [
      await publish(id, none.token),
      await backend.call(methods.save, { title: "t", body: "<p>b</p>", audience: "all" } as never, { as: none.token }),
    ])
      expect(status).toBe(403);
    for (const method of [announcementStanding, methods.get])
      expect((await backend.call(method, { id }, { as: reader.token })).status).toBe(403);
    const may = await backend.createUser({ grants: ["announcementList", "announcementList/announcement:publish"] });
    expect((await publish(id, may.token)).success).toBe(true);
    expect((await backend.call(methods.withdraw, { id }, { as: may.token })).status).toBe(403);
    expect((await backend.call(methods.remind, { id }, { as: may.token })).status).toBe(403);
    expect(Object.keys(announcementCommands)).toEqual(["publish", "remind"]);
  });
});
