/** Sales pages: what stands on them, what is sold where they count, and who sells the rest. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { openShift } from "~/contract/order/shift";
import { pos } from "~/contract/ticket/gate";
import { getCounter, quoteSale, sellTickets } from "~/contract/ticket/sale";
import { previewSalesPage, salesPage } from "~/contract/ticket/sales-page";
import { ticketType } from "~/contract/ticket/ticket-type";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, fresh, type TestPark, today } from "~tests/support/park";

let backend: TestBackend;
let park: TestPark;

beforeEach(async () => {
  backend = await openTestBackend();
  park = await createPark(backend);
});
afterEach(async () => {
  await checkInvariants(backend);
  await backend.close();
});

const page = (fields: object = {}) => ({
  ...{ name: "一号窗页面", channel: "window", wholeChannel: false, others: false },
  items: [
    { heading: "优待", ticketTypeId: park.childId },
    { heading: "全价", ticketTypeId: park.adultId },
  ],
  ...fields,
});
const save = (fields: object = {}, as = backend.admin) =>
  backend.call(salesPage.methods.save, page(fields) as never, { as });
const saved = async (fields: object = {}) => ((await save(fields)).data as { id: number }).id;

async function showAt(salesPageId: number | null): Promise<void> {
  const { data } = await backend.call(pos.methods.get, { id: park.posId } as never);
  const { status: _, ...record } = (data as { record: Record<string, unknown> }).record;
  const reply = await backend.call(pos.methods.save, { ...record, salesPageId } as never);
  expect([reply.status, reply.errors ?? {}]).toEqual([200, {}]);
}

const offers = async (as = backend.admin, posId = park.posId) => {
  const { data } = await backend.call(getCounter, { posId }, { as });
  return data.offers.map(({ ticketTypeId, group, beyondPage }) => [ticketTypeId, group, beyondPage]);
};
const line = (ticketTypeId: number) => [{ ticketTypeId, slot: "", quantity: 1 }];
const sell = (ticketTypeId: number, as = backend.admin, more: object = {}) =>
  backend.call(
    sellTickets,
    {
      ...{ visitDay: today, lines: line(ticketTypeId), idempotencyKey: fresh("key-sale"), posId: park.posId },
      ...{ paymentType: "cash", visitors: [], ...more },
    } as never,
    { as },
  );
const orders = async () => (await backend.sql<{ n: number }>("select count(*)::int as n from orders"))[0]?.n;

it("without a page everything is on offer as it is sorted", async () => {
  expect((await offers()).map(([, group, beyond]) => [group, beyond])).toEqual([
    ["", false],
    ["", false],
    ["", false],
  ]);
  expect((await sell(park.adultId)).status).toBe(200);
});

it("a point of sale offers its page in the page's groups and order, and refuses the rest with a sentence", async () => {
  await showAt(await saved());
  expect(await offers()).toEqual([
    [park.childId, "优待", false],
    [park.adultId, "全价", false],
  ]);
  const extra = await park.addType({ name: "团队票" });
  const refused = await sell(extra);
  expect([refused.status, refused.message]).toEqual([409, "票种“团队票”不在销售页面“一号窗页面”上，此处不售"]);
  const { data } = await backend.call(quoteSale, { visitDay: today, lines: line(extra), posId: park.posId });
  expect(data.whyNot).toBe("票种“团队票”不在销售页面“一号窗页面”上，此处不售");
  expect(await orders()).toBe(0);
  expect((await sell(park.adultId)).status).toBe(200);
  await showAt(null);
  expect((await sell(extra)).status).toBe(200);
});

it("the rest is sold by who has the right, and only where the page allows it", async () => {
  const id = await saved({ others: true });
  await showAt(id);
  const extra = await park.addType({ name: "团队票" });
  const grants = ["buyTktList", "buyTktList/sale:sell"];
  const clerk = await backend.createUser({ grants });
  const master = await backend.createUser({ grants: [...grants, "buyTktList/sale:beyondPage"] });
  const refused = await sell(extra, clerk.token);
  expect([refused.status, refused.message]).toEqual([
    409,
    "票种“团队票”不在销售页面“一号窗页面”上，出售需要“售页面以外的票种”权限",
  ]);
  expect(await offers(clerk.token)).toHaveLength(2);
  expect((await offers(master.token)).slice(2)).toEqual(
    expect.arrayContaining([
      [extra, "", true],
      [park.namedId, "", true],
    ]),
  );
  expect((await sell(extra, master.token)).status).toBe(200);
  const rowVersion = (await backend.sql<{ v: number }>("select row_version as v from sales_page"))[0]?.v;
  expect((await save({ id, rowVersion, others: false })).status).toBe(200);
  expect((await sell(extra, master.token)).status).toBe(409);
  expect(await orders()).toBe(1);
});

it("the page of the whole channel is for points of sale without one; there is one of a channel", async () => {
  await saved({ name: "窗口", wholeChannel: true, items: [{ heading: null, ticketTypeId: park.adultId }] });
  expect(await offers()).toEqual([[park.adultId, "", false]]);
  expect((await sell(park.childId, backend.admin, { posId: undefined })).status).toBe(409);
  const second = await save({ wholeChannel: true });
  expect(second.errors).toEqual({ wholeChannel: ["此渠道已有页面“窗口”"] });
  await showAt(await saved());
  expect(await offers()).toHaveLength(2);
  await backend.call(ticketType.methods.list, {});
  expect((await sell(park.childId)).status).toBe(200);
});

it("a sale that names no point of sale is made at that of the seller's shift, whose page holds for it", async () => {
  await showAt(await saved({ items: [{ heading: null, ticketTypeId: park.adultId }] }));
  const unnamed = { posId: undefined };
  expect((await sell(park.childId, backend.admin, unnamed)).status).toBe(200);
  await backend.call(openShift, { idempotencyKey: fresh("shift"), posId: park.posId, opening: 0 });
  const refused = await sell(park.childId, backend.admin, unnamed);
  expect([refused.status, refused.message]).toEqual([409, "票种“儿童票”不在销售页面“一号窗页面”上，此处不售"]);
  const { data } = await backend.call(quoteSale, { visitDay: today, lines: line(park.childId) });
  expect(data).toMatchObject({ whyNot: refused.message });
  expect(await orders()).toBe(1);
  expect((await sell(park.adultId, backend.admin, unnamed)).status).toBe(200);
  expect(await backend.sql("select pos_id from orders order by id")).toEqual([
    { pos_id: null },
    { pos_id: park.posId },
  ]);
});

it("a page of another channel does not touch the counter, and the mobile one is for no window", async () => {
  const mobileType = await park.addType({ name: "移动票", channels: ["mobile"] });
  const wrong = await save({ channel: "mobile" });
  expect(wrong.errors).toMatchObject({ "items.0.ticketTypeId": [expect.stringContaining("不在此渠道销售")] });
  const id = await saved({
    ...{ name: "移动", channel: "mobile", wholeChannel: true },
    items: [{ heading: "热门", ticketTypeId: mobileType }],
  });
  expect(await offers()).toHaveLength(3);
  const { data } = await backend.call(pos.methods.get, { id: park.posId } as never);
  const { status: _, ...record } = (data as { record: Record<string, unknown> }).record;
  const reply = await backend.call(pos.methods.save, { ...record, salesPageId: id } as never);
  expect(reply.errors).toEqual({ salesPageId: ["移动端的页面不能用于售票终端"] });
  const preview = await backend.call(previewSalesPage, { id });
  expect(preview.data).toEqual({
    groups: [
      {
        heading: "热门",
        types: [{ ticketTypeId: mobileType, name: "移动票", parkName: "青云山景区", price: 8000, whyNot: "" }],
      },
    ],
    posNames: [],
  });
});

it("a type stands on a page once, and neither goes while the other needs it", async () => {
  const twice = await save({
    items: [
      { heading: "甲", ticketTypeId: park.adultId },
      { heading: "乙", ticketTypeId: park.adultId },
    ],
  });
  expect(twice.status).toBe(422);
  const id = await saved();
  await showAt(id);
  const kept = await backend.call(salesPage.methods.remove, { id } as never);
  expect([kept.status, kept.message]).toEqual([409, expect.stringContaining("一号窗口")]);
  const type = await backend.call(ticketType.methods.remove, { id: park.adultId } as never);
  expect([type.status, type.message]).toEqual([409, expect.stringContaining("一号窗页面")]);
});

it("another corp sees and uses none of it; a right to look is none to change", async () => {
  const id = await saved({ wholeChannel: true });
  const reader = await backend.createUser({ grants: ["listPages"] });
  expect((await save({ name: "x" }, reader.token)).status).toBe(403);
  const strange = await backend.createCorp("0009");
  expect((await backend.call(previewSalesPage, { id }, { as: strange })).status).toBe(404);
  const theirs = await createPark(backend, strange);
  const { data } = await backend.call(getCounter, { posId: theirs.posId }, { as: strange });
  expect(data.offers).toHaveLength(3);
});
