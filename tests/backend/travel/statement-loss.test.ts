/** What is written off: refunds of before and after it, whose loss it is, and what salesmen received. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { quoteRefund, refundOrder } from "~/contract/order/order";
import { sellTickets } from "~/contract/ticket/sale";
import { agencyAccount } from "~/contract/travel/account";
import { agency } from "~/contract/travel/agency";
import { regionalPlan } from "~/contract/travel/plan";
import { agencyStatement, agencyStatementRows } from "~/contract/travel/statement";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, fresh, friday, type TestPark, today } from "~tests/support/park";
import { raceIsReal, raceToInsert, withoutLock } from "~tests/support/race";
import { addSalesman, agencyInUse, refundTickets } from "./sales-support";

let backend: TestBackend;
let park: TestPark;
beforeAll(async () => {
  backend = await openTestBackend();
  park = await createPark(backend);
});
beforeEach(() => backend.setNow(friday));
afterEach(() => checkInvariants(backend));
afterAll(() => backend.close());

const onCredit = (fields: object = {}) =>
  agencyInUse(backend, { settlement: "credit", creditLimit: 500_000, ...fields });
/** One adult is 80 yuan. */
async function sale(id: number, quantity = 1): Promise<number> {
  const [one] = await backend.sql<{ code: string }>("select code from travel_agency where id = $1", [id]);
  const sold = await backend.call(sellTickets, {
    ...{ visitDay: today, posId: park.posId, lines: [{ ticketTypeId: park.adultId, quantity }] },
    ...{ agency: one?.code ?? "", paymentType: "onAccount", idempotencyKey: fresh("sale-key") },
  } as never);
  expect(sold.message).toBe("");
  return Number(sold.data.orderId);
}
const refund = (orderId: number) =>
  backend.call(refundOrder, { orderId, reason: "行程取消", idempotencyKey: fresh("refund-key") });
const bank = (what: "topUp" | "withdraw", id: number, amount: number) =>
  backend.call(agency.commands[what].method, { id, amount, bankRef: fresh("BR"), remark: null } as never);
const press = (name: keyof typeof agencyStatement.commands, id: number, fields: object = {}) =>
  backend.call(agencyStatement.commands[name].method, { id, ...fields } as never);
const make = (agencyId: number) =>
  backend.call(agencyStatement.methods.save, {
    ...{ code: fresh("JS"), agencyId, fromDay: today, toDay: today, remark: null },
  } as never);
const standing = async (id: number) => (await backend.call(agencyAccount, { id })).data.standing;
const totalOf = async (id: number) => (await backend.call(agencyStatementRows, { id } as never)).data.total;
const writeOff = (id: number) => press("writeOff", id, { reason: "坏账" });

async function closed(agencyId: number): Promise<number> {
  const made = await make(agencyId);
  expect(made.message).toBe("");
  const { id } = made.data as unknown as { id: number };
  await backend.sql("update agency_statement set stamped = '2026/stamped.pdf' where id = $1", [id]);
  for (const name of ["send", "confirm", "close"] as const) expect((await press(name, id)).message).toBe("");
  return id;
}

test("a refund before the write-off lessens the loss, and comes in no later statement", async () => {
  const id = await onCredit();
  const order = await sale(id, 2);
  const first = await closed(id);
  await refundTickets(backend, order, 1);
  await sale(id, 3);
  const done = await writeOff(first);
  expect(done.message).toBe("");
  expect((done.data as { notice?: string }).notice).toBe("已核销坏账 80.00 元，另有 80.00 元由本单订单的退款抵减");
  expect(await standing(id)).toMatchObject({ used: 24_000, prepaid: 0 });
  const second = await closed(id);
  expect(await totalOf(second)).toBe(24_000);
  await bank("topUp", id, 24_000);
  expect((await press("allocate", second, { amount: null })).message).toBe("");
  expect(await standing(id)).toMatchObject({ used: 0, prepaid: 0 });
});

test("a refund that stands in a later statement already: all that is open is lost", async () => {
  const id = await onCredit();
  const order = await sale(id, 2);
  const first = await closed(id);
  await refundTickets(backend, order, 1);
  await sale(id, 3);
  const second = await closed(id);
  expect(await totalOf(second)).toBe(16_000);
  expect((await writeOff(first)).message).toBe("");
  expect(await standing(id)).toMatchObject({ used: 16_000 });
  await bank("topUp", id, 16_000);
  expect((await press("allocate", second, { amount: null })).message).toBe("");
  expect(await standing(id)).toMatchObject({ used: 0, prepaid: 0 });
});

test("a refund after the write-off gives nothing back that nobody paid", async () => {
  const id = await onCredit();
  const order = await sale(id, 2);
  const first = await closed(id);
  await bank("topUp", id, 6_000);
  await press("allocate", first, { amount: null });
  expect((await writeOff(first)).message).toBe("");
  const quoted = await backend.call(quoteRefund, { orderId: order } as never);
  expect(quoted.data.notes).toEqual([expect.stringMatching(/^其中 \d+\.\d\d 元已核销坏账，不会退回旅行社账户$/)]);
  expect((await refund(order)).message).toBe("");
  // 160 were sold, 60 paid, 100 written off.
  expect(await standing(id)).toMatchObject({ used: 0, prepaid: 6_000 });
  expect((await bank("withdraw", id, 6_001)).status).toBe(422);
  expect((await bank("withdraw", id, 6_000)).message).toBe("");
});

test("what others of the agency owe is not lessened by a refund of what was written off", async () => {
  const id = await onCredit();
  const order = await sale(id);
  const first = await closed(id);
  await sale(id, 2);
  expect((await writeOff(first)).message).toBe("");
  expect((await refund(order)).message).toBe("");
  expect(await standing(id)).toMatchObject({ used: 16_000, prepaid: 0 });
  expect(await totalOf(await closed(id))).toBe(16_000);
});

test("results of a salesman: what was written off was not received", async () => {
  const salesmanId = await addSalesman(backend);
  const id = await onCredit({ salesmanId });
  const own = async () => {
    const { rows } = (await backend.call(regionalPlan, { month: today.slice(0, 7) })).data;
    return rows.find((row) => row.kind === "salesman" && row.id === salesmanId)?.amount;
  };
  const order = await sale(id, 2);
  const first = await closed(id);
  await bank("topUp", id, 6_000);
  await press("allocate", first, { amount: null });
  expect(await own()).toBe(6_000);
  await sale(id);
  expect(await own()).toBe(6_000);
  expect((await writeOff(first)).message).toBe("");
  expect(await own()).toBe(6_000);
  await bank("topUp", id, 8_000);
  expect(await own()).toBe(14_000);
  // The loss goes with it: 100 of its 160 were never paid.
  await refund(order);
  expect(await own()).toBe(8_000);
});

describe.runIf(raceIsReal)("a statement is made while another is written off", () => {
  /** The write-off has taken the refund, and is kept from going on until whoever makes the statement waits too, or is done. */
  async function bothAtOnce(): Promise<{ id: number; first: number; statuses: number[] }> {
    const id = await onCredit();
    const order = await sale(id, 2);
    const first = await closed(id);
    await refundTickets(backend, order, 1);
    await sale(id, 3);
    const statuses = await raceToInsert(backend, "agency_statement_offset", 2, async (n) => {
      if (n === 0) return (await writeOff(first)).status;
      await somebodyWaits();
      return (await make(id)).status;
    });
    return { id, first, statuses };
  }

  async function somebodyWaits(): Promise<void> {
    const waiting = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    while ((await backend.sql(waiting)).length === 0) await backend.sql("select pg_sleep(0.01)");
  }

  const standsIn = async (id: number, first: number) => {
    const [row] = await backend.sql<{ n: number }>(
      `select (select count(*) from agency_statement_offset where statement_id = $1)::int
            + (select count(*) from agency_statement_row r join agency_statement s on s.id = r.statement_id
               where s.agency_id = $2 and s.id <> $1 and r.amount < 0)::int as n`,
      [first, id],
    );
    return row?.n;
  };

  test("the refund stands in one of both", async () => {
    const { id, first, statuses } = await bothAtOnce();
    expect([statuses, await standsIn(id, first)]).toEqual([[200, 200], 1]);
  });

  test("control: without the lock of the agency it stands in both, and the self-audit tells", async () => {
    const open = { mark: "select id from travel_agency", lock: " for no key update", people: 1 };
    const { id, first, statuses } = await withoutLock(open, bothAtOnce);
    expect([statuses, await standsIn(id, first)]).toEqual([[200, 200], 2]);
    await expect(checkInvariants(backend)).rejects.toThrow();
    const [second] = await backend.sql<{ id: number; ledger: number }>(
      `select s.id::float8 as id, r.ledger_id::float8 as ledger
       from agency_statement_row r join agency_statement s on s.id = r.statement_id
       where s.agency_id = $1 and s.id <> $2 and r.amount < 0`,
      [id, first],
    );
    await backend.sql("delete from agency_statement_row where ledger_id = $1", [second?.ledger]);
    await backend.sql("delete from agency_ledger_open where ledger_id = $1", [second?.ledger]);
    await backend.sql("update agency_statement set total = 24000 where id = $1", [second?.id]);
  });
});
