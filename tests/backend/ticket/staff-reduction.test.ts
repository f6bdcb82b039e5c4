/** Staff tickets: whose, how many a month, at what price, never more than allowed, and given back by a refund. */
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { PayloadOf } from "~/contract/method";
import { orderDetail, refundOrder } from "~/contract/order/order";
import { getCounter, quoteSale, sellTickets } from "~/contract/ticket/sale";
import { staffReduction, staffUse } from "~/contract/ticket/staff-reduction";
import { defaultPaths, encodePayload, tokenHeader } from "~/contract/wire";
import { createBackend } from "~server/backend/app";
import { takeQuota } from "~server/backend/business/ticket/quota-take";
import type { TakeStaff } from "~server/backend/business/ticket/reduce/staff";
import { sellWith } from "~server/backend/business/ticket/sale";
import { takesReduced } from "~server/backend/business/ticket/sale-store";
import { allServed } from "~server/backend/served";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, fresh, friday, saleOf, type TestPark, today } from "~tests/support/park";
import { meeting, race, raceIsReal } from "~tests/support/race";
import { saveCombo } from "./combos";

let backend: TestBackend;
let park: TestPark;
let employee: { token: string; id: number; accName: string };
beforeEach(async () => {
  backend = await openTestBackend();
  park = await createPark(backend);
  employee = await backend.createUser({ grants: ["buyTktList", "buyTktList/sale:sell", "buyTktList/sale:staff"] });
});
afterEach(async () => {
  await checkInvariants(backend);
  await backend.close();
});

async function addRule(fields: Record<string, unknown> = {}): Promise<number> {
  const reply = await backend.call(staffReduction.methods.save, {
    ...{ name: "员工免费票", ticketTypeId: park.adultId, forWhom: "employee", employeeId: employee.id },
    ...{ departmentId: null, roleId: null, perMonth: 3, price: 0 },
    ...fields,
  } as PayloadOf<typeof staffReduction.methods.save>);
  if (!reply.success) throw new Error(`${reply.status} ${reply.message} ${JSON.stringify(reply.errors)}`);
  return (reply.data as { id: number }).id;
}
const sell = (quantity: number, more: Record<string, unknown> = {}, as = backend.admin) =>
  backend.call(
    sellTickets,
    saleOf(park.adultId, { lines: [{ ticketTypeId: park.adultId, quantity }], staff: employee.accName, ...more }),
    { as },
  );
const used = async () =>
  (await backend.call(staffUse.methods.list, {})).data.records.map(({ month, total, used: n, remaining }) => [
    month,
    total,
    n,
    remaining,
  ]);
const prices = async () => (await backend.sql("select price from ticket order by id")).map(({ price }) => price);
const refund = (orderId: number, more: object = {}) =>
  backend.call(refundOrder, { orderId, idempotencyKey: fresh("refund"), reason: "改变行程", ...more });

describe("staff tickets at the counter", () => {
  it("are offered to whoever may issue them, quoted with what is left, sold, and listed by month", async () => {
    expect((await backend.call(getCounter, {})).data.ownAccount).toBeNull();
    await addRule({ price: 1000 });
    expect((await backend.call(getCounter, {})).data.ownAccount).toBe("admin");
    const lines = [{ ticketTypeId: park.adultId, quantity: 2 }];
    const quoted = (await backend.call(quoteSale, { visitDay: today, lines, staff: employee.accName })).data;
    expect(quoted).toMatchObject({ total: 16_000, discount: 14_000, payable: 2000, whyNot: "" });
    expect(quoted.staffStanding[0]).toMatch(/本月“成人票”可用 3 张，已用 0 张，本单 2 张$/);
    expect(quoted.reductions).toMatchObject([{ kind: "staff", quantity: 2, amount: 14_000 }]);
    expect((await sell(2, { expectedPayable: 2000 })).status).toBe(200);
    expect(await used()).toEqual([["2026-11", 3, 2, 1]]);
    // Of two more, one is left at the price for staff.
    expect((await sell(2)).status).toBe(200);
    expect(await prices()).toEqual([1000, 1000, 1000, 8000]);
    const none = await sell(1);
    expect([none.status, none.errors?.staff?.[0]]).toEqual([
      422,
      expect.stringMatching(/本月“成人票”可用 3 张，已用 3 张，本单 0 张$/),
    ]);
    backend.setNow(new Date("2026-12-01T09:00:00+08:00"));
    expect((await sell(1, { visitDay: "2026-12-01" })).status).toBe(200);
    expect(await used()).toEqual([
      ["2026-12", 3, 1, 2],
      ["2026-11", 3, 3, 0],
    ]);
  });

  it("come back with a refund, into the month that they were of", async () => {
    await addRule();
    const { data } = await sell(3);
    const { lines } = (await backend.call(orderDetail, { id: data.orderId })).data;
    backend.setNow(friday);
    const one = await refund(data.orderId, { items: [{ lineId: lines[0]?.id ?? 0, quantity: 1 }] });
    expect([one.status, one.data.amount]).toEqual([200, 0]);
    expect(await used()).toEqual([["2026-11", 3, 2, 1]]);
    expect((await refund(data.orderId)).status).toBe(200);
    expect(await used()).toEqual([["2026-11", 3, 0, 3]]);
    expect((await refund(data.orderId)).status).toBe(409);
    expect(await used()).toEqual([["2026-11", 3, 0, 3]]);
  });

  it("of a combo the whole counts as one, and comes back with its last part", async () => {
    const typeId = await park.addType({ name: "联票", kind: "combo", listPrice: 10_001, refundRule: "free" });
    const parts = [
      { ticketTypeId: park.adultId, quantity: 2, weight: 2 },
      { ticketTypeId: park.childId, quantity: 1, weight: 1 },
    ];
    await saveCombo(backend, typeId, parts, { refundBy: "parts" });
    await addRule({ ticketTypeId: typeId, perMonth: 1, price: 500 });
    const { data } = await sell(2, { lines: [{ ticketTypeId: typeId, quantity: 2 }] });
    expect((await prices()).reduce((sum, price) => Number(sum) + Number(price), 0)).toBe(10_501);
    expect(await used()).toEqual([["2026-11", 1, 1, 0]]);
    const tickets = await backend.sql<{ id: number }>(
      "select t.id from ticket t join ticket_reduction r on r.ticket_id = t.id order by t.id",
    );
    expect(tickets).toHaveLength(3);
    await refund(data.orderId, { ticketIds: tickets.slice(0, 2).map(({ id }) => id) });
    expect(await used()).toEqual([["2026-11", 1, 1, 0]]);
    await refund(data.orderId, { ticketIds: [Number(tickets[2]?.id)] });
    expect(await used()).toEqual([["2026-11", 1, 0, 1]]);
  });

  it("the rule that names the employee nearest holds; their own before the department's and the role's", async () => {
    const [role] = await backend.sql<{ id: number }>("select role_id as id from account_role where account_id = $1", [
      employee.id,
    ]);
    await addRule({ name: "角色票", forWhom: "role", employeeId: null, roleId: Number(role?.id), price: 500 });
    expect((await sell(1)).status).toBe(200);
    await backend.sql("insert into department (corp_code, id, name) values ('0001', 901, '总部')");
    await backend.sql("insert into department (corp_code, id, name, parent_id) values ('0001', 902, '票务部', 901)");
    await backend.sql("update account set department_id = 902 where id = $1", [employee.id]);
    await addRule({ name: "部门票", forWhom: "department", employeeId: null, departmentId: 901, price: 700 });
    expect((await sell(1)).status).toBe(200);
    await addRule({ name: "本人票", price: 900 });
    expect((await sell(1)).status).toBe(200);
    expect(await prices()).toEqual([500, 700, 900]);
  });

  it("of a rule that is changed the month counts anew, what was used stays used", async () => {
    const id = await addRule();
    await sell(2);
    await backend.sql("update staff_reduction set per_month = 1 where id = $1", [id]);
    expect((await sell(1)).status).toBe(422);
    await backend.sql("update staff_reduction set per_month = 5 where id = $1", [id]);
    expect((await sell(1)).status).toBe(200);
    expect(await used()).toEqual([["2026-11", 5, 3, 2]]);
  });

  it("without the right, for nobody, for two of a name, suspended, or of another tenant, nothing is sold", async () => {
    const id = await addRule();
    const { token: seller } = await backend.createUser({ grants: ["buyTktList", "buyTktList/sale:sell"] });
    expect((await sell(1, {}, seller)).errors).toHaveProperty("staff");
    expect((await sell(1, { staff: "没有这个人" })).errors?.staff?.[0]).toContain("没有这个人");
    const twin = await backend.createUser({ grants: ["buyTktList"] });
    await backend.sql("update account set name = '王小明' where id = any ($1::bigint[])", [[twin.id, employee.id]]);
    expect((await sell(1, { staff: "王小明" })).errors?.staff?.[0]).toContain("几位员工");
    await backend.call(staffReduction.methods.suspend, { id });
    expect((await sell(1)).errors).toHaveProperty("staff");
    const stranger = await backend.createCorp("0002");
    const theirs = await createPark(backend, stranger);
    const foreign = await backend.call(sellTickets, saleOf(theirs.adultId, { staff: employee.accName }), {
      as: stranger,
    });
    expect(foreign.status).toBe(422);
    expect(await backend.sql("select 1 from orders")).toEqual([]);
    expect(await backend.sql("select 1 from staff_quota")).toEqual([]);
  });

  it("whoever sells in another park sees neither rule nor use of this one", async () => {
    await addRule();
    const other = await createPark(backend);
    const grants = ["buyTktList", "buyTktList/sale:sell", "buyTktList/sale:staff", "staffReduce", "staffUse"];
    const { token } = await backend.createUser({ grants, parks: [other.parkId] });
    expect((await backend.call(staffReduction.methods.list, {}, { as: token })).data.records).toEqual([]);
    expect((await sell(1)).status).toBe(200);
    expect((await backend.call(staffUse.methods.list, {}, { as: token })).data.records).toEqual([]);
  });

  it("one rule for a ticket type and whom it is for", async () => {
    await addRule();
    const twin = await backend.call(staffReduction.methods.save, {
      ...{ name: "又一条", ticketTypeId: park.adultId, forWhom: "employee", employeeId: employee.id },
      ...{ departmentId: null, roleId: null, perMonth: 9, price: 0 },
    } as never);
    expect([twin.status, Object.keys(twin.errors ?? {})]).toEqual([422, ["employeeId"]]);
  });
});

describe("at once", () => {
  it("pressed twice it is used once", async () => {
    await addRule();
    const payload = saleOf(park.adultId, { staff: employee.accName });
    const [one, two] = await race(backend, 2, () => backend.call(sellTickets, payload));
    expect([one?.status, two?.status, one?.data.orderId]).toEqual([200, 200, two?.data.orderId]);
    expect(await used()).toEqual([["2026-11", 3, 2, 1]]);
  });

  it("of many tills the last ticket of a month goes to as many as are left", async () => {
    await addRule();
    await sell(1);
    const replies = await race(backend, 6, () => sell(1, { expectedPayable: 0 }));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(2);
    expect(replies.filter(({ status }) => status !== 200).every(({ status }) => [409, 422].includes(status))).toBe(
      true,
    );
    expect(await used()).toEqual([["2026-11", 3, 3, 0]]);
    expect(await prices()).toEqual([0, 0, 0]);
  });

  it.runIf(raceIsReal)("control: without the ledger's condition the month is overdrawn", async () => {
    const ruleId = await addRule({ perMonth: 1 });
    await backend.sql("alter table staff_quota drop constraint staff_quota_check");
    await backend.sql("drop trigger ledger_agrees on staff_quota");
    await backend.sql("drop trigger ledger_agrees_from_the_start on staff_quota");
    await backend.sql(
      `insert into staff_quota (corp_code, staff_reduction_id, employee_id, month, total)
       values ('0001', $1, $2, '2026-11', 1)`,
      [ruleId, employee.id],
    );
    // Nobody takes before another has come as far: both have read that one is left.
    const met = meeting(2);
    const naive: TakeStaff = async (call, takings) => {
      await met();
      const taken = new Map<number, number>();
      for (const { ruleId: id, quantity } of takings) {
        const { rows } = await call.db.execute<{ id: number }>(
          sql`update staff_quota set used = used + ${quantity} where staff_reduction_id = ${id} returning id::int as id`,
        );
        taken.set(id, Number(rows[0]?.id));
      }
      return taken;
    };
    const served = [
      ...allServed.filter(({ method }) => method !== sellTickets),
      sellWith(takeQuota, { ...takesReduced, staff: naive }),
    ];
    const app = createBackend({ database: backend.database, now: () => friday, served });
    const lines = [{ ticketTypeId: park.adultId, quantity: 1 }];
    await race(backend, 12, () =>
      app.request(defaultPaths.ticket, {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded", [tokenHeader]: backend.admin },
        body: new URLSearchParams(
          encodePayload({ method: sellTickets.name, ...saleOf(park.adultId, { lines, staff: employee.accName }) }),
        ).toString(),
      }),
    );
    const [month] = await backend.sql<{ used: number }>("select used from staff_quota");
    expect(month?.used).toBeGreaterThan(1);
    await backend.sql("delete from ticket_reduction");
    await backend.sql("delete from staff_quota");
  });
});
