/** Steps at random over a few agencies: every account is what its ledger says, never overdrawn, and orders agree with it. */
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { refundOrder } from "~/contract/order/order";
import { sellTickets } from "~/contract/ticket/sale";
import { agency } from "~/contract/travel/agency";
import { agencyExposure } from "~/contract/travel/exposure";
import { agencyStatement } from "~/contract/travel/statement";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, fresh, friday, type TestPark, today } from "~tests/support/park";
import { agencyInUse } from "./sales-support";

let backend: TestBackend;
let park: TestPark;
beforeAll(async () => {
  backend = await openTestBackend();
  backend.setNow(friday);
  park = await createPark(backend);
});
afterAll(() => backend.close());

const step = fc.record({
  what: fc.constantFrom("topUp", "sale", "sale", "back", "withdraw", "limit", "bill", "pay", "lost"),
  who: fc.nat(3),
  amount: fc.integer({ min: 1, max: 60_000 }),
  quantity: fc.integer({ min: 1, max: 4 }),
});

test("accounts equal their ledgers after random steps, whatever was refused", { timeout: 120_000 }, async () => {
  const ids = [
    await agencyInUse(backend, { settlement: "credit", creditLimit: 50_000 }),
    await agencyInUse(backend, { settlement: "credit", creditLimit: 0 }),
    await agencyInUse(backend),
    // It never pays: what it owes can be written off alone.
    await agencyInUse(backend, { settlement: "credit", creditLimit: 200_000 }),
  ];
  const codes = await backend.sql<{ id: number; code: string }>("select id::int, code from travel_agency");
  const orders: number[] = [];
  const closed: number[] = [];
  const done: Record<string, number> = {};
  const steps = fc.sample(step, { numRuns: 200, seed: 20_261_124 });
  for (const { what, who, amount, quantity } of steps) {
    const id = ids[who] ?? 0;
    const bank = { id, amount, bankRef: fresh("BR"), remark: null };
    if (what === "topUp" && who < 3) await pressed(what, agency.commands.topUp.method, bank);
    if (what === "withdraw") await pressed(what, agency.commands.withdraw.method, bank);
    if (what === "limit")
      await pressed(what, agency.commands.changeLimit.method, { id, creditLimit: amount, reason: "调整" });
    if (what === "sale") {
      const reply = await pressed(what, sellTickets, {
        ...{ visitDay: today, posId: park.posId, lines: [{ ticketTypeId: park.adultId, quantity }] },
        ...{ agency: codes.find((one) => one.id === id)?.code ?? "", paymentType: "onAccount" },
        idempotencyKey: fresh("sale-key"),
      });
      if (reply.success) orders.push(Number(reply.data.orderId));
    }
    if (what === "bill") {
      const fields = { code: fresh("JS"), agencyId: id, fromDay: today, toDay: today, remark: null, stamped: null };
      const reply = await pressed(what, agencyStatement.methods.save, fields);
      const statement = Number(reply.data?.id ?? 0);
      if (reply.success) {
        await backend.sql("update agency_statement set stamped = '2026/s.pdf' where id = $1", [statement]);
        for (const name of ["send", "confirm", "close"] as const)
          await pressed(name, agencyStatement.commands[name].method, { id: statement });
        closed.push(statement);
      }
    }
    const bill = closed[amount % Math.max(1, closed.length)];
    if (what === "pay" && bill !== undefined)
      await pressed(what, agencyStatement.commands.allocate.method, { id: bill, amount: amount % 2 ? null : amount });
    if (what === "lost" && bill !== undefined)
      await pressed(what, agencyStatement.commands.writeOff.method, { id: bill, reason: "坏账" });
    const [orderId] = what === "back" ? orders.splice(amount % Math.max(1, orders.length), 1) : [];
    if (orderId) await pressed(what, refundOrder, { orderId, reason: "退", idempotencyKey: fresh("refund-key") });
  }
  expect(Object.keys(done).sort()).toEqual([
    "back",
    "bill",
    "close",
    "confirm",
    "limit",
    "lost",
    "pay",
    "sale",
    "send",
    "topUp",
    "withdraw",
  ]);
  const wrong = await backend.sql(`
    select k.agency_id
    from agency_account k
    join travel_agency a on a.corp_code = k.corp_code and a.id = k.agency_id
    left join (
      select corp_code, agency_account_id as id, sum(prepaid_change) as prepaid, sum(used_change) as used
      from agency_ledger group by 1, 2
    ) l on l.corp_code = k.corp_code and l.id = k.id
    where (k.prepaid, k.used) is distinct from (coalesce(l.prepaid, 0)::bigint, coalesce(l.used, 0)::bigint)
       or least(k.prepaid, k.used, coalesce(a.credit_limit, 0) - k.used) < 0`);
  expect(wrong).toEqual([]);
  await checkInvariants(backend);
  const { data } = await backend.call(agencyExposure, {});
  for (const { used, ages } of data.rows) expect(ages.reduce((sum, age) => sum + age, 0)).toBe(used);
  expect(data.total.used).toBe(data.rows.reduce((sum, { used }) => sum + used, 0));

  async function pressed(name: string, method: Parameters<TestBackend["call"]>[0], payload: object) {
    const reply = await backend.call(method, payload as never);
    expect([200, 409, 422]).toContain(reply.status);
    if (reply.success) done[name] = (done[name] ?? 0) + 1;
    return reply as unknown as { success: boolean; data: Record<string, unknown> };
  }
});
