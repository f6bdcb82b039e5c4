/** Statements that are due by the agreements: weekly or monthly, by the day of sale or of admission, all by one press; disputes by line. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { refundOrder } from "~/contract/order/order";
import { sellTickets } from "~/contract/ticket/sale";
import { agency } from "~/contract/travel/agency";
import { agencyStatement, agencyStatementRows } from "~/contract/travel/statement";
import { disputeLine, statementDispute } from "~/contract/travel/statement-dispute";
import { makeStatements, statementsDue } from "~/contract/travel/statement-due";
import { makeStatementsJob } from "~server/backend/business/travel/statement-job";
import { createWorker } from "~server/backend/jobs/worker";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, fresh, type TestPark } from "~tests/support/park";
import { race, raceIsReal, raceToInsert } from "~tests/support/race";
import { agencyInUse } from "./sales-support";

let backend: TestBackend;
let park: TestPark;
let now: Date;
const at = (day: string) => {
  now = new Date(`${day}T10:00:00+08:00`);
  backend.setNow(now);
};
beforeAll(async () => {
  backend = await openTestBackend();
  at("2026-06-01");
  park = await createPark(backend);
});
beforeEach(() => at("2026-06-01"));
afterEach(() => checkInvariants(backend));
afterAll(() => backend.close());

const worker = (kinds = [makeStatementsJob]) => createWorker({ database: backend.database, kinds, now: () => now });

async function agencyWith(terms: { cycle: string; basis: string } | null): Promise<number> {
  const id = await agencyInUse(backend, { settlement: "credit", creditLimit: 5_000_000 });
  if (terms)
    await backend.sql(
      `insert into travel_agreement (corp_code, code, agency_id, from_day, to_day, cycle, basis, status)
       select corp_code, 'XY-' || id, id, '2026-01-01', '2027-12-31', $2, $3, 'signed' from travel_agency where id = $1`,
      [id, terms.cycle, terms.basis],
    );
  return id;
}

/** One adult is 80 yuan. */
async function sale(id: number, visitDay: string, quantity = 1): Promise<number> {
  const [one] = await backend.sql<{ code: string }>("select code from travel_agency where id = $1", [id]);
  const sold = await backend.call(sellTickets, {
    ...{ visitDay, posId: park.posId, lines: [{ ticketTypeId: park.adultId, quantity }] },
    ...{ agency: one?.code ?? "", paymentType: "onAccount", idempotencyKey: fresh("sale-key") },
  } as never);
  expect(sold.message).toBe("");
  return Number(sold.data.orderId);
}
const press = (as = backend.admin) =>
  backend.call(makeStatements, { idempotencyKey: fresh("make-key") } as never, { as });
async function makeAll(): Promise<void> {
  expect((await press()).message).toBe("");
  await worker().drain();
}
const dueOf = async (id: number) => {
  const { data, message } = await backend.call(statementsDue, {} as never);
  expect(message).toBe("");
  return {
    due: data.due.filter(({ agencyId }) => agencyId === id).map(({ from, to, total }) => [from, to, total]),
    left: data.left.filter(({ agencyId }) => agencyId === id),
  };
};
const madeOf = (id: number) =>
  backend.sql<Record<string, unknown>>(
    `select code, from_day::text as "from", to_day::text as "to", basis, total::int as total, status
     from agency_statement where agency_id = $1 order by id`,
    [id],
  );

describe("periods", () => {
  test("months and weeks that are over, each its statement; the running one waits; again makes nothing", async () => {
    const [monthly, weekly, none] = [
      await agencyWith({ cycle: "month", basis: "sale" }),
      await agencyWith({ cycle: "week", basis: "sale" }),
      await agencyWith(null),
    ];
    for (const id of [monthly, weekly, none]) await sale(id, "2026-06-01");
    at("2026-06-09");
    for (const id of [monthly, weekly]) await sale(id, "2026-06-09", 2);
    at("2026-06-16");
    expect(await dueOf(monthly)).toEqual({ due: [], left: [] });
    expect((await dueOf(weekly)).due).toEqual([
      ["2026-06-01", "2026-06-07", 8_000],
      ["2026-06-08", "2026-06-14", 16_000],
    ]);
    at("2026-07-01");
    expect((await dueOf(monthly)).due).toEqual([["2026-06-01", "2026-06-30", 24_000]]);
    expect(await dueOf(none)).toMatchObject({ due: [], left: [{ count: 1, total: 8_000 }] });
    await makeAll();
    const [code] = await backend.sql<{ code: string }>("select code from travel_agency where id = $1", [monthly]);
    expect(await madeOf(monthly)).toEqual([
      {
        ...{ code: `JS20260630-${code?.code}`, from: "2026-06-01", to: "2026-06-30" },
        ...{ basis: "sale", total: 24_000, status: "draft" },
      },
    ]);
    expect((await madeOf(weekly)).map(({ total }) => total)).toEqual([8_000, 16_000]);
    expect(await madeOf(none)).toEqual([]);
    await makeAll();
    expect(await madeOf(monthly)).toHaveLength(1);
    const trail = await backend.sql("select 1 from audit_log where thing = 'agencyStatement' and label like 'JS2026%'");
    expect(trail.length).toBeGreaterThanOrEqual(3);
  });

  test("by admission: an order counts when its people came, or when nobody can come any more", async () => {
    const id = await agencyWith({ cycle: "month", basis: "admission" });
    const [came, unused, later] = [
      await sale(id, "2026-06-20", 1),
      await sale(id, "2026-06-25", 2),
      await sale(id, "2026-07-05", 4),
    ];
    expect([came, unused, later].every((order) => order > 0)).toBe(true);
    at("2026-07-01");
    // People came in June with the first order; of the second nobody did.
    await backend.sql(
      `insert into passage (corp_code, at, gate_id, park_id, direction, order_id, admitted, reason, entries)
       select t.corp_code, '2026-06-20T09:00:00+08:00', g.id, t.park_id, 'in', t.order_id, true, 'ok', 1
       from ticket t join gate g on g.corp_code = t.corp_code where t.order_id = $1 limit 1`,
      [came],
    );
    expect((await dueOf(id)).due).toEqual([["2026-06-01", "2026-06-30", 24_000]]);
    await makeAll();
    expect(await madeOf(id)).toMatchObject([{ basis: "admission", total: 24_000 }]);
    at("2026-08-01");
    expect((await dueOf(id)).due).toEqual([["2026-07-01", "2026-07-31", 32_000]]);
    await backend.sql("delete from passage where order_id = $1", [came]);
  });

  test("a period in which more went back than was sold goes into the next one", async () => {
    const id = await agencyWith({ cycle: "week", basis: "sale" });
    const order = await sale(id, "2026-06-30");
    at("2026-06-08");
    await makeAll();
    await backend.call(refundOrder, { orderId: order, reason: "退", idempotencyKey: fresh("refund-key") } as never);
    at("2026-06-15");
    expect(await dueOf(id)).toMatchObject({ due: [], left: [{ total: -8_000 }] });
    await sale(id, "2026-06-15", 3);
    at("2026-06-22");
    expect((await dueOf(id)).due).toEqual([["2026-06-08", "2026-06-21", 16_000]]);
    await makeAll();
    expect((await madeOf(id)).map(({ total }) => total)).toEqual([8_000, 16_000]);
  });
});

test("pressed twice it is begun once; nobody without the right; another tenant sees nothing", async () => {
  const id = await agencyWith({ cycle: "week", basis: "sale" });
  await sale(id, "2026-06-01");
  at("2026-06-09");
  const reader = await backend.createUser({ grants: ["statementList"] });
  const tenant = await backend.createCorp("7747");
  const before = await digests(backend);
  expect((await press(reader.token)).status).toBe(403);
  expect(changed(before, await digests(backend))).toEqual([]);
  expect((await backend.call(statementsDue, {} as never, { as: tenant })).data).toMatchObject({ due: [], left: [] });
  expect((await press()).message).toBe("");
  expect((await backend.call(statementsDue, {} as never)).data.running).toBe(true);
  expect((await press()).status).toBe(409);
  await worker().drain();
  expect(await madeOf(id)).toHaveLength(1);
});

test("a run that is stopped half-way leaves whole statements, and the next one makes the rest", async () => {
  const ids = [await agencyWith({ cycle: "week", basis: "sale" }), await agencyWith({ cycle: "week", basis: "sale" })];
  for (const id of ids) await sale(id, "2026-06-01", 2);
  at("2026-06-09");
  // The second agency cannot be written: the run ends there, as if its process had died.
  await backend.sql(`create function no_second() returns trigger language plpgsql as
    $$ begin if new.agency_id = ${ids[1]} then raise exception 'stopped here'; end if; return new; end $$`);
  await backend.sql(
    "create trigger no_second before insert on agency_statement for each row execute function no_second()",
  );
  await press();
  await worker().drain();
  expect([(await madeOf(ids[0] as number)).length, (await madeOf(ids[1] as number)).length]).toEqual([1, 0]);
  await checkInvariants(backend);
  await backend.sql("drop trigger no_second on agency_statement");
  await backend.sql("drop function no_second()");
  await backend.sql("update job set run_at = now() where kind = 'makeStatements' and state = 'waiting'");
  await worker().drain();
  expect([(await madeOf(ids[0] as number)).length, (await madeOf(ids[1] as number)).length]).toEqual([1, 1]);
});

test("two runs at once make each statement once, and neither has to be begun anew", async () => {
  const ids = [await agencyWith({ cycle: "week", basis: "sale" }), await agencyWith({ cycle: "week", basis: "sale" })];
  for (const id of ids) await sale(id, "2026-06-01", 2);
  at("2026-06-09");
  const jobs = await backend.sql<{ id: number }>(
    `insert into job (corp_code, kind, payload, account_id, account_name)
     select corp_code, 'makeStatements', '{"pressed": true}', id, '管理员' from account, generate_series(1, 2)
     where acc_name = 'admin'
     returning id`,
  );
  await race(backend, 2, () => worker().drain());
  for (const id of ids) expect(await madeOf(id)).toHaveLength(1);
  const ended = await backend.sql("select state, attempts from job where id = any ($1)", [jobs.map(({ id }) => id)]);
  expect(ended).toEqual([
    { state: "done", attempts: 1 },
    { state: "done", attempts: 1 },
  ]);
});

describe("disputed lines", () => {
  async function sent(orders = 2) {
    const agencyId = await agencyWith(null);
    for (let n = 1; n <= orders; n += 1) await sale(agencyId, "2026-06-01", n);
    const day = "2026-06-01";
    const made = await backend.call(agencyStatement.methods.save, {
      ...{ code: fresh("JS"), agencyId, fromDay: day, toDay: day, remark: null, stamped: null },
    } as never);
    expect(made.message).toBe("");
    const id = Number((made.data as { id: number }).id);
    await act("send", id);
    return id;
  }
  const act = (name: keyof typeof agencyStatement.commands, id: number, fields: object = {}) =>
    backend.call(agencyStatement.commands[name].method, { id, ...fields } as never);
  const rows = async (id: number) => (await backend.call(agencyStatementRows, { id } as never)).data;
  const raise = (id: number, rowId: number, as = backend.admin, key = fresh("dispute-key")) =>
    backend.call(disputeLine, { id, rowId, reason: "人数不符", idempotencyKey: key } as never, { as });
  const answer = (name: "keep" | "moveOut", id: number) =>
    backend.call(statementDispute.commands[name].method, { id, answer: "已核对" } as never);

  test("one stands, one is taken out; it is not sent again before both are answered", async () => {
    const id = await sent();
    const [first, second] = (await rows(id)).rows;
    const one = await raise(id, Number(first?.id));
    const two = await raise(id, Number(second?.id));
    expect([one.message, two.message]).toEqual(["", ""]);
    expect((await rows(id)).state).toBe("有异议");
    expect((await act("send", id)).message).toBe("还有 2 笔异议待答复");
    expect((await act("cancel", id, { reason: "错" })).message).toBe("还有 2 笔异议待答复");
    expect((await answer("keep", Number(one.data.id))).message).toBe("");
    expect((await answer("moveOut", Number(two.data.id))).message).toBe("");
    expect((await answer("moveOut", Number(two.data.id))).status).toBe(409);
    expect(await rows(id)).toMatchObject({ total: 8_000, count: 1 });
    // What was said stands beside the line that it was said of, and what was sold as well.
    expect((await rows(id)).rows).toMatchObject([
      { dispute: "维持", reason: "人数不符", answer: "已核对", visitDay: "2026-06-01", what: "成人票 1 × ¥80.00" },
    ]);
    expect((await act("send", id)).message).toBe("");
    // What was taken out stands in the next one.
    const agencyId = Number(
      (await backend.sql<{ a: number }>("select agency_id::int as a from agency_statement where id = $1", [id]))[0]?.a,
    );
    const next = await backend.call(agencyStatement.methods.save, {
      ...{ code: fresh("JS"), agencyId, fromDay: "2026-06-01", toDay: "2026-06-01", remark: null, stamped: null },
    } as never);
    expect(await rows(Number((next.data as { id: number }).id))).toMatchObject({ total: 16_000, count: 1 });
  });

  test("of an order that is paid ahead in part both movements are disputed and taken out as one", async () => {
    const agencyId = await agencyWith(null);
    const paid = { id: agencyId, amount: 5_000, bankRef: fresh("BR"), remark: null };
    expect((await backend.call(agency.commands.topUp.method, paid as never)).message).toBe("");
    await sale(agencyId, "2026-06-01", 2);
    await sale(agencyId, "2026-06-01", 1);
    const made = async () => {
      const saved = await backend.call(agencyStatement.methods.save, {
        ...{ code: fresh("JS"), agencyId, fromDay: "2026-06-01", toDay: "2026-06-01", remark: null, stamped: null },
      } as never);
      expect(saved.message).toBe("");
      return Number((saved.data as { id: number }).id);
    };
    const id = await made();
    await act("send", id);
    const [ahead, owed] = (await rows(id)).rows;
    expect([ahead?.amount, owed?.amount, ahead?.source === owed?.source]).toEqual([5_000, 11_000, true]);
    const raised = await raise(id, Number(owed?.id));
    expect(raised.message).toBe("");
    expect((await rows(id)).rows.map(({ waits }) => waits)).toEqual([true, true, false]);
    expect((await raise(id, Number(ahead?.id))).message).toBe("此订单已有待答复的异议");
    const amountOf = async () =>
      backend.sql("select amount::int, side from agency_statement_dispute where id = $1", [raised.data.id]);
    expect(await amountOf()).toEqual([{ amount: 16_000, side: "sold" }]);
    expect((await answer("moveOut", Number(raised.data.id))).message).toBe("");
    expect(await amountOf()).toEqual([{ amount: 16_000, side: "sold" }]);
    expect(await rows(id)).toMatchObject({ total: 8_000, count: 1 });
    expect(await rows(await made())).toMatchObject({ total: 16_000, count: 2 });
  });

  test("the last line is not taken out; nothing is disputed of a draft or by whoever has not the right", async () => {
    const id = await sent(1);
    const [line] = (await rows(id)).rows;
    const rowId = Number(line?.id);
    const reader = await backend.createUser({ grants: ["statementList"] });
    const tenant = await backend.createCorp("7748");
    const before = await digests(backend);
    expect((await raise(id, rowId, reader.token)).status).toBe(403);
    expect((await raise(id, rowId, tenant)).status).toBe(404);
    expect((await raise(id, 999_999_999)).status).toBe(404);
    expect(changed(before, await digests(backend))).toEqual([]);
    const key = fresh("dispute-key");
    const raised = await raise(id, rowId, backend.admin, key);
    expect((await raise(id, rowId, backend.admin, key)).data).toEqual(raised.data);
    expect((await raise(id, rowId)).message).toBe("此订单已有待答复的异议");
    const refused = await answer("moveOut", Number(raised.data.id));
    expect(refused.message).toBe("移出后结算单没有可结金额，请改为作废");
    expect(await rows(id)).toMatchObject({ total: 8_000, count: 1 });
    await answer("keep", Number(raised.data.id));
    await act("send", id);
    await backend.sql("update agency_statement set stamped = '2026/s.pdf' where id = $1", [id]);
    await act("confirm", id);
    expect((await raise(id, rowId)).status).toBe(409);
  });

  test("two dispute a line at once: it is disputed once; without the unique index twice", async () => {
    const id = await sent(1);
    const rowId = Number((await rows(id)).rows[0]?.id);
    const both = await raceToInsert(backend, "agency_statement_dispute", 2, () => raise(id, rowId));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    if (!raceIsReal) return;
    const other = await sent(1);
    const otherRow = Number((await rows(other)).rows[0]?.id);
    await backend.sql("drop index agency_statement_dispute_once");
    const wrong = await raceToInsert(backend, "agency_statement_dispute", 2, () => raise(other, otherRow));
    expect(wrong.map(({ status }) => status)).toEqual([200, 200]);
    await backend.sql("delete from agency_statement_dispute where statement_id = $1", [other]);
    await backend.sql(
      "create unique index agency_statement_dispute_once on agency_statement_dispute (corp_code, ledger_id) where status = 'open'",
    );
  });
});
