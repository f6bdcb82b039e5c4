/** Reports of sales: every figure against the ledgers, to the fen, however it is grouped and narrowed. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { takingsReport } from "~/contract/order/money-reports";
import { salesByDay, salesByTicketType, salesReports } from "~/contract/order/sales-reports";
import type { Figures } from "~/contract/report-kind";
import { sellTickets } from "~/contract/ticket/sale";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { saleOf } from "~tests/support/park";
import { createGrounds, sell } from "../order/sold";
import { dayOne, dayTwo, type Played, playDays } from "./played-days";

let backend: TestBackend;
let played: Played;
let tenant: string;
beforeAll(async () => {
  backend = await openTestBackend();
  tenant = await backend.createCorp("2001");
  const far = await createGrounds(backend, "2001");
  const sale = await sell(backend, far, {});
  await backend.sql("update payment set at = '2026-11-20T03:00:00Z' where order_id = $1", [sale.orderId]);
  played = await playDays(backend);
}, 120_000);
afterAll(() => backend.close());

const both = { from: dayOne, to: dayTwo };

async function look(payload: object = both, as = backend.admin, report = salesByDay) {
  const reply = await backend.call(report.look, payload as never, { as });
  expect(reply.message).toBe("");
  return reply.data;
}

/** Straight from the ledgers of payments, refunds and changes, by the calendar of Shanghai. */
async function ledgers(from: string, to: string, corpCode = "0001"): Promise<Figures> {
  const [row] = await backend.sql<Record<string, string>>(
    `select
       (select coalesce(sum(amount), 0) from payment p where p.corp_code = $1 and kind = 'payment' and change_id is null
         and (at at time zone 'Asia/Shanghai')::date between $2 and $3) as sold,
       (select coalesce(-sum(amount), 0) from payment p where p.corp_code = $1 and kind = 'refund' and refund_id is not null
         and (at at time zone 'Asia/Shanghai')::date between $2 and $3) as refunded,
       (select coalesce(sum(amount), 0) from payment p where p.corp_code = $1 and change_id is not null
         and (at at time zone 'Asia/Shanghai')::date between $2 and $3) as changed,
       (select coalesce(sum(amount), 0) from payment p where p.corp_code = $1
         and (at at time zone 'Asia/Shanghai')::date between $2 and $3) as net`,
    [corpCode, from, to],
  );
  return Object.fromEntries(Object.entries(row ?? {}).map(([name, value]) => [name, Number(value)]));
}

const sums = (rows: { values: Figures }[]): Figures => {
  const all: Figures = {};
  for (const { values } of rows)
    for (const [name, value] of Object.entries(values)) all[name] = (all[name] ?? 0) + value;
  return all;
};

describe("the totals of sales", () => {
  test("are the ledgers' to the fen, of both days and of each", async () => {
    const { total, rows } = await look();
    const whole = await ledgers(dayOne, dayTwo);
    expect(total).toMatchObject(whole);
    expect(whole.sold).toBeGreaterThan(0);
    expect(whole.refunded).toBeGreaterThan(0);
    expect(whole.changed).not.toBe(0);
    expect(rows.map(({ key }) => key)).toEqual([dayOne, dayTwo]);
    for (const { key, values } of rows) expect(values, key).toMatchObject(await ledgers(key, key));
  });

  test("a sale of the last second of a day is that day's, one at midnight the next one's", async () => {
    const { rows } = await look({ ...both, by: "order" });
    const of = async (day: string) =>
      (await look({ from: day, to: day, by: "order" })).rows.map(({ key }) => Number(key));
    expect(rows.length).toBe(7);
    expect(await of(dayOne)).toContain(played.orders.midnight);
    expect(await of(dayTwo)).not.toContain(played.orders.midnight);
    expect(await of(dayTwo)).toContain(played.orders.nextDay);
  });

  test.each(Object.keys(salesByDay.groups))(
    "grouped by %s they are the same, and its rows add up to them",
    async (by) => {
      const { total, rows, count } = await look({ ...both, by });
      expect(total).toEqual((await look()).total);
      const { orders, ...added } = sums(rows);
      const { orders: all, ...rest } = total;
      expect(added).toEqual(rest);
      // An order of two products is in two rows, and once in the whole.
      expect(orders).toBeGreaterThanOrEqual(all ?? 0);
      expect(count).toBe(rows.length);
    },
  );

  test("all five reports have the same whole, each opened at its group", async () => {
    for (const report of salesReports) {
      const { total, rows } = await look(both, backend.admin, report as typeof salesByDay);
      expect(total).toMatchObject(await ledgers(dayOne, dayTwo));
      expect(rows.length, report.noun).toBeGreaterThan(0);
    }
  });

  test("pieces: what was sold, less what came back", async () => {
    const { total } = await look();
    const [{ n } = { n: 0 }] = await backend.sql<{ n: number }>(
      "select count(*)::int as n from ticket where corp_code = '0001' and state in ('issued', 'used', 'partlyUsed')",
    );
    expect((total.pieces ?? 0) - (total.returned ?? 0)).toBe(n);
    const [{ fee } = { fee: 0 }] = await backend.sql<{ fee: number }>(
      `select ((select coalesce(sum(fee), 0) from refund where state = 'done' and corp_code = '0001')
        + (select coalesce(sum(fee), 0) from order_change where corp_code = '0001'))::float8 as fee`,
    );
    expect(total.fee).toBe(fee);
    expect(fee).toBeGreaterThan(0);
    const [{ off } = { off: 0 }] = await backend.sql<{ off: number }>(
      "select sum(discount)::float8 as off from orders where corp_code = '0001'",
    );
    expect(total.discount).toBe(off);
  });
});

describe("narrowing", () => {
  test.each(Object.keys(salesByDay.groups))("every row of %s, broken down, has the row's total", async (by) => {
    const { rows } = await look({ ...both, by });
    for (const { key, values } of rows) {
      const into = by === "order" ? "product" : "order";
      const below = await look({ ...both, by: into, only: { [by]: key } });
      expect(below.total, `${by} ${key}`).toEqual(values);
      const { orders: _, ...added } = sums(below.rows);
      const { orders: __, ...of } = values;
      expect(below.rows.length === 0 ? of : added).toEqual(of);
    }
  });

  test("an order's row is what its own ledger says", async () => {
    const { rows } = await look({ ...both, by: "order" });
    for (const { key, label, values } of rows) {
      const [order] = await backend.sql<{ order_no: string; net: number }>(
        `select o.order_no, (select sum(amount) from payment p where p.corp_code = o.corp_code and p.order_id = o.id)::float8 as net
         from orders o where o.id = $1`,
        [key],
      );
      expect([label, values.net]).toEqual([order?.order_no, order?.net]);
    }
  });

  test("choices are what there was, with names", async () => {
    const { choices, names } = await look({ ...both, only: { channel: "window" } });
    expect(choices.channel).toEqual([{ value: "window", label: "窗口" }]);
    expect(choices.park?.map(({ label }) => label)).toEqual(["青云山景区"]);
    expect(choices.product?.map(({ label }) => label).sort()).toEqual(["儿童票", "可改票", "成人票"].sort());
    expect(names).toEqual({ channel: "窗口" });
  });
});

describe("comparison", () => {
  test("the second day is compared with the first", async () => {
    const { before, rows } = await look({ from: dayTwo, to: dayTwo, by: "product" });
    expect([before.from, before.to]).toEqual([dayOne, dayOne]);
    expect(before.total).toMatchObject(await ledgers(dayOne, dayOne));
    const first = await look({ from: dayOne, to: dayOne, by: "product" });
    for (const { key, before: then } of rows)
      expect(then?.net).toBe(first.rows.find((row) => row.key === key)?.values.net ?? 0);
  });

  test("a period of nothing has no rows, and zeros", async () => {
    const { rows, total, count } = await look({ from: "2026-01-01", to: "2026-01-31" });
    expect([rows, count, total.net, total.orders]).toEqual([[], 0, 0, 0]);
  });

  test("days without sales are rows of zeros between those that have some", async () => {
    const { rows } = await look({ from: "2026-11-18", to: "2026-11-22" });
    expect(rows.map(({ key, values }) => [key.slice(8), values.orders])).toEqual([
      ["18", 0],
      ["19", 0],
      ["20", 6],
      ["21", 1],
      ["22", 0],
    ]);
  });
});

describe("who sees what", () => {
  test("another tenant's money is not in it, nor ours in theirs", async () => {
    const theirs = await look(both, tenant);
    expect(theirs.total).toMatchObject(await ledgers(dayOne, dayTwo, "2001"));
    expect(theirs.total.net).toBe(20_000);
    const { total } = await look({ ...both, only: { order: String(played.orders.split) } }, tenant);
    expect(total.net).toBe(0);
  });

  test("an account of some parks has those parks' lines alone, also of an order that spans two", async () => {
    const grounds = await createGrounds(backend);
    const sale = await sell(backend, grounds, {
      discount: 333,
      lines: [
        { quantity: 1, unitPrice: 5_000 },
        { quantity: 2, unitPrice: 1_234, parkId: grounds.otherParkId },
      ],
    });
    await backend.sql("update payment set at = '2026-10-05T03:00:00Z' where order_id = $1", [sale.orderId]);
    await backend.sql("update orders set parks = $2 where id = $1", [
      sale.orderId,
      [grounds.parkId, grounds.otherParkId],
    ]);
    const october = { from: "2026-10-01", to: "2026-10-31" };
    const lineOf = async (parkId: number) =>
      (
        await backend.sql<{ n: number }>(
          "select (amount - discount)::float8 as n from sub_order where order_id = $1 and park_id = $2",
          [sale.orderId, parkId],
        )
      )[0]?.n;
    for (const parkId of [grounds.parkId, grounds.otherParkId]) {
      const { token } = await backend.createUser({ grants: ["reportSalesByDay"], parks: [parkId] });
      await backend.sql("update role set data_scope = 'all'");
      const { total, choices } = await look(october, token);
      expect(total.net).toBe(await lineOf(parkId));
      expect(choices.park?.length).toBe(1);
      expect((await look(both, token)).total.net).toBe(0);
    }
    expect((await look(october)).total.net).toBe(sale.payable);
  });

  test("a role without the function is refused, each report has its own", async () => {
    const { token } = await backend.createUser({ grants: ["reportSalesByDay"] });
    expect((await backend.call(salesByDay.look, both, { as: token })).status).toBe(200);
    expect((await backend.call(salesByTicketType.look, both, { as: token })).status).toBe(403);
    expect((await backend.call(salesByTicketType.export, { format: "csv" }, { as: token })).status).toBe(403);
    expect((await backend.call(salesByDay.look, both, { as: "" })).status).toBe(401);
  });
});

describe("takings", () => {
  test("who may not see others' orders sees what they took themselves, and no more", async () => {
    const grants = ["reportPayments", "buyTktList", "buyTktList/sale:sell"];
    const seller = await backend.createUser({ grants });
    const bought = await backend.call(sellTickets, saleOf(played.typeId, { visitDay: "2026-11-22" }), {
      as: seller.token,
    });
    expect(bought.message).toBe("");
    const own = await backend.call(takingsReport.look, both, { as: seller.token });
    const [mine] = await backend.sql<{ n: number }>(
      "select sum(amount)::float8 as n from payment where account_id = $1",
      [seller.id],
    );
    expect(own.data.total).toMatchObject({ payments: 1, net: mine?.n });
    expect(own.data.choices.person?.map(({ value }) => value)).toEqual([String(seller.id)]);
    const all = await backend.call(takingsReport.look, both);
    expect(all.data.total.net).toBeGreaterThan(own.data.total.net ?? 0);
    const asked = { ...both, only: { person: "1" } };
    expect((await backend.call(takingsReport.look, asked, { as: seller.token })).data.total.net).toBe(0);
  });

  test("a correction moves money between payment types and changes no total", async () => {
    const { rows, total } = (await backend.call(takingsReport.look, { ...both, by: "type" })).data;
    expect(total.corrected).toBe(0);
    expect(rows.some(({ values }) => values.corrected !== 0)).toBe(true);
    for (const { key, values } of rows) {
      const [ledger] = await backend.sql<{ n: number }>(
        "select sum(amount)::float8 as n from payment where corp_code = '0001' and payment_type = $1 and at >= '2026-11-01'",
        [key],
      );
      expect(values.net, key).toBe(ledger?.n);
    }
  });
});

describe("what nobody can mean", () => {
  test.each([
    [{ from: dayTwo, to: dayOne }, "to"],
    [{ from: "2026-02-30", to: dayOne }, "from"],
    [{ from: "2024-01-01", to: dayOne }, "to"],
    [{ ...both, by: "moon" }, "by"],
    [{ ...both, only: { moon: "1" } }, "moon"],
  ])("%j is refused by its field", async (payload, field) => {
    const reply = await backend.call(salesByDay.look, payload as never);
    expect([reply.status, Object.keys(reply.errors ?? {})]).toEqual([422, [field]]);
  });

  test("of a file as well", async () => {
    const of = async (filters: object) =>
      (await backend.call(salesByDay.export, { format: "csv", filters } as never)).status;
    const period = `${dayOne}~${dayTwo}`;
    expect(await of({ period: "soon" })).toBe(422);
    expect(await of({ period: `${dayTwo}~${dayOne}` })).toBe(422);
    expect(await of({ period: "2020-01-01~2026-11-20" })).toBe(422);
    expect(await of({ period, by: "moon" })).toBe(422);
    expect(await of({ period, moon: "1" })).toBe(422);
    expect(await of({ period: "2020-01-01~2020-01-31" })).toBe(409);
    expect(await of({ period })).toBe(200);
  });

  test("a key that nobody has finds nothing, whatever it is", async () => {
    for (const key of ["nobody", "0", "-1", "'; drop table payment; --", "9999999999999999"])
      expect((await look({ ...both, only: { order: key } })).total.net).toBe(0);
  });
});
