/** What lists of orders say and find of other businesses: the agency, the guide, the group booking. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { networkOrder, offlineOrder } from "~/contract/order/order-lists";
import { groupArrive, groupBooking, groupSettle } from "~/contract/ticket/group-booking";
import { sellTickets } from "~/contract/ticket/sale";
import { ask, createPartner, orderOf } from "~tests/backend/open/partner";
import { agencyInUse } from "~tests/backend/travel/sales-support";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { createPark, fresh, friday, saleOf, type TestPark, today } from "~tests/support/park";

let backend: TestBackend;
let park: TestPark;
beforeAll(async () => {
  backend = await openTestBackend();
  backend.setNow(friday);
  park = await createPark(backend);
});
afterAll(() => backend.close());

const found = async (list: typeof offlineOrder | typeof networkOrder, filters: object, as = backend.admin) =>
  (await backend.call(list.methods.list, { filters } as never, { as })).data.records.map(
    ({ orderNo, agencyName, bookingNo }) => ({ orderNo, agencyName, bookingNo }),
  );

test("an order is found by a part of its agency's name, and by the booking that it settled; others name none", async () => {
  const name = fresh("青峰旅行社");
  const agencyId = await agencyInUse(backend, { name, settlement: "credit", creditLimit: 500_000 });
  await backend.sql("update travel_agency set agreement_until = '2027-12-31' where id = $1", [agencyId]);
  const plain = (await backend.call(sellTickets, saleOf(park.adultId))).data.orderNo;
  const sold = await backend.call(sellTickets, saleOf(park.adultId, { agency: name }));
  expect(sold.message).toBe("");
  const { orderNo } = sold.data;
  expect(await found(offlineOrder, { agencyName: name.slice(1) })).toEqual([
    { orderNo, agencyName: name, bookingNo: null },
  ]);
  expect(await found(offlineOrder, { agencyName: "没有这家" })).toEqual([]);
  expect(await found(offlineOrder, { orderNo: plain })).toEqual([
    { orderNo: plain, agencyName: null, bookingNo: null },
  ]);

  const id = await backend.saved(groupBooking.methods.save, {
    ...{ agencyId, organisation: null, contactName: "王芳", mobile: "13800138000", guide: null, tourNo: "T-1" },
    ...{ itinerary: "登山", leaders: null, parkId: park.parkId, visitDay: today, slot: null, arrival: null },
    ...{ customerGroup: "agency", remark: null, guideId: null, plate: null },
    people: [{ ticketTypeId: park.adultId, quantity: 3 }],
  });
  await backend.call(groupBooking.commands.confirm.method, { id } as never);
  await backend.call(groupArrive, { id, people: [{ ticketTypeId: park.adultId, arrived: 3, unproven: 0 }] });
  const wish = { id, idempotencyKey: fresh("settle-key"), paymentType: "onAccount" };
  const settled = (await backend.call(groupSettle, wish)).data.orderNo;
  const [{ no } = { no: "" }] = await backend.sql<{ no: string }>(
    "select booking_no as no from group_booking where id = $1",
    [id],
  );
  expect(await found(offlineOrder, { bookingNo: no })).toEqual([{ orderNo: settled, agencyName: name, bookingNo: no }]);
  expect((await found(offlineOrder, { agencyName: name })).map((row) => row.orderNo)).toEqual([settled, orderNo]);
  // Of the network, an order on the account of an agency.
  const partner = await createPartner(backend, { agencyId, paymentType: null });
  const order = orderOf(park.adultId, today);
  const { data } = await ask(backend, partner, "POST", "/orders", order);
  await ask(backend, partner, "POST", `/orders/${order.outerNo}/confirm`, { payNo: "V-1", amount: data.payable });
  expect(await found(networkOrder, { agencyName: name })).toEqual([
    { orderNo: data.orderNo, agencyName: name, bookingNo: null },
  ]);
  // Another tenant finds nothing by the same name.
  const tenant = await backend.createCorp("6188");
  expect(await found(offlineOrder, { agencyName: name }, tenant)).toEqual([]);
});
