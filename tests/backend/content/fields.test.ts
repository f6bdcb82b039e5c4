/** Further fields of a content type: values are checked by kind, asked for before a publication, and kept with versions. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { contentFields, contentFieldsSave, contentVersionValues } from "~/contract/content/fields";
import { contentPreview, contentVersions, contentItem as resource } from "~/contract/content/item";
import { contentModel } from "~/contract/content/model";
import { contentVersion } from "~/contract/content/version";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { checkInvariants } from "~tests/support/invariants";
import { fresh, friday } from "~tests/support/park";

let backend: TestBackend;
let model: { id: number; name: string; lines: Line[] };
let id = 0;
interface Line {
  id?: number;
  label: string;
  kind: string;
  required: boolean;
}
const lines: Line[] = [
  { label: "出发地", kind: "text", required: true },
  { label: "里程", kind: "number", required: false },
  { label: "日期", kind: "date", required: false },
];
beforeAll(async () => {
  backend = await openTestBackend();
});
beforeEach(async () => {
  backend.setNow(friday);
  const name = fresh("线路");
  const modelId = await backend.saved(contentModel.methods.save, { name, fields: lines });
  const { data } = await backend.call(contentModel.methods.get, { id: modelId });
  model = { id: modelId, name, lines: data.record?.fields as unknown as Line[] };
  id = await backend.saved(resource.methods.save, {
    title: "一日游",
    contentModelId: modelId,
    body: "<p>正文</p>",
    sort: 1,
  });
});
afterAll(async () => {
  await checkInvariants(backend);
  await backend.close();
});

const fieldId = (label: string) => model.lines.find((one) => one.label === label)?.id ?? 0;
const save = (said: Record<string, string>, more: object = {}, as = backend.admin) => {
  const values = Object.entries(said).map(([label, value]) => ({ id: fieldId(label), value }));
  return backend.call(contentFieldsSave, { id, values, ...more }, { as });
};
const publish = () => backend.call(resource.methods.publish, { id });
const shows = async () => (await backend.call(resource.methods.get, { id })).data.record?.shows;

test("what is required is asked for, each kind is checked at its field, and what is refused writes nothing", async () => {
  expect((await publish()).message).toBe("扩展字段“出发地”未填写");
  const before = await digests(backend);
  const refused = await save({ 出发地: " ", 里程: "很远", 日期: "2026-02-30" });
  expect([refused.status, Object.keys(refused.errors ?? {}).sort()]).toEqual([
    422,
    model.lines.map((one) => `f${one.id}`).sort(),
  ]);
  const unknown = await backend.call(contentFieldsSave, { id, values: [{ id: 999_999, value: "x" }] });
  expect(Object.keys(unknown.errors ?? {})).toContain("f999999");
  expect(changed(before, await digests(backend))).toEqual([]);
  expect((await save({ 出发地: "东门", 里程: "-3.5", 日期: "2026-12-01" })).success).toBe(true);
  expect((await publish()).success).toBe(true);
  expect((await backend.call(contentPreview, { id })).data.values).toEqual([
    { label: "出发地", value: "东门" },
    { label: "里程", value: "-3.5" },
    { label: "日期", value: "2026-12-01" },
  ]);
});

test("another value is an unpublished change; a version keeps its own, whatever becomes of the type", async () => {
  await save({ 出发地: "东门" });
  await publish();
  await save({ 出发地: "西门" });
  expect(await shows()).toBe("展示中；有修改未发布");
  await save({ 出发地: "东门" });
  expect(await shows()).toBe("展示中");
  await save({ 出发地: "西门" });
  await backend.call(resource.methods.publishChanges, { id });
  const [second, first] = (await backend.call(contentVersions, { id })).data.versions;
  const valuesOf = async (version = 0) => (await backend.call(contentVersionValues, { id: version })).data.values;
  expect([await valuesOf(first?.id), await valuesOf(second?.id)]).toEqual([
    [{ label: "出发地", value: "东门" }],
    [{ label: "出发地", value: "西门" }],
  ]);
  await backend.call(contentVersion.methods.takeBack, { id: first?.id ?? 0 });
  expect((await backend.call(contentVersions, { id })).data.values).toEqual([{ label: "出发地", value: "东门" }]);
  expect(await shows()).toBe("展示中；有修改未发布");
  // Another name leaves the value where it is; without the field nothing is asked for, and the version still says it.
  const renamed = model.lines.map((one) => (one.label === "出发地" ? { ...one, label: "起点" } : one));
  await backend.saved(contentModel.methods.save, { id: model.id, name: model.name, fields: renamed });
  expect((await backend.call(contentFields, { id })).data.fields[0]).toMatchObject({ label: "起点", value: "东门" });
  const without = renamed.filter((one) => one.label !== "起点");
  await backend.saved(contentModel.methods.save, { id: model.id, name: model.name, fields: without });
  expect((await backend.call(contentVersions, { id })).data.values).toEqual([]);
  expect(await valuesOf(second?.id)).toEqual([{ label: "出发地", value: "西门" }]);
});

test("pressed twice it is once; of two who fill in the later is told; a type has ten fields at most", async () => {
  const { rowVersion } = (await backend.call(contentFields, { id })).data;
  for (const _ of [1, 2]) expect((await save({ 出发地: "东门" }, { rowVersion })).success).toBe(true);
  expect((await backend.call(contentFields, { id })).data.rowVersion).toBe(rowVersion + 1);
  expect((await save({ 出发地: "西门" }, { rowVersion })).status).toBe(409);
  const eleven = Array.from({ length: 11 }, (_, place) => ({ label: `字段${place}`, kind: "text", required: false }));
  const refused = await backend.call(contentModel.methods.save, { name: fresh("多"), fields: eleven } as never);
  expect(refused.status).toBe(422);
});

test("another tenant finds nothing, and who only reads fills in nothing", async () => {
  const tenant = await backend.createCorp(fresh("T").replaceAll("-", ""));
  const before = await digests(backend);
  expect((await save({ 出发地: "外" }, {}, tenant)).status).toBe(404);
  expect((await backend.call(contentFields, { id }, { as: tenant })).status).toBe(404);
  const { token } = await backend.createUser({ grants: ["cmsItem"] });
  const after = await digests(backend);
  expect((await save({ 出发地: "内" }, {}, token)).status).toBe(403);
  expect(changed(before, after).filter((table) => table.startsWith("content"))).toEqual([]);
  expect(changed(after, await digests(backend))).toEqual([]);
});
