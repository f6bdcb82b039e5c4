/** A business year is closed, sealed and checked again; what is corrected afterwards stands in the open year. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { refundOrder } from "~/contract/order/order";
import { correctPayType, payTypePayments, payTypeQuote } from "~/contract/order/pay-type";
import { openShift } from "~/contract/order/shift";
import { closedYear, closedYearParts, closeYear, closeYearForm } from "~/contract/years/year";
import { invariants } from "~server/backend/business/manifests";
import { closeYearJob } from "~server/backend/business/years/jobs";
import { createWorker } from "~server/backend/jobs/worker";
import { yearParts } from "~server/backend/kernel/closed-years";
import { allKinds } from "~server/backend/served";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, fresh, type TestPark } from "~tests/support/park";

let backend: TestBackend;
let park: TestPark;
const january = new Date("2027-01-05T10:00:00+08:00");
beforeEach(async () => {
  backend = await openTestBackend();
  park = await createPark(backend);
});
afterEach(async () => {
  await checkInvariants(backend);
  await backend.close();
});

const work = () => createWorker({ database: backend.database, kinds: allKinds, now: () => january }).drain();
const press = (fields: object = {}, as = backend.admin) =>
  backend.call(closeYear, { year: "2026", reason: "年终结账", idempotencyKey: fresh("year"), ...fields } as never, {
    as,
  });
const command = (name: "check" | "reopen" | "again" | "resume", id: number, fields: object = {}, as = backend.admin) =>
  backend.call(closedYear.commands[name].method, { id, ...fields } as never, { as });
const stateOf = async (id: number) =>
  (
    await backend.sql<Record<string, unknown>>(
      `select year, status, rows, taken::int, closings, check_state as "checkState", sha256, chain from closed_year where id = $1`,
      [id],
    )
  )[0];
const heldOf = async (id: number, kind?: string) =>
  (await backend.call(closedYearParts, { id, ...(kind && { kind }) })).data;

/** Sells in 2026 and closes that year in January. */
async function closed(): Promise<{ id: number; orderId: number; orderNo: string }> {
  // For a day of the next year: what is refunded then is a ticket of this one.
  const sold = await park.sell({ paymentType: "cash", visitDay: "2027-01-10" });
  await backend.sql(
    `insert into print_log (corp_code, at, order_id, ticket_id, account_id, account_name)
     select corp_code, '2026-11-20T10:00:01+08:00', order_id, id, 1, '管理员' from ticket where order_id = $1`,
    [sold.orderId],
  );
  backend.setNow(january);
  const begun = await press();
  expect(begun.message).toBe("");
  await work();
  expect(await stateOf(begun.data.id)).toMatchObject({ status: "closed", taken: 16_000 });
  return { id: begun.data.id, ...sold };
}
async function checked(id: number) {
  expect((await command("check", id)).message).toBe("");
  await work();
  return (await stateOf(id))?.checkState;
}

describe("closing", () => {
  test("counts, money and a sum by kind and month; the same again where nothing has changed", async () => {
    const { id } = await closed();
    const { kinds, months } = await heldOf(id, "payment");
    expect(kinds.find(({ kind }) => kind === "payment")).toMatchObject({ rows: 1, amount: 16_000, whole: true });
    expect(kinds.find(({ kind }) => kind === "orders")).toMatchObject({ rows: 1, amount: null, whole: false });
    expect(kinds.find(({ kind }) => kind === "ticket")).toMatchObject({ rows: 2, amount: 16_000 });
    expect(months.filter(({ rows }) => rows > 0)).toMatchObject([{ month: 11, rows: 1, amount: 16_000 }]);
    expect(months.find(({ month }) => month === 11)?.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect((await stateOf(id))?.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(await checked(id)).toBe("agrees");
    expect((await heldOf(id)).differences).toEqual([]);
  });

  test("only a year that is over, and its neighbour after it; what is refused writes nothing", async () => {
    await park.sell();
    const before = await digests(backend, { except: ["session", "idempotency", "audit_log", "call_log"] });
    expect((await backend.call(closeYearForm, {})).data).toEqual({ year: "", open: [] });
    expect((await press()).message).toBe("没有已结束而未封账的年度。年度结束满一天后才能封账");
    backend.setNow(new Date("2027-01-01T12:00:00+08:00"));
    expect((await press()).status).toBe(409);
    backend.setNow(january);
    expect((await press({ year: "2025" })).errors).toEqual({ year: ["年度须按先后封账，下一个是 2026"] });
    expect((await press({ reason: " " })).status).toBe(422);
    expect(
      changed(before, await digests(backend, { except: ["session", "idempotency", "audit_log", "call_log"] })),
    ).toEqual([]);
    backend.setNow(new Date("2028-02-01T10:00:00+08:00"));
    expect((await press({ year: "2027" })).status).toBe(422);
    expect((await press()).message).toBe("");
    // While one is being closed the next one waits.
    expect((await press({ year: "2027" })).message).toBe("2026年度正在封账，请等它完成");
    await work();
    const next = await press({ year: "2027" });
    expect(next.message).toBe("");
    await work();
    const rows = await backend.sql<{ chain: string; sha256: string }>(
      "select chain, sha256 from closed_year order by year",
    );
    expect(new Set(rows.map(({ chain }) => chain)).size).toBe(2);
    expect((await stateOf(next.data.id))?.status).toBe("closed");
  });

  test("not while something stands open in it, each said in a sentence", async () => {
    await backend.call(openShift, { idempotencyKey: fresh("shift"), posId: park.posId, opening: 0 });
    await park.sell();
    backend.setNow(january);
    expect((await backend.call(closeYearForm, {})).data).toEqual({ year: "2026", open: ["还有 1 个班次未交班"] });
    expect((await press()).message).toBe("还有 1 个班次未交班");
    expect(await backend.sql("select from closed_year")).toEqual([]);
    expect(await backend.sql("select from closed_until")).toEqual([]);
  });

  test("takes a right of its own, everything in sight, and one's own corp", async () => {
    const { id } = await closed();
    const reader = await backend.createUser({ grants: ["completeList"] });
    expect((await press({}, reader.token)).status).toBe(403);
    const bound = await backend.createUser({
      grants: ["completeList", "completeList/closedYear:close"],
      parks: [park.parkId],
    });
    expect((await press({}, bound.token)).message).toContain("只有不限景区的账号");
    expect((await command("reopen", id, { reason: "更正" }, reader.token)).status).toBe(403);
    const other = await backend.createCorp("2002");
    expect((await backend.call(closedYearParts, { id }, { as: other })).status).toBe(404);
    expect((await command("check", id, {}, other)).status).toBe(404);
    // Another corp's year is its own.
    expect((await backend.call(closeYearForm, {}, { as: other })).data.year).toBe("");
    expect(await backend.sql("select corp_code from closed_until")).toEqual([{ corp_code: "0001" }]);
  });

  test("a worker that dies amid it is followed by another, which goes on where it was", async () => {
    await park.sell();
    backend.setNow(january);
    const { data } = await press();
    let [steps, died] = [0, false];
    const dying = {
      ...closeYearJob,
      run: (run: Parameters<typeof closeYearJob.run>[0], payload: never) =>
        closeYearJob.run(
          new Proxy(run, {
            get(target, name) {
              const value = Reflect.get(target, name, target);
              if (name !== "write") return typeof value === "function" ? value.bind(target) : value;
              return (job: never) => {
                steps += 1;
                if (steps === 40) {
                  died = true;
                  throw new Error("the machine is gone");
                }
                return target.write(job);
              };
            },
          }),
          payload,
        ),
    };
    const worker = createWorker({ database: backend.database, kinds: [dying as never], now: () => january });
    await worker.drain();
    expect(died).toBe(true);
    expect((await stateOf(data.id))?.status).toBe("closing");
    const kept = await backend.sql<{ id: number }>("select id from closed_year_part order by id");
    expect(kept).toHaveLength(39);
    await backend.sql("update job set run_at = now() where state = 'waiting'");
    await work();
    expect((await stateOf(data.id))?.status).toBe("closed");
    const all = await backend.sql<{ id: number }>("select id from closed_year_part order by id");
    expect(all).toHaveLength(yearParts().length * 12);
    expect(all.slice(0, 39)).toEqual(kept);
  });
});

describe("rows of a closed year", () => {
  test("are refused to everybody, the database's owner too: added, changed, removed", async () => {
    const { orderId } = await closed();
    const insert = `insert into payment (corp_code, at, order_id, kind, payment_type, amount)
      values ('0001', $2, $1, 'payment', 'cash', 0)`;
    await expect(backend.sql(insert, [orderId, "2026-12-31T23:59:59+08:00"])).rejects.toThrow("lies in a closed year");
    await expect(backend.sql("update payment set amount = 1 where order_id = $1", [orderId])).rejects.toThrow(
      "closed year",
    );
    await expect(backend.sql("delete from payment where order_id = $1", [orderId])).rejects.toThrow("closed year");
    // To make it one of the open year is to change it as well.
    await expect(backend.sql("update payment set at = '2027-01-02' where order_id = $1", [orderId])).rejects.toThrow(
      "closed year",
    );
  });

  test("every table that is sealed whole has its trigger, and each knows its moment and its money", async () => {
    const triggers = await backend.sql<{ table: string; fn: string }>(
      `select tgrelid::regclass::text as table, tgfoid::regproc::text as fn from pg_trigger where tgname = 'closed_years'`,
    );
    const whole = yearParts().filter(({ keeps }) => !keeps);
    expect(triggers.map(({ table }) => table).sort()).toEqual(whole.map(({ table }) => table).sort());
    for (const { table, moment } of whole)
      expect(triggers.find((one) => one.table === table)?.fn).toBe(`refuse_closed_year_${moment}`);
    const columns = await backend.sql<{ name: string }>(
      "select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public'",
    );
    const known = new Set(columns.map(({ name }) => name));
    const named = yearParts().flatMap(({ table, moment, amount, keeps = [] }) =>
      [moment, ...(amount ? [amount] : []), ...keeps].map((column) => `${table}.${column}`),
    );
    expect(named.filter((name) => !known.has(name))).toEqual([]);
    // Every append-only table of records is one of them.
    const appendOnly = await backend.sql<{ name: string }>(
      "select distinct tgrelid::regclass::text as name from pg_trigger where tgname = 'append_only' order by 1",
    );
    const others = ["sub_ticket_share", "content_version", "closed_year_part"];
    const ours = new Set(yearParts().map(({ table }) => table));
    expect(
      appendOnly
        .filter(({ name }) => !ours.has(name))
        .map(({ name }) => name)
        .sort(),
    ).toEqual(others.sort());
  });

  test("a refund of a ticket of last year is of this year, and the seal holds", async () => {
    const { id, orderId } = await closed();
    const seal = await stateOf(id);
    const { data, message } = await backend.call(refundOrder, {
      orderId,
      idempotencyKey: fresh("back"),
      reason: "未使用",
    });
    expect([message, data.amount]).toEqual(["", 16_000]);
    const [row] = await backend.sql("select at >= '2027-01-01' as now from payment where kind = 'refund'");
    expect(row).toEqual({ now: true });
    expect(await checked(id)).toBe("agrees");
    expect((await stateOf(id))?.sha256).toBe(seal?.sha256);
  });

  test("a corrected payment type says that its year is closed, stands in the open one, and the seal holds", async () => {
    const { id, orderNo } = await closed();
    const { payments } = (await backend.call(payTypePayments, { orderNo })).data;
    expect(payments).toMatchObject([{ closedYear: "2026" }]);
    const paymentId = payments[0]?.id ?? 0;
    const quote = (await backend.call(payTypeQuote, { paymentId })).data;
    expect(quote.booking).toMatchObject({ how: "yearClosed", year: "2026", day: "2027-01-05" });
    const done = await backend.call(correctPayType, {
      ...{ paymentId, toType: "wechat", reason: "对账发现", version: quote.version, idempotencyKey: fresh("correct") },
    });
    expect(done.message).toBe("");
    expect(
      await backend.sql("select payment_type as type, amount::int from payment where at >= '2027-01-01' order by id"),
    ).toEqual([
      { type: "cash", amount: -16_000 },
      { type: "wechat", amount: 16_000 },
    ]);
    expect(await checked(id)).toBe("agrees");
  });

  test("a passage that a silent gate tells of late is booked when it is heard of", async () => {
    const { id } = await closed();
    const late = (received: string) =>
      backend.sql(
        `insert into passage (corp_code, at, received_at, counts_at, gate_id, park_id, direction, admitted, reason)
         values ('0001', '2026-12-31T17:00:00+08:00', $3, '2026-12-31T17:00:00+08:00', $1, $2, 'in', true, 'ok')`,
        [park.gateId, park.parkId, received],
      );
    await expect(late("2026-12-31T17:00:01+08:00")).rejects.toThrow("closed year");
    await late("2027-01-05T09:00:00+08:00");
    expect(await checked(id)).toBe("agrees");
  });
});

describe("a check again", () => {
  /** As somebody who administers the database could. */
  const past = async (table: string, statement: string, values: unknown[] = []) => {
    await backend.sql(`alter table ${table} disable trigger closed_years`);
    await backend.sql(statement, values);
    await backend.sql(`alter table ${table} enable trigger closed_years`);
  };
  const found = async (id: number) =>
    (await heldOf(id)).differences.map(({ label, month, rowsBefore, rowsNow }) => [label, month, rowsBefore, rowsNow]);
  const broken = async () => {
    const rule = invariants["a month of a closed year holds the rows and the money that it was closed with"];
    // The audit asks for another month every night: here for the one in which something was sold.
    const text = rule?.broken.replaceAll("1 + (current_date - date '2000-01-01') % 12", "11") ?? "";
    return (await backend.sql<{ kind: string }>(text)).map(({ kind }) => kind);
  };

  test("finds a row that was changed, one that was added and one that is gone; so does the nightly audit, but for content", async () => {
    const { id, orderId } = await closed();
    expect(await broken()).toEqual([]);
    await past("payment", "update payment set account_name = '别人' where order_id = $1", [orderId]);
    expect(await checked(id)).toBe("differs");
    expect((await heldOf(id)).differences).toMatchObject([
      { foundBy: "check", month: 11, rowsBefore: 1, rowsNow: 1, amountBefore: 16_000, amountNow: 16_000 },
    ]);
    expect(await broken()).toEqual([]);
    expect((await backend.sql("select from message where matter = 'closed-year'")).length).toBeGreaterThan(0);
    await past(
      "print_log",
      `insert into print_log (corp_code, at, order_id, ticket_id, account_id, account_name)
       select corp_code, '2026-03-01T10:00:00+08:00', order_id, id, 1, '管理员' from ticket where order_id = $1`,
      [orderId],
    );
    await past("print_log", "delete from print_log where id = (select min(id) from print_log)");
    expect(await checked(id)).toBe("differs");
    expect((await found(id)).toSorted((a, b) => String(a).localeCompare(String(b)))).toEqual([
      ["打印记录", 11, 2, 1],
      ["打印记录", 3, 0, 2],
      ["收退款流水", 11, 1, 1],
    ]);
    expect(await broken()).toEqual(["print_log"]);
    // As it was: the next check agrees again.
    await past("payment", "update payment set account_name = '管理员' where order_id = $1", [orderId]);
    expect(await checked(id)).toBe("differs");
    await backend.sql("update closed_year set status = 'reopened'");
  });

  test("parts are written once, and a seal that is not theirs is told by the audit", async () => {
    const { id } = await closed();
    await expect(backend.sql("update closed_year_part set rows = 2")).rejects.toThrow("append-only");
    await backend.sql("update closed_year set sha256 = repeat('0', 64) where id = $1", [id]);
    const rule = invariants["a closed year is the sum of its parts, and goes on from the year before"];
    expect(await backend.sql(rule?.broken ?? "")).toEqual([{ year: "2026" }]);
    await backend.sql("update closed_year set sha256 = $1 where id = $2", [
      (await backend.sql<{ sha256: string }>("select sha256 from closed_year"))[0]?.sha256,
      id,
    ]);
    await backend.sql("delete from closed_year_difference");
    await backend.sql("update closed_year set status = 'reopened', sha256 = null, chain = null");
  });
});

describe("reopening", () => {
  test("only the last one, with a reason; what changed is told when it is closed again", async () => {
    const { id, orderId } = await closed();
    expect((await command("reopen", id, {})).status).toBe(422);
    expect((await command("reopen", id, { reason: "审计调整" })).message).toBe("");
    expect((await stateOf(id))?.status).toBe("reopened");
    await backend.sql(
      `insert into print_log (corp_code, at, order_id, ticket_id, account_id, account_name)
       select corp_code, '2026-11-21T10:00:00+08:00', order_id, id, 1, '管理员' from ticket where order_id = $1`,
      [orderId],
    );
    // A new closing is its page's, not that of the form.
    expect((await backend.call(closeYearForm, {})).data.open).toEqual(["2026年度已解封，请在该年度的页面上重新封账"]);
    expect((await press()).status).toBe(409);
    expect((await command("again", id, { reason: "调整完毕" })).message).toBe("");
    await work();
    expect(await stateOf(id)).toMatchObject({ status: "closed", closings: 2 });
    expect((await heldOf(id)).differences).toMatchObject([{ foundBy: "again", month: 11, rowsBefore: 2, rowsNow: 4 }]);
    expect(await checked(id)).toBe("agrees");
    const told = await backend.sql<{ method: string }>(
      "select method from audit_log where thing = 'closedYear' order by id",
    );
    expect(told.map(({ method }) => method)).toEqual([
      ...["closeYear", "closedYearReopen", "closedYearAgain", "closedYearCheck"],
    ]);
  });

  test("not one that another follows", async () => {
    const { id } = await closed();
    backend.setNow(new Date("2028-01-05T10:00:00+08:00"));
    expect((await press({ year: "2027" })).message).toBe("");
    await work();
    expect((await command("reopen", id, { reason: "更正" })).message).toBe("只能解封最近一个已封账的年度");
  });
});
