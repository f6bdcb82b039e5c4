/** Whose an order is and what it came from: its agency, its guide, its group booking and the application that placed it. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type OrderView, orderDetail } from "~/contract/order/order";
import { groupArrive, groupBooking, groupSettle } from "~/contract/ticket/group-booking";
import { ask, createPartner, orderOf } from "~tests/backend/open/partner";
import { addGuide, addSalesman, agencyInUse } from "~tests/backend/travel/sales-support";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { createPark, fresh, friday, type TestPark, today } from "~tests/support/park";
import { allRights } from "~tests/support/two-parks";

let backend: TestBackend;
let park: TestPark;
let agencyId: number;
let guideId: number;
let bookingId: number;
let settled: number;
beforeAll(async () => {
  backend = await openTestBackend();
  backend.setNow(friday);
  park = await createPark(backend);
  agencyId = await agencyInUse(backend, { name: "远山旅行社" });
  guideId = await addGuide(backend);
  bookingId = await backend.saved(groupBooking.methods.save, {
    ...{ organisation: null, contactName: "王芳", mobile: "13800138000", guide: null, parkId: park.parkId },
    ...{ visitDay: today, slot: null, arrival: null, customerGroup: "agency", remark: null, plate: null },
    ...{ agencyId, guideId, people: [{ ticketTypeId: park.adultId, quantity: 2 }] },
  });
  await backend.call(groupBooking.commands.confirm.method, { id: bookingId } as never);
  await backend.call(groupArrive, { id: bookingId, people: [{ ticketTypeId: park.adultId, arrived: 2 }] });
  const idempotencyKey = fresh("settle-key");
  const { data } = await backend.call(groupSettle, { id: bookingId, idempotencyKey, paymentType: "cash" });
  settled = data.orderId;
});
afterAll(() => backend.close());

const originsOf = async (id: number, as = backend.admin): Promise<OrderView["origins"]> => {
  const { data, message } = await backend.call(orderDetail, { id }, { as });
  expect(message).toBe("");
  return data.origins;
};
const bookingNo = async () =>
  (await backend.sql<{ no: string }>("select booking_no as no from group_booking where id = $1", [bookingId]))[0]?.no;

test("an order that settled a group names its agency, its guide and the booking, with their pages", async () => {
  expect(await originsOf(settled)).toEqual([
    { label: "团队预订", text: await bookingNo(), path: `/createGroup/${bookingId}` },
    { label: "旅行社", text: "远山旅行社", path: `/travel/agencyList/${agencyId}` },
    { label: "导游", text: "赵敏", path: `/travelInfo/guider/${guideId}` },
  ]);
});

test("who may open none of those pages reads their names without addresses", async () => {
  const { token } = await backend.createUser({ grants: ["offlineOrderList"] });
  expect(await originsOf(settled, token)).toEqual([
    { label: "团队预订", text: await bookingNo(), path: null },
    { label: "旅行社", text: "远山旅行社", path: null },
    { label: "导游", text: "赵敏", path: null },
  ]);
});

test("an order of a connected application names it and the number that it has there", async () => {
  const partner = await createPartner(backend);
  const order = orderOf(park.adultId, today);
  expect((await ask(backend, partner, "POST", "/orders", order)).message).toBe("");
  const [placed] = await backend.sql<{ id: number }>(
    "select order_id::float8 as id from open_order where outer_no = $1",
    [order.outerNo],
  );
  const { token } = await backend.createUser({ grants: ["networkOrderList"] });
  const name = { label: "来源应用", text: `伙伴 ${partner.code}` };
  const number = { label: "来源单号", text: order.outerNo, path: null };
  expect(await originsOf(placed?.id ?? 0)).toEqual([{ ...name, path: `/sysAccessApplication/${partner.id}` }, number]);
  expect(await originsOf(placed?.id ?? 0, token)).toEqual([{ ...name, path: null }, number]);
});

test("a salesman who sees their own agencies alone reads nothing of another's on an order that they sold", async () => {
  const { token, id } = await allRights(backend, [], "own");
  const salesmanId = await addSalesman(backend, { accountId: id });
  await backend.sql("update orders set seller_id = $2 where id = $1", [settled, id]);
  expect(await originsOf(settled, token)).toEqual([]);
  await backend.sql("update travel_agency set salesman_id = $2 where id = $1", [agencyId, salesmanId]);
  expect(await originsOf(settled, token)).toHaveLength(3);
});

test("an order of nobody says nothing, and what another tenant keeps under the same numbers is not read", async () => {
  const stranger = await backend.createCorp("origins");
  // The same numbers in the other tenant: without its own condition the page would show what is not its own.
  await backend.sql(
    `insert into orders (corp_code, id, order_no, channel, state, visit_day, quantity, total, discount, payable, seller_id, seller_name, pos_name)
     select 'origins', id, order_no, channel, 'cancelled', visit_day, quantity, total, discount, payable, seller_id, seller_name, pos_name
     from orders where id = $1`,
    [settled],
  );
  expect(await originsOf(settled, stranger)).toEqual([]);
});
