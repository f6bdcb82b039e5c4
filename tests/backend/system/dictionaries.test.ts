/** Dictionaries as administrators keep them. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { dictItem, dictType } from "~/contract/platform/dictionary";
import { getTktDictDetailByCode } from "~/contract/platform/parameter";
import { productDictionaries } from "~/contract/product-dictionaries";
import { pos } from "~/contract/ticket/gate";
import { getCounter } from "~/contract/ticket/sale";
import { seedFirstStart } from "~server/backend/first-start";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { createPark, fresh } from "~tests/support/park";

let backend: TestBackend;
let tenant: string;
beforeAll(async () => {
  backend = await openTestBackend();
  tenant = await backend.createCorp("5701");
});
afterAll(() => backend.close());

const words = { label: "名", labelEn: "Word", sort: 0, colour: null, isDefault: false };
const add = (fields: Record<string, unknown>, as = backend.admin) =>
  backend.call(dictItem.methods.save, { ...words, ...fields } as never, { as });
const addType = (code: string, as = backend.admin) =>
  backend.call(dictType.methods.save, { code, name: "自定", nameEn: "Own", remark: null } as never, { as });
const itemsOf = async (dictType: string, as = backend.admin) =>
  (await backend.call(getTktDictDetailByCode, { dictType }, { as })).data;
async function itemOf(dictType: string, value: string, corp = "0001") {
  const rows = await backend.sql<{ id: string; row_version: number }>(
    "select id, row_version from dict_item where corp_code = $1 and dict_type = $2 and value = $3",
    [corp, dictType, value],
  );
  return { id: Number(rows[0]?.id), rowVersion: rows[0]?.row_version ?? 0 };
}

test("3j 7p every dictionary of the product has its names and items in both languages", async () => {
  for (const [code, { name, items }] of Object.entries(productDictionaries)) {
    for (const [zh = "", en = ""] of [name, ...items.map(([, ...words]) => words)]) {
      expect(zh, code).not.toBe("");
      expect(en, code).toMatch(/^[\x20-\x7e]+$/);
    }
  }
  expect(await itemsOf("yesNo")).toEqual([
    { value: "T", label: "是" },
    { value: "F", label: "否" },
  ]);
  const english = await backend.call(getTktDictDetailByCode, { dictType: "yesNo" }, { language: "en" });
  expect(english.data.map(({ label }) => label)).toEqual(["Yes", "No"]);
});

test("3j 7aa a label, an order and a colour hold at the next call, for this corp alone, whatever a new start brings", async () => {
  const { id, rowVersion } = await itemOf("orderState", "paid");
  const saved = await add({ id, rowVersion, label: "已付清", labelEn: "Settled", sort: 9, colour: "accent" });
  expect(saved.status).toBe(200);
  expect((await itemsOf("orderState")).at(-1)).toEqual({ value: "paid", label: "已付清", tone: "accent" });
  await seedFirstStart(backend.database);
  expect((await itemsOf("orderState")).at(-1)?.label).toBe("已付清");
  const theirs = (await itemsOf("orderState", tenant)).find(({ value }) => value === "paid");
  expect(theirs).toEqual({ value: "paid", label: "已支付" });
  const response = await backend.app.request("/api/dict/list?dictTypes=orderState,yesNo", {
    headers: { "access-token": backend.admin },
  });
  expect(JSON.stringify(await response.json())).toContain("已付清");
});

test("3j codes of the product are neither added, changed, suspended nor deleted", async () => {
  const { id } = await itemOf("orderState", "pending");
  const added = await add({ dictType: "orderState", value: "new" });
  expect([added.status, added.message]).toEqual([409, expect.stringContaining("订单状态")]);
  for (const method of [dictItem.methods.suspend, dictItem.methods.remove])
    expect((await backend.call(method, { id })).status, method.name).toBe(409);
  // Set once: what a form posts of it is left out.
  expect((await add({ id, value: "other", dictType: "yesNo" })).status).toBe(200);
  expect((await itemsOf("orderState")).some(({ value }) => value === "pending")).toBe(true);
  const [type] = await backend.sql<{ id: string }>(
    "select id from dict_type where corp_code = '0001' and code = 'yesNo'",
  );
  expect((await backend.call(dictType.methods.remove, { id: Number(type?.id) })).status).toBe(409);
});

test("3j an item of one's own is offered until it is suspended; used ones are not deleted", async () => {
  const park = await createPark(backend);
  const made = await add({ dictType: "paymentType", value: "voucher", label: "消费券" });
  expect(made.status).toBe(200);
  const { id } = made.data;
  const offered = async () => (await backend.call(getCounter, {} as never)).data.paymentTypes.map(({ value }) => value);
  expect(await offered()).toContain("voucher");
  await park.sell({ paymentType: "voucher" });
  const removal = await backend.call(dictItem.methods.remove, { id });
  expect([removal.status, removal.message]).toEqual([409, expect.stringContaining("消费券")]);
  expect((await backend.call(dictItem.methods.suspend, { id })).status).toBe(200);
  expect(await offered()).not.toContain("voucher");
  await expect(park.sell({ paymentType: "voucher" })).rejects.toThrow();
  // What stands somewhere is still called by its name.
  const [known] = (await backend.call(getTktDictDetailByCode, { dictType: "paymentType", dictCode: "voucher" })).data;
  expect(known).toMatchObject({ label: "消费券", off: true });
  const unused = await add({ dictType: "paymentType", value: "unused" });
  expect((await backend.call(dictItem.methods.remove, { id: unused.data.id })).status).toBe(200);
});

test("3j a suspended value stays where it is chosen already, and is chosen nowhere anew", async () => {
  const { parkId } = await createPark(backend);
  const form = { code: fresh("pos"), name: "窗口", parkId, printer: "receipt58", window: null };
  const posOf = (more: object) => backend.call(pos.methods.save, { ...form, ...more } as never);
  const made = await posOf({});
  expect(made.status).toBe(200);
  await backend.sql("update dict_item set status = 'F' where dict_type = 'printerKind' and value = 'receipt58'");
  expect((await posOf({ id: made.data.id, name: "二号窗口" })).status).toBe(200);
  const anew = await posOf({ code: fresh("pos") });
  expect([anew.status, Object.keys(anew.errors ?? {})]).toEqual([422, ["printer"]]);
  await backend.sql("update dict_item set status = 'T' where dict_type = 'printerKind'");
});

test("3j a dictionary of one's own; one default in it; a code once, whatever its case", async () => {
  const code = fresh("own");
  const type = await addType(code);
  expect((await addType(code.toUpperCase())).status).toBe(422);
  expect((await addType("DictType")).status).toBe(422);
  expect((await add({ dictType: code, value: "a", isDefault: true })).status).toBe(200);
  expect((await add({ dictType: code, value: "b", isDefault: true })).status).toBe(200);
  expect((await add({ dictType: code, value: "A" })).errors).toEqual({ value: ["编码 A 已被使用"] });
  expect((await itemsOf(code)).filter(({ preset }) => preset).map(({ value }) => value)).toEqual(["b"]);
  const removal = await backend.call(dictType.methods.remove, { id: type.data.id });
  expect([removal.status, removal.message]).toEqual([409, expect.stringContaining("2 个字典项")]);
  for (const value of ["a", "b"])
    expect((await backend.call(dictItem.methods.remove, { id: (await itemOf(code, value)).id })).status).toBe(200);
  expect((await backend.call(dictType.methods.remove, { id: type.data.id })).status).toBe(200);
});

test("3j of two who change one item at once the second is told; nonsense is refused; another tenant's is not found", async () => {
  const { id, rowVersion } = await itemOf("refundState", "done");
  const both = await Promise.all(["甲", "乙"].map((label) => add({ id, rowVersion, label })));
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  for (const wrong of [
    { dictType: "paymentType", value: "<b>" },
    { dictType: "paymentType", value: "中文" },
    { dictType: "nope", value: "a" },
    { dictType: "paymentType", value: "ok", label: "" },
    { dictType: "paymentType", value: "ok", colour: "javascript:" },
  ])
    expect((await add(wrong)).status, JSON.stringify(wrong)).toBe(422);
  const stranger = await itemOf("paymentType", "cash", "5701");
  for (const [method, payload] of [
    [dictItem.methods.remove, stranger],
    [dictItem.methods.suspend, stranger],
    [dictItem.methods.get, stranger],
  ] as const)
    expect((await backend.call(method, { id: payload.id })).status).toBe(404);
  expect((await add({ id: stranger.id, label: "偷" })).status).toBe(404);
  const viewer = await backend.createUser({ grants: ["dictList"] });
  expect((await add({ id, label: "无" }, viewer.token)).status).toBe(403);
});
