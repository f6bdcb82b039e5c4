/** Items of a tenant's own: wherever their dictionary is asked for they are offered, accepted, shown and told of. */

import { afterAll, beforeAll, expect, test } from "vitest";
import { exportPath } from "~/contract/export";
import type { PayloadOf } from "~/contract/method";
import { networkOrder } from "~/contract/order/order-lists";
import { dictItem } from "~/contract/platform/dictionary";
import { priceCalendar, priceCalendarSave, pricePolicySave } from "~/contract/ticket/price";
import { pricePolicy } from "~/contract/ticket/price-policy-list";
import { ticketType } from "~/contract/ticket/ticket-type";
import { tokenHeader } from "~/contract/wire";
import { createWorker } from "~server/backend/jobs/worker";
import { allKinds } from "~server/backend/served";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { createPark, fresh, type TestPark } from "~tests/support/park";
import { csv, importing } from "../imports/importing";

let backend: TestBackend;
let park: TestPark;
const own: Record<string, number> = {};
beforeAll(async () => {
  backend = await openTestBackend();
  park = await createPark(backend);
  for (const [dictType, value, label] of [
    ["ticketKind", "student", "学生票类"],
    ["saleChannel", "meituan", "美团"],
    ["customerGroup", "school", "学校"],
  ] as const) {
    const item = { dictType, value, label, labelEn: value, sort: 9, colour: null, isDefault: false };
    own[value] = (await backend.call(dictItem.methods.save, item as never)).data.id;
  }
});
afterAll(() => backend.close());

const policy = (fields: Partial<PayloadOf<typeof pricePolicySave>> = {}): PayloadOf<typeof pricePolicySave> => ({
  name: "团队价",
  ticketTypeId: park.adultId,
  channel: "meituan",
  customerGroup: "school",
  startDay: "2026-01-01",
  endDay: "2026-12-31",
  weekdays: "TTTTTTT",
  holidays: "any",
  slot: "",
  price: 100,
  priority: 50,
  ...fields,
});
const switched = async (value: string, on: boolean) =>
  expect((await backend.call(dictItem.methods[on ? "resume" : "suspend"], { id: own[value] ?? 0 })).status).toBe(200);

test("3j 7p a ticket type has them in its form, its list, its filter, its export and its import", async () => {
  const name = "学生研学";
  const id = await park.addType({ name, kind: "student", channels: ["window", "meituan"] });
  const form = await backend.call(ticketType.methods.get, { id });
  expect(form.data.record).toMatchObject({ kind: "student", channels: ["window", "meituan"] });
  expect(form.data.options.kind).toContainEqual({ value: "student", label: "学生票类" });
  const found = await backend.call(ticketType.methods.list, { filters: { kind: "student" } });
  expect(found.data.records.map((row) => row.id)).toEqual([id]);
  const { data } = await backend.call(ticketType.methods.export, {
    format: "csv",
    order: "asc",
    filters: { kind: "student" },
  });
  await createWorker({ database: backend.database, kinds: allKinds }).drain();
  const file = await backend.app.request(`${exportPath}?jobId=${data.jobId}`, {
    headers: { [tokenHeader]: backend.admin },
  });
  expect(await file.text()).toContain("学生票类");
  const { checked } = importing(backend, ticketType.imports);
  const parkCode = (await backend.sql<{ code: string }>("select code from park where id = $1", [park.parkId]))[0]?.code;
  const heading = ["编码", "名称", "票类", "景区", "票面价", "挂牌价", "销售渠道"];
  const line = (kind: string, channels: string) => [fresh("I"), "导入", kind, parkCode ?? "", "1", "1", channels];
  const brought = await checked(csv([heading, line("学生票类", "meituan"), line("没有的", "meituan")]), "a.csv");
  expect([brought.good, brought.bad], JSON.stringify(brought)).toEqual([1, 1]);
});

test("3j 7p price policies and the calendar take them, and nobody else's", async () => {
  expect((await backend.call(pricePolicySave, policy())).message).toBe("");
  const list = await backend.call(pricePolicy.methods.list, {
    filters: { channel: "meituan", customerGroup: "school" },
  });
  expect(list.data.count).toBe(1);
  expect(list.data.otherData.options.channel).toContainEqual({ value: "meituan", label: "美团" });
  const orders = await backend.call(networkOrder.methods.list, { filters: { channel: "meituan" } });
  expect(orders.data.otherData.options.channel).toContainEqual({ value: "meituan", label: "美团" });
  const month = { ticketTypeId: park.adultId, month: "2026-12" };
  const shown = await backend.call(priceCalendar, { ...month, channel: "meituan", customerGroup: "school" });
  expect(shown.data.days[0]?.price).toBe(100);
  expect((await backend.call(priceCalendar, month)).data.days[0]?.price).toBe(8000);
  const edit = { ticketTypeId: park.adultId, days: ["2026-12-24"], price: 200, slot: "" };
  const set = await backend.call(priceCalendarSave, { ...edit, channel: "meituan", customerGroup: "school" });
  expect(set.status).toBe(200);
  for (const wrong of [{ channel: "elsewhere" }, { customerGroup: "elsewhere" }, { channel: "<b>" }])
    for (const reply of [
      await backend.call(pricePolicySave, policy(wrong)),
      await backend.call(priceCalendarSave, { ...edit, channel: "any", customerGroup: "any", ...wrong }),
      await backend.call(priceCalendar, { ...month, ...wrong }),
    ])
      expect([reply.status, Object.keys(reply.errors ?? {})]).toEqual([422, Object.keys(wrong)]);
  const tenant = await backend.createCorp("5703");
  const theirs = await createPark(backend, tenant);
  const reply = await backend.call(pricePolicySave, policy({ ticketTypeId: theirs.adultId }), { as: tenant });
  expect([reply.status, Object.keys(reply.errors ?? {})]).toEqual([422, ["customerGroup", "channel"]]);
});

test("3j 7p suspended they stay where they are and are chosen nowhere anew; used ones are not deleted", async () => {
  const typeId = await park.addType({ name: "停用前", kind: "student", channels: ["window", "meituan"] });
  const { data: made } = await backend.call(pricePolicySave, policy({ priority: 60 }));
  for (const value of ["student", "meituan", "school"]) await switched(value, false);
  const { record } = (await backend.call(ticketType.methods.get, { id: typeId })).data;
  const { status: _, ...fields } = record ?? {};
  expect((await backend.call(ticketType.methods.save, { ...fields, name: "停用后" } as never)).message).toBe("");
  await expect(park.addType({ kind: "student" })).rejects.toThrow("kind");
  await expect(park.addType({ channels: ["meituan"] })).rejects.toThrow("channels");
  expect((await backend.call(pricePolicySave, policy({ id: made.id, price: 1, priority: 60 }))).status).toBe(200);
  expect((await backend.call(pricePolicySave, policy())).status).toBe(422);
  for (const [value, user] of [
    ["student", "票种"],
    ["meituan", "价格政策"],
    ["school", "价格政策"],
  ] as const) {
    const removal = await backend.call(dictItem.methods.remove, { id: own[value] ?? 0 });
    expect([removal.status, removal.message]).toEqual([409, expect.stringContaining(user)]);
    await switched(value, true);
  }
});

test("3j 7p no channel is called as all of them are", async () => {
  const item = { dictType: "saleChannel", value: "Any", label: "全部", labelEn: "All", sort: 0, colour: null };
  const reply = await backend.call(dictItem.methods.save, { ...item, isDefault: false } as never);
  expect(Object.keys(reply.errors ?? {})).toEqual(["value"]);
});
