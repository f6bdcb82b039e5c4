/** The data scope of roles: whose orders an account sees, and who may give which scope. */

import { afterAll, beforeAll, expect, test } from "vitest";
import type { Method } from "~/contract/method";
import { orderDetail, quoteRefund, refundOrder } from "~/contract/order/order";
import { offlineOrder } from "~/contract/order/order-lists";
import { ownSalesToday, salesToday } from "~/contract/order/today";
import { operator } from "~/contract/platform/operator";
import { role, roleCopy } from "~/contract/platform/role";
import { checkTicket } from "~/contract/ticket/check";
import { park } from "~/contract/ticket/park";
import { sellTickets } from "~/contract/ticket/sale";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { createPark, fresh, saleOf, type TestPark } from "~tests/support/park";
import { allRights, bind } from "~tests/support/two-parks";

let backend: TestBackend;
let grounds: TestPark;
let departments: number[];
beforeAll(async () => {
  backend = await openTestBackend();
  grounds = await createPark(backend);
  const make = async (name: string, above: number | null) =>
    (
      await backend.sql<{ id: number }>(
        "insert into department (corp_code, name, parent_id) values ('0001', $1, $2) returning id",
        [name, above],
      )
    )[0]?.id ?? 0;
  const trade = await make("票务部", null);
  departments = [trade, await make("东门班组", trade), await make("财务部", null)];
}, 300_000);
afterAll(() => backend.close());

const call = <M extends Method>(method: M, payload: object, as: string) =>
  backend.call(method, payload as never, { as });

async function seller(dataScope: string, department?: number) {
  const user = await allRights(backend, [], dataScope);
  if (department !== undefined)
    await backend.sql("update account set department_id = $2 where id = $1", [user.id, departments[department]]);
  const { orderId, orderNo } = await grounds.sell({}, user.token);
  return { ...user, orderId, orderNo };
}

const listed = async (as: string) => {
  const { data } = await backend.call(offlineOrder.methods.list, { pageSize: 100 }, { as });
  return data.records.map(({ orderNo }) => orderNo);
};

test("own: the orders that one sold oneself, and no other is found", async () => {
  const me = await seller("own");
  const they = await seller("all");
  expect(await listed(me.token)).toEqual([me.orderNo]);
  expect((await call(orderDetail, { id: they.orderId }, me.token)).status).toBe(404);
  expect((await call(quoteRefund, { orderId: they.orderId }, me.token)).status).toBe(404);
  const press = { reason: "改期", idempotencyKey: fresh("refund-key") };
  expect((await call(refundOrder, { orderId: they.orderId, ...press }, me.token)).status).toBe(404);
  const [mine, all] = [await call(salesToday, {}, me.token), await call(ownSalesToday, {}, me.token)];
  expect((mine.data as { orders: number }).orders).toBe(1);
  expect((mine.data as { revenue: number }).revenue).toBe((all.data as { revenue: number }).revenue);
  expect(await listed(they.token)).toEqual(expect.arrayContaining([me.orderNo, they.orderNo]));
  // The park is everybody's.
  expect((await call(park.methods.get, { id: grounds.parkId }, me.token)).status).toBe(200);
});

test("department: what oneself, the department and those below it sold", async () => {
  const below = await seller("own", 1);
  const elsewhere = await seller("own", 2);
  const head = await seller("department", 0);
  const seen = await listed(head.token);
  expect(seen).toEqual(expect.arrayContaining([head.orderNo, below.orderNo]));
  expect(seen).not.toContain(elsewhere.orderNo);
  // Upwards one does not look.
  const one = await seller("department", 1);
  expect(await listed(one.token)).not.toContain(head.orderNo);
  // Who has no department sees their own.
  const nowhere = await seller("department");
  expect(await listed(nowhere.token)).toEqual([nowhere.orderNo]);
});

test("park: an account that is bound to none sees no park, and the widest of several roles counts", async () => {
  const user = await allRights(backend, [], "park");
  expect((await call(park.methods.get, { id: grounds.parkId }, user.token)).status).toBe(404);
  await bind(backend, user.id, [grounds.parkId]);
  expect((await call(park.methods.get, { id: grounds.parkId }, user.token)).status).toBe(200);
  const narrow = await seller("own");
  const other = await seller("all");
  expect(await listed(narrow.token)).not.toContain(other.orderNo);
  await backend.sql(
    `with wide as (insert into role (corp_code, code, name, data_scope) values ('0001', $2, $2, 'all') returning id)
     insert into account_role (corp_code, account_id, role_id) select '0001', $1, id from wide`,
    [narrow.id, fresh("wide")],
  );
  expect(await listed(narrow.token)).toContain(other.orderNo);
});

test("a gate asks not who sold, and a person's limit of the day counts what everybody sold", async () => {
  const keeper = await seller("own");
  const they = await seller("all");
  const [ticket] = await backend.sql<{ ticket_no: string }>("select ticket_no from ticket where order_id = $1", [
    they.orderId,
  ]);
  const scan = { gateId: grounds.gateId, code: ticket?.ticket_no, idempotencyKey: fresh("check-key") };
  expect((await call(checkTicket, scan, keeper.token)).data).toMatchObject({ admitted: true });
  const visitor = { name: "李四", identity: "110101199003070011" };
  const named = (n: number) =>
    saleOf(grounds.namedId, {
      lines: [{ ticketTypeId: grounds.namedId, quantity: n, slot: "" }],
      visitors: Array.from({ length: n }, () => visitor),
    } as never);
  const first = await call(sellTickets, named(1), they.token);
  expect(first.status, first.message).toBe(200);
  expect((await call(sellTickets, named(1), keeper.token)).status).toBe(200);
  expect((await call(sellTickets, named(1), keeper.token)).status).toBe(409);
});

test("nobody gives a wider scope than their own: by a role's form, a copy, or an operator's roles", async () => {
  const [limited, free] = [await allRights(backend, [], "department"), backend.admin];
  const asked = (dataScope: string) => ({ code: fresh("ROLE"), name: "范围", dataScope });
  expect((await call(role.methods.save, asked("all"), limited.token)).errors).toHaveProperty("dataScope");
  const { dataScope: _, ...silent } = asked("");
  expect((await call(role.methods.save, silent, limited.token)).errors).toHaveProperty("dataScope");
  expect((await call(role.methods.save, asked("own"), limited.token)).status).toBe(200);
  const wide = (await call(role.methods.save, asked("all"), free)).data as { id: number };
  const copied = await call(roleCopy, { id: wide.id, code: fresh("ROLE"), name: "副本" }, limited.token);
  expect(copied.errors).toHaveProperty("dataScope");
  const person = { accName: fresh("op"), name: "新人", accType: "1", isRealName: "F", roleIds: [wide.id] };
  const given = await call(operator.methods.save, { ...person, password: "0".repeat(32) }, limited.token);
  expect(given.errors ?? {}, JSON.stringify(given)).toHaveProperty("roleIds");
  const shown = await call(role.methods.list, { filters: { dataScope: "department" } }, free);
  expect(shown.data.records.map((one) => one.dataScope)).toContain("department");
});
