/** When a type is sold, on which days it is good, and how many a mobile may have. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { offlineOrder } from "~/contract/order/order-lists";
import { find } from "~/contract/platform/find";
import { quoteSale, sellTickets } from "~/contract/ticket/sale";
import { ticketType } from "~/contract/ticket/ticket-type";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, saleOf, type TestPark, today } from "~tests/support/park";
import { race } from "~tests/support/race";

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

const whyNot = async (typeId: number, visitDay = today) => {
  const lines = [{ ticketTypeId: typeId, quantity: 2 }];
  return (await backend.call(quoteSale, { visitDay, lines })).data.whyNot;
};

it("a type is sold within its window only, whatever the day of the visit", async () => {
  const soon = await park.addType({ name: "早鸟票", saleFrom: "2026-11-21", saleTo: "2026-11-22" });
  expect(await whyNot(soon, "2026-12-01")).toBe("“早鸟票”2026-11-21 开售");
  expect((await backend.call(sellTickets, saleOf(soon, { visitDay: "2026-12-01" }))).status).toBe(409);
  backend.setNow(new Date("2026-11-22T20:00:00+08:00"));
  expect(await whyNot(soon, "2026-12-01")).toBe("");
  backend.setNow(new Date("2026-11-23T00:30:00+08:00"));
  expect(await whyNot(soon, "2026-12-01")).toBe("“早鸟票”2026-11-22 之后停售");
});

it("a type of fixed dates is good on all of them, and not sold for another", async () => {
  const fields = { name: "灯会票", validity: "range", rangeFrom: "2026-11-25", rangeTo: "2026-12-05" };
  const fair = await park.addType(fields);
  expect(await whyNot(fair)).toBe("“灯会票”只在 2026-11-25 至 2026-12-05 有效，2026-11-20 不在其中");
  const sold = await park.sell({ visitDay: "2026-11-28", lines: [{ ticketTypeId: fair, quantity: 1 }] });
  expect(await backend.sql("select valid_from, valid_to from ticket where order_id = $1", [sold.orderId])).toEqual([
    { valid_from: "2026-11-25", valid_to: "2026-12-05" },
  ]);
  const { data } = await backend.call(ticketType.methods.get, { id: fair });
  const { status: _, ...record } = data.record as Record<string, unknown>;
  const save = (more: object) => backend.call(ticketType.methods.save, { ...record, ...more } as never);
  expect((await save({ rangeTo: "2026-11-24" })).errors).toEqual({ rangeTo: ["有效期止不能早于有效期起"] });
  expect(Object.keys((await save({ rangeFrom: null })).errors ?? {})).toEqual(["rangeFrom"]);
  expect((await save({ saleFrom: "2026-11-24", saleTo: "2026-11-01" })).errors).toEqual({
    saleTo: ["停售日期不能早于开售日期"],
  });
});

it("a mobile has so many of a day, also at two windows at once; one without a mobile is asked for it", async () => {
  const limited = await park.addType({ name: "限购票", perMobileDay: 3 });
  const sell = (fields: object = {}) =>
    backend.call(sellTickets, saleOf(limited, { contactMobile: "13800138000", ...fields }));
  expect((await sell({ contactMobile: "" })).errors).toEqual({
    contactMobile: ["“限购票”按手机限购，请填写联系手机"],
  });
  const all = await race(backend, 4, () => sell());
  expect(all.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422]);
  expect((await sell()).errors?.contactMobile?.[0]).toBe(
    "“限购票”每个手机每天限购 3 张：138****8000 在 2026-11-20 已有 2 张，本单 2 张",
  );
  expect((await sell({ visitDay: "2026-11-21" })).status).toBe(200);
  expect((await sell({ contactMobile: "13900139000" })).status).toBe(200);
});

it("a mobile of another country is one however it is written: kept once, counted once, found and masked", async () => {
  const limited = await park.addType({ name: "限购票", perMobileDay: 2 });
  const sell = (contactMobile: string) => backend.call(sellTickets, saleOf(limited, { contactMobile }));
  const sold = await sell("00852 9123-4567");
  expect(sold.message).toBe("");
  expect((await sell("+852 (9123) 4567")).errors?.contactMobile?.[0]).toContain("已有 2 张");
  expect((await sell("+853 9123 4567")).status).toBe(200);
  expect((await sell("+8612345")).errors).toHaveProperty("contactMobile");
  const [row] = await backend.sql("select contact_mobile from orders where id = $1", [sold.data.orderId]);
  expect(row).toEqual({ contact_mobile: "+85291234567" });
  const seen = async (q: string) =>
    (await backend.call(find, { q })).data.groups.flatMap(({ found }) => found.map(({ name }) => name));
  expect(await seen("+852 91234567")).toEqual([sold.data.orderNo]);
  const listed = await backend.call(offlineOrder.methods.list, {
    filters: { contactMobile: "+85291234567" },
  } as never);
  expect(listed.data.records.map(({ orderNo }) => orderNo)).toEqual([sold.data.orderNo]);
  const clerk = await backend.createUser({ grants: ["offlineOrderList"] });
  const masked = await backend.call(offlineOrder.methods.list, {} as never, { as: clerk.token });
  const shown = masked.data.records.find(({ orderNo }) => orderNo === sold.data.orderNo);
  expect(shown?.contactMobile).toBe("+85****4567");
});
