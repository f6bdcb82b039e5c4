/** Who sells to the trade: regions on a tree, salesmen, heads of departments, guides, and whose a group's order is. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openShift } from "~/contract/order/shift";
import { departmentSave } from "~/contract/platform/department";
import { employee } from "~/contract/platform/employee";
import { groupArrive, groupBooking, groupSettle } from "~/contract/ticket/group-booking";
import { sellTickets } from "~/contract/ticket/sale";
import { agency } from "~/contract/travel/agency";
import { departmentHead } from "~/contract/travel/department-head";
import { guide } from "~/contract/travel/guide";
import { regionalPlan } from "~/contract/travel/plan";
import { salesRegion } from "~/contract/travel/region";
import { salesman, salesmanLeft, salesTarget } from "~/contract/travel/salesman";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, fresh, friday, type TestPark, today } from "~tests/support/park";
import { addGuide, addRegion, addSalesman, agencyInUse } from "./sales-support";
import { agencyOf } from "./support";

let backend: TestBackend;
let park: TestPark;
beforeAll(async () => {
  backend = await openTestBackend();
  backend.setNow(friday);
  park = await createPark(backend);
});
afterAll(async () => {
  await checkInvariants(backend);
  await backend.close();
});

describe("regions", () => {
  test("stay a tree, and go only while nothing hangs on them", async () => {
    const east = await addRegion(backend);
    const city = await addRegion(backend, { parentId: east });
    const own = { id: east, name: fresh("华东"), sort: 10, parentId: city };
    const ring = await backend.call(salesRegion.methods.save, own as never);
    expect([ring.status, ring.errors]).toEqual([422, { parentId: ["区域不能放在自己或自己的下级之下"] }]);
    const removed = await backend.call(salesRegion.methods.remove, { id: east } as never);
    expect([removed.status, removed.message.includes("下级区域")]).toEqual([409, true]);
    expect((await backend.call(salesRegion.methods.remove, { id: city } as never)).success).toBe(true);
  });
});

describe("salesmen", () => {
  test("leave only once their agencies are handed over, and are chosen no more", async () => {
    const leaver = await addSalesman(backend);
    const agencyId = await agencyInUse(backend, { salesmanId: leaver });
    const before = await digests(backend);
    const kept = await backend.call(salesman.methods.leave, { id: leaver } as never);
    expect([kept.status, kept.message.includes("未移交")]).toEqual([409, true]);
    expect(changed(before, await digests(backend))).toEqual([]);
    const other = await addSalesman(backend);
    const moved = { ...agencyOf({ salesmanId: other }), id: agencyId };
    expect((await backend.call(agency.methods.save, moved as never)).message).toBe("");
    expect((await backend.call(salesman.methods.leave, { id: leaver } as never)).success).toBe(true);
    const chosen = await backend.call(agency.methods.save, agencyOf({ salesmanId: leaver }) as never);
    expect([chosen.status, Object.keys(chosen.errors ?? {})]).toEqual([422, ["salesmanId"]]);
  });

  test("hand all their agencies over in one press; orders stay with whom they were earned", async () => {
    const [leaver, other] = [await addSalesman(backend), await addSalesman(backend)];
    const [one, two] = [
      await agencyInUse(backend, { salesmanId: leaver }),
      await agencyInUse(backend, { salesmanId: leaver, settlement: "credit", creditLimit: 100_000 }),
    ];
    const closed = await agencyInUse(backend, { salesmanId: leaver });
    await backend.sql("update travel_agency set status = 'closed' where id = $1", [closed]);
    const [code] = await backend.sql<{ code: string }>("select code from travel_agency where id = $1", [two]);
    const sold = await backend.call(sellTickets, {
      ...{ visitDay: today, posId: park.posId, lines: [{ ticketTypeId: park.adultId, quantity: 1 }] },
      ...{ agency: code?.code, paymentType: "onAccount", idempotencyKey: fresh("sale-key") },
    } as never);
    expect(sold.message).toBe("");
    const left = (await backend.call(salesmanLeft, { id: leaver })).data;
    expect(left).toMatchObject({ owed: 8_000, shift: "", onDuty: true });
    expect(left.agencies.map(({ id }) => id).sort()).toEqual([one, two].sort());
    const kept = await backend.call(salesman.methods.leave, { id: leaver } as never);
    expect([kept.status, kept.message.includes("80.00")]).toEqual([409, true]);
    const hand = (toId: number) => backend.call(salesman.commands.handOver.method, { id: leaver, toId } as never);
    const before = await digests(backend);
    expect((await hand(leaver)).status).toBe(422);
    expect(changed(before, await digests(backend))).toEqual([]);
    expect((await hand(other)).status).toBe(200);
    expect((await hand(other)).status).toBe(409);
    const rows = await backend.sql<{ id: number; by: number }>(
      "select id::int as id, salesman_id::int as by from travel_agency where id = any ($1::bigint[]) order by id",
      [[one, two, closed]],
    );
    expect(rows.map(({ by }) => by)).toEqual([other, other, leaver]);
    const orders = await backend.sql("select salesman_id::int as by from travel_order where agency_id = $1", [two]);
    expect(orders).toEqual([{ by: leaver }]);
    const trail = await backend.sql(
      "select 1 from audit_log where thing = 'agency' and thing_id = any ($1::bigint[]) and after::text like $2",
      [[one, two], `%${other}%`],
    );
    expect(trail.length).toBeGreaterThanOrEqual(2);
    expect((await backend.call(salesman.methods.leave, { id: leaver } as never)).message).toBe("");
  });

  test("an employee who sells or looks after agencies is not closed before both are handed over", async () => {
    const seller = await backend.createUser({ grants: ["shift", "shift/shift:work"] });
    const [account] = await backend.sql<{ id: number }>("select id::int as id from account where acc_name = $1", [
      seller.accName,
    ]);
    const accountId = account?.id ?? 0;
    const departmentId = await backend.saved(departmentSave, { parentId: 0, name: fresh("票务部") });
    const person = { code: fresh("E"), name: "陈静", departmentId, entryDay: "2024-03-01", accountId };
    const employeeId = await backend.saved(employee.methods.save, { ...person, state: "onDuty" });
    const salesmanId = await addSalesman(backend, { accountId });
    await agencyInUse(backend, { salesmanId });
    const opened = await backend.call(
      openShift,
      { posId: park.posId, opening: 20_000, idempotencyKey: fresh("shift-key") } as never,
      { as: seller.token },
    );
    expect(opened.message).toBe("");
    const leave = () =>
      backend.call(employee.methods.save, {
        ...{ ...person, id: employeeId, state: "left", leaveDay: today },
      } as never);
    const before = await digests(backend);
    const first = await leave();
    expect([first.status, first.message.includes("200.00"), first.message.includes("青山旅行社")]).toEqual([
      409,
      true,
      true,
    ]);
    expect(changed(before, await digests(backend))).toEqual([]);
    await backend.sql("update shift set status = 'closed' where account_id = $1", [accountId]).catch(() => undefined);
    const other = await addSalesman(backend);
    await backend.call(salesman.commands.handOver.method, { id: salesmanId, toId: other } as never);
    const second = await leave();
    expect(second.message.includes("青山旅行社")).toBe(false);
  });

  test("do not leave with a shift that is open, though they have no agencies", async () => {
    const seller = await backend.createUser({ grants: ["shift", "shift/shift:work"] });
    const [account] = await backend.sql<{ id: number }>("select id::int as id from account where acc_name = $1", [
      seller.accName,
    ]);
    const id = await addSalesman(backend, { accountId: account?.id });
    // At a till of their own: another test's seller may be at the first.
    const { posId } = await createPark(backend);
    const shift = { posId, opening: 20_000, idempotencyKey: fresh("shift-key") };
    expect((await backend.call(openShift, shift as never, { as: seller.token })).message).toBe("");
    const before = await digests(backend);
    const no = await backend.call(salesman.methods.leave, { id } as never);
    expect([no.status, no.message]).toEqual([409, expect.stringMatching(/班次 .* 未交班（备用金 200\.00 元）/)]);
    expect(changed(before, await digests(backend))).toEqual([]);
    expect((await backend.call(salesmanLeft, { id })).data.onDuty).toBe(true);
  });

  test("have one target a month, of a month that is one", async () => {
    const salesmanId = await addSalesman(backend);
    const target = { salesmanId, month: "2026-11", persons: 1200, amount: 9_000_000 };
    expect((await backend.call(salesTarget.methods.save, target as never)).message).toBe("");
    const again = await backend.call(salesTarget.methods.save, target as never);
    expect(again.status).toBe(422);
    const wrong = await backend.call(salesTarget.methods.save, { ...target, month: "2026-13" } as never);
    expect([wrong.status, wrong.errors]).toEqual([422, { month: ["请按“年-月”填写，如 2026-11"] }]);
  });

  test("of another tenant are not found", async () => {
    const id = await addSalesman(backend);
    const stranger = await backend.createCorp("other");
    const seen = await backend.call(salesman.methods.get, { id } as never, { as: stranger });
    expect(seen.status).toBe(404);
  });
});

test("a department has one head, an employee on duty", async () => {
  const departmentId = await backend.saved(departmentSave, { parentId: 0, name: "市场部" });
  const person = { code: fresh("E"), name: "陈静", departmentId, entryDay: "2024-03-01" };
  const employeeId = await backend.saved(employee.methods.save, { ...person, state: "onDuty" });
  const head = { departmentId, employeeId, title: "经理", fromDay: "2025-01-01" };
  expect((await backend.call(departmentHead.methods.save, head as never)).message).toBe("");
  const second = await backend.call(departmentHead.methods.save, head as never);
  expect([second.status, Object.keys(second.errors ?? {})]).toEqual([422, ["departmentId"]]);
});

describe("guides", () => {
  test("are one person a document, of whatever kind, in whatever spelling", async () => {
    const shown = { document: "passport", country: "DEU", identity: "C01X00T47" };
    await addGuide(backend, shown);
    const again = await backend.call(guide.methods.save, {
      ...(await guideOf()),
      ...shown,
      identity: "c01x-00t47",
    } as never);
    expect([again.status, Object.keys(again.errors ?? {})]).toEqual([422, ["identity"]]);
    const wrong = await backend.call(guide.methods.save, { ...(await guideOf()), identity: "123" } as never);
    expect([wrong.status, Object.keys(wrong.errors ?? {})]).toEqual([422, ["identity"]]);
  });
});

const guideOf = async () => ({
  ...{ name: "赵敏", mobile: "13800138001", document: "resident", identity: "110101199003071234" },
  ...{ certificate: fresh("D"), level: "junior", agencies: [] },
});

describe("a group of an agency", () => {
  const wish = (fields: object) => ({
    ...{ organisation: null, contactName: "王芳", mobile: "13800138000", guide: null, parkId: park.parkId },
    ...{ visitDay: today, slot: null, arrival: "10:30", customerGroup: "agency", remark: null, plate: "京A12345" },
    people: [{ ticketTypeId: park.adultId, quantity: 3 }],
    ...fields,
  });

  test("is called as its agency and guide are, and earns with whoever looks after it on the day", async () => {
    const salesmanId = await addSalesman(backend);
    const agencyId = await agencyInUse(backend, { salesmanId });
    const guideId = await addGuide(backend);
    const id = await backend.saved(groupBooking.methods.save, wish({ agencyId, guideId }));
    const [row] = await backend.sql("select organisation, guide, plate from group_booking where id = $1", [id]);
    expect(row).toMatchObject({
      organisation: expect.stringContaining("青山旅行社"),
      guide: "赵敏",
      plate: "京A12345",
    });
    await backend.call(groupBooking.commands.confirm.method, { id } as never);
    await backend.call(groupArrive, { id, people: [{ ticketTypeId: park.adultId, arrived: 3 }] });
    const settled = await backend.call(groupSettle, { id, idempotencyKey: fresh("settle-key"), paymentType: "cash" });
    expect(settled.message).toBe("");
    const other = await addSalesman(backend);
    await backend.sql("update travel_agency set salesman_id = $1 where id = $2", [other, agencyId]);
    const rows = await backend.sql("select agency_id, guide_id, salesman_id from travel_order where agency_id = $1", [
      agencyId,
    ]);
    expect(rows).toEqual([{ agency_id: agencyId, guide_id: guideId, salesman_id: salesmanId }]);
    // In the plan it stays with whom it was earned; what the other looks after now is counted with them.
    const plan = await backend.call(regionalPlan, {});
    expect(plan.message).toBe("");
    const { data } = plan;
    const own = data.rows.find(({ kind, id: one }) => kind === "salesman" && one === salesmanId);
    const [paid] = await backend.sql<{ paid: number }>("select paid::int from orders order by id desc limit 1");
    expect(own).toMatchObject({ persons: 0, amount: paid?.paid, agencies: 0 });
    expect(data.rows[data.rows.indexOf(own as never) + 1]).toMatchObject({ kind: "agency", id: agencyId });
    expect(data.rows.find(({ kind, id: one }) => kind === "salesman" && one === other)).toMatchObject({ agencies: 1 });
  });

  test("needs a name, or an agency in business that gives one", async () => {
    const nameless = await backend.call(groupBooking.methods.save, wish({ agencyId: null }) as never);
    expect([nameless.status, nameless.errors]).toEqual([422, { organisation: ["请填写单位，或选择旅行社"] }]);
    const applied = await backend.saved(agency.methods.save, agencyOf());
    const refused = await backend.call(groupBooking.methods.save, wish({ agencyId: applied }) as never);
    expect([refused.status, Object.keys(refused.errors ?? {})]).toEqual([422, ["agencyId"]]);
  });
});
