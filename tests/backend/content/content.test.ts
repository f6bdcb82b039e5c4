/** Content: what readers see and when, the versions that are kept, and who may do what. */
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { contentPreview, contentVersions, contentItem as resource } from "~/contract/content/item";
import { contentModel } from "~/contract/content/model";
import { contentVersion } from "~/contract/content/version";
import { uploadPaths } from "~/contract/files";
import { itemBackend, itemCommands } from "~server/backend/business/content/item";
import { contentItem as table } from "~server/backend/business/content/schema";
import { serveResource } from "~server/backend/kernel/resource";
import { allServed } from "~server/backend/served";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { checkInvariants } from "~tests/support/invariants";
import { fresh, friday } from "~tests/support/park";
import { meeting, race, raceIsReal } from "~tests/support/race";
import { payloads } from "~tests/support/xss-payloads";
import { picture, send } from "../files/uploading";

let backend: TestBackend;
let modelId = 0;
let id = 0;
beforeAll(async () => {
  backend = await openTestBackend();
});
beforeEach(async () => {
  backend.setNow(friday);
  modelId = await backend.saved(contentModel.methods.save, { name: fresh("公告") });
  id = await add();
});
afterAll(async () => {
  await checkInvariants(backend);
  await backend.close();
});

const { methods } = resource;
const { takeBack } = contentVersion.methods;
const text = { title: "冬季开放时间", summary: "摘要", body: "<p>08:30 开园</p>" };
const add = (fields: object = {}) =>
  backend.saved(methods.save, { contentModelId: modelId, sort: 100, ...text, ...fields });
const edit = (fields: object) =>
  backend.saved(methods.save, { id, contentModelId: modelId, sort: 100, ...text, ...fields });
const publish = (as = backend.admin) => backend.call(methods.publish, { id }, { as });
const row = async () => {
  const { data } = await backend.call(methods.get, { id });
  return data.record as Record<string, unknown>;
};
const versions = async () => (await backend.call(contentVersions, { id })).data.versions;
const at = (hours: number) => backend.setNow(new Date(friday.getTime() + hours * 3_600_000));

describe("states", () => {
  test("a draft is published with a version, withdrawn, and published again as the next", async () => {
    expect(await row()).toMatchObject({ status: "draft", shows: "未发布", version: null });
    expect((await publish()).data.notice).toBe("已发布第 1 版：展示中");
    expect(await row()).toMatchObject({ status: "published", shows: "展示中", version: 1, title: text.title });
    expect((await backend.call(methods.withdraw, { id })).success).toBe(true);
    expect(await row()).toMatchObject({ status: "withdrawn", shows: "已下线" });
    expect((await publish()).data.notice).toBe("已发布第 2 版：展示中");
    expect(await versions()).toMatchObject([
      { number: 2, current: true, by: "系统管理员" },
      { number: 1, current: false },
    ]);
  });

  test("what is no way to go is refused and writes nothing; so is a publication without a body", async () => {
    const empty = await add({ body: "<script>alert(1)</script>" });
    const before = await digests(backend);
    expect((await backend.call(methods.withdraw, { id })).status).toBe(409);
    expect((await backend.call(methods.publishChanges, { id })).status).toBe(409);
    const refused = await backend.call(methods.publish, { id: empty });
    expect([refused.status, refused.message]).toEqual([409, "正文为空"]);
    expect(changed(before, await digests(backend))).toEqual([]);
  });

  test("a second press is once with its key, and refused by the state without", async () => {
    const payload = { id, idempotencyKey: fresh("publish-key-0001") };
    const twice = [await backend.call(methods.publish, payload), await backend.call(methods.publish, payload)];
    expect(twice.map(({ data }) => data.notice)).toEqual(["已发布第 1 版：展示中", "已发布第 1 版：展示中"]);
    expect((await publish()).message).toBe("“冬季开放时间”已是“已发布”");
    expect(await versions()).toHaveLength(1);
  });

  test("published by two at once it has one version, and one of them is told", async () => {
    const all = await race(backend, 2, () => publish());
    expect(all.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await versions()).toHaveLength(1);
  });

  test.runIf(raceIsReal)(
    "control: without the lock of the row and the unique number both publish the same version",
    async () => {
      const careless = serveResource(resource, {
        ...itemBackend,
        commands: { ...itemCommands, publish: { ...(itemCommands.publish as object), mayNot: meeting(2) } },
        keeps: {
          lock: async () => {},
          write: (call, of, set) => call.db.update(table).set(set).where(eq(table.id, of)).then(),
        },
      });
      const isPublish = ({ method }: (typeof careless)[number]) => method === methods.publish;
      const served = [...allServed.filter((one) => !isPublish(one)), ...careless.filter(isPublish)];
      const usual = { backend, modelId };
      backend = await openTestBackend({ served });
      modelId = await backend.saved(contentModel.methods.save, { name: fresh("公告") });
      id = await add();
      await backend.sql("drop index content_version_content_item_id_number");
      expect((await race(backend, 2, () => publish())).map(({ status }) => status)).toEqual([200, 200]);
      expect((await versions()).map(({ number }) => number)).toEqual([1, 1]);
      await backend.close();
      ({ backend, modelId } = usual);
    },
  );
});

describe("by time", () => {
  test("it is shown from its beginning until just before its end", async () => {
    await edit({ visibleFrom: "2026-11-20 12:00:00", visibleUntil: "2026-11-20 14:00:00" });
    expect((await publish()).data.notice).toBe("已发布第 1 版：待展示，2026-11-20 12:00:00 开始");
    const start = new Date("2026-11-20T12:00:00+08:00").getTime();
    const said = async (moment: number) => {
      backend.setNow(new Date(moment));
      const listed = await backend.call(methods.list, { filters: { contentModelId: String(modelId) } });
      const { shows } = await row();
      expect(listed.data.records[0]?.shows).toBe(shows);
      return shows;
    };
    expect(await said(start - 1_000)).toBe("待展示，2026-11-20 12:00:00 开始");
    expect(await said(start)).toBe("展示中，至 2026-11-20 14:00:00");
    expect(await said(start + 7_199_000)).toBe("展示中，至 2026-11-20 14:00:00");
    expect(await said(start + 7_200_000)).toBe("展示已结束（2026-11-20 14:00:00）");
  });

  test("an end that is not after its beginning is refused at its field", async () => {
    const fields = { ...text, contentModelId: modelId, sort: 1, visibleFrom: "2026-11-20 12:00:00" };
    const refused = await backend.call(methods.save, { ...fields, visibleUntil: "2026-11-20 12:00:00" } as never);
    expect([refused.status, refused.errors]).toEqual([422, { visibleUntil: ["展示结束时间须晚于开始时间"] }]);
  });
});

describe("versions", () => {
  test("an edit of what is published reaches readers when it is published; undone, there is nothing to publish", async () => {
    await publish();
    expect((await backend.call(methods.publishChanges, { id })).message).toBe("没有未发布的修改");
    await edit({ body: "<p>09:00 开园</p>" });
    expect(await row()).toMatchObject({ status: "published", shows: "展示中；有修改未发布", version: 1 });
    expect((await backend.call(contentPreview, { id })).data).toMatchObject({
      ...{ body: "<p>09:00 开园</p>", changed: true, version: { number: 1 } },
    });
    await edit({});
    expect((await row()).shows).toBe("展示中");
    await edit({ sort: 5, visibleUntil: "2026-12-20 14:00:00" });
    expect((await row()).shows).toBe("展示中，至 2026-12-20 14:00:00");
    await edit({ title: "新标题" });
    expect((await backend.call(methods.publishChanges, { id })).data.notice).toBe("已发布第 2 版：展示中");
    expect((await versions()).map(({ number, title }) => [number, title])).toEqual([
      [2, "新标题"],
      [1, text.title],
    ]);
  });

  test("one is read and taken back: as a draft, or as a change of what is published", async () => {
    await publish();
    await edit({ title: "第二", body: "<p>二</p>" });
    await backend.call(methods.publishChanges, { id });
    const [second, first] = await versions();
    const read = await backend.call(contentVersion.methods.get, { id: first?.id ?? 0 });
    expect(read.data.record).toMatchObject({ ...text, number: 1, publishedBy: "系统管理员" });
    expect((await backend.call(takeBack, { id: second?.id ?? 0 })).message).toBe("内容当前与该版本一致");
    expect((await backend.call(takeBack, { id: first?.id ?? 0 })).data.notice).toMatch(/^已取回第 1 版/);
    expect(await row()).toMatchObject({ ...text, status: "published", version: 2, shows: "展示中；有修改未发布" });
    // Back at what readers have, nothing is left to publish.
    await backend.call(takeBack, { id: second?.id ?? 0 });
    expect(await row()).toMatchObject({ title: "第二", shows: "展示中" });
    await backend.call(methods.withdraw, { id });
    await backend.call(takeBack, { id: first?.id ?? 0 });
    expect(await row()).toMatchObject({ ...text, status: "draft", shows: "未发布" });
    const changes = await backend.call(methods.changes, { id });
    expect(changes.data.changes[0]).toMatchObject({
      kind: "edited",
      fields: [{ field: "title", before: "第二", after: text.title }, { field: "body" }, { field: "status" }],
    });
  });

  test("they are neither changed nor deleted, by nobody", async () => {
    await publish();
    const where = "where content_item_id = $1";
    await expect(backend.sql(`update content_version set title = '' ${where}`, [id])).rejects.toThrow(/append-only/);
    await expect(backend.sql(`delete from content_version ${where}`, [id])).rejects.toThrow(/append-only/);
    expect((await backend.call(methods.remove, { id })).message).toContain("1 个发布版本");
    expect((await backend.call(contentModel.methods.remove, { id: modelId })).message).toContain(
      "1 条内容（如“冬季开放时间”）",
    );
    // What was never published goes, and then its model.
    const draft = await add();
    expect((await backend.call(methods.remove, { id: draft })).success).toBe(true);
  });

  test("a picture of a version stays when the item lets go of it", async () => {
    const { data: path } = await send(backend, uploadPaths.temporary, [
      { bytes: await picture("png"), name: "封面.png" },
    ]);
    await edit({ cover: path });
    await publish();
    await edit({ cover: null });
    const [file] = await backend.sql("select state from stored_file where path = $1", [path]);
    expect(file).toEqual({ state: "kept" });
    const [version] = await versions();
    await backend.call(takeBack, { id: version?.id ?? 0 });
    expect((await row()).cover).toBe(path);
  });
});

describe("what is kept", () => {
  test("scripts in the body are gone before it is kept, published or previewed", async () => {
    const tried = payloads.filter((one) => one.length < 200 && !/\p{Cc}/u.test(one)).slice(0, 80);
    expect(tried.length).toBeGreaterThan(50);
    await edit({ body: `<p>开园</p>${tried.map((one) => `<p>${one}</p>`).join("")}` });
    await publish();
    const kept = await backend.sql<{ body: string }>(
      "select body from content_item where id = $1 union all select body from content_version where content_item_id = $1",
      [id],
    );
    const preview = (await backend.call(contentPreview, { id })).data.body;
    const bodies = [preview, ...kept.map(({ body }) => body)];
    expect(bodies).toHaveLength(3);
    for (const body of bodies)
      expect(body).not.toMatch(/<(script|svg|iframe|object)|<[^>]*\son\w+\s*=|href="\s*javascript/i);
  });
});

describe("who", () => {
  test("another tenant finds nothing and moves nothing", async () => {
    await publish();
    const [version] = await versions();
    const as = await backend.createCorp(fresh("T").replaceAll("-", ""));
    const before = await digests(backend);
    for (const method of [methods.withdraw, methods.publish, contentPreview, contentVersions, methods.remove])
      expect((await backend.call(method, { id } as never, { as })).status).toBe(404);
    expect((await backend.call(takeBack, { id: version?.id ?? 0 }, { as })).status).toBe(404);
    for (const { list } of [methods, contentModel.methods, contentVersion.methods])
      expect((await backend.call(list, {}, { as })).data.records).toEqual([]);
    const foreign = { ...text, contentModelId: modelId, sort: 1 };
    expect((await backend.call(methods.save, foreign as never, { as })).status).toBe(422);
    expect(changed(before, await digests(backend))).toEqual([]);
  });

  test("who only reads neither publishes nor takes back, and who edits does not publish", async () => {
    const { token: reader } = await backend.createUser({ grants: ["cmsItem"] });
    const { token: writer } = await backend.createUser({ grants: ["cmsItem", "cmsItem/contentItem:edit"] });
    for (const as of [reader, writer]) expect((await publish(as)).status).toBe(403);
    await publish();
    const [version] = await versions();
    expect((await backend.call(takeBack, { id: version?.id ?? 0 }, { as: reader })).status).toBe(403);
    expect((await backend.call(contentPreview, { id }, { as: reader })).success).toBe(true);
    const { token: nobody } = await backend.createUser({ grants: [] });
    expect((await backend.call(contentPreview, { id }, { as: nobody })).status).toBe(403);
  });

  test("of two who edit the later is told of the earlier", async () => {
    const { rowVersion } = await row();
    await edit({ title: "先" });
    const late = { id, rowVersion, contentModelId: modelId, sort: 100, ...text, title: "后" };
    expect((await backend.call(methods.save, late as never)).status).toBe(409);
    at(1);
    expect((await row()).title).toBe("先");
  });
});
