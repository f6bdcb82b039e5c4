/** Every report over the demonstration's life: the same whole however it is grouped, the ledgers' to the fen, and as a file. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { exportPath } from "~/contract/export";
import { reports } from "~/contract/registry";
import type { AnyReport, Figures } from "~/contract/report-kind";
import { tokenHeader } from "~/contract/wire";
import { seedDemo } from "~server/backend/demonstration";
import { createWorker } from "~server/backend/jobs/worker";
import { allKinds } from "~server/backend/served";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { playDays } from "./played-days";

let backend: TestBackend;
let tenant: string;
const year = { from: "2026-01-01", to: "2026-12-31" };

beforeAll(async () => {
  backend = await openTestBackend();
  tenant = await backend.createCorp("2001");
  await seedDemo(backend.database, new Date("2026-11-19T10:00:00+08:00"));
  await playDays(backend);
  // As the engines do by themselves: nobody plans well over tables that were empty a moment ago.
  await backend.sql("analyze");
}, 240_000);
afterAll(() => backend.close());

async function look(report: AnyReport, payload: object = {}, as = backend.admin) {
  const reply = await backend.call(report.look, { ...year, ...payload } as never, { as });
  expect(reply.message, report.noun).toBe("");
  return reply.data;
}

/** Measures that add up: counts of what is in several rows do not, nor shares. */
const additive = (report: AnyReport, of: Figures): Figures => {
  const apart = ["orders", "refunds"];
  return Object.fromEntries(
    Object.entries(of).filter(([name]) => report.measures[name]?.kind !== "share" && !apart.includes(name)),
  );
};

const sums = (rows: { values: Figures }[]): Figures => {
  const all: Figures = {};
  for (const { values } of rows)
    for (const [name, value] of Object.entries(values)) all[name] = (all[name] ?? 0) + value;
  return all;
};

const named = reports.map((report) => [report.noun, report] as const);
/** The same facts as those of the days, opened elsewhere: `sales-reports.test.ts` has them. */
const sameFacts = ["salesByTicketType", "salesByChannel", "salesByPos", "salesBySeller"];

describe.each(named.filter(([noun]) => !sameFacts.includes(noun)))("%s", (_noun, report) => {
  test("has the same whole by every group, and its rows add up to it", async () => {
    const { total, rows } = await look(report);
    expect(rows.length).toBeGreaterThan(0);
    for (const by of Object.keys(report.groups)) {
      const found = await look(report, { by });
      expect(found.total, by).toEqual(total);
      expect(
        found.rows.every(({ label }) => label !== ""),
        by,
      ).toBe(true);
      if (found.count > found.rows.length) continue;
      expect(additive(report, sums(found.rows)), by).toEqual(additive(report, total));
    }
  });

  test("a row, broken down as its page does, has the row's total", async () => {
    for (const [by, group] of Object.entries(report.groups)) {
      const into = group.into ?? report.into;
      if (into === by || group.kind === "document") continue;
      const { rows } = await look(report, { by });
      for (const { key, values } of rows.slice(0, 2)) {
        const below = await look(report, { by: into, only: { [by]: key } });
        expect(below.total, `${by} ${key}`).toEqual(values);
      }
    }
  });

  test("is nobody else's: another tenant has nothing of it, and who lacks the right is refused", async () => {
    const theirs = await look(report, {}, tenant);
    expect(Object.values(theirs.total).every((value) => value === 0)).toBe(true);
    const { token } = await backend.createUser({ grants: ["passageList"] });
    for (const method of [report.look, report.export])
      expect((await backend.call(method, { ...year, format: "csv" } as never, { as: token })).status).toBe(403);
  });

  test("as a file it is the page: the same rows, and the total below", async () => {
    const by = Object.keys(report.groups)[0] ?? "";
    const page = await look(report, { by });
    const asked = { format: "csv", filters: { period: `${year.from}~${year.to}`, by } };
    const started = await backend.call(report.export, asked as never);
    expect(started.message).toBe("");
    await createWorker({ database: backend.database, kinds: allKinds }).drain();
    const answer = await backend.app.request(`${exportPath}?jobId=${started.data.jobId}`, {
      headers: { [tokenHeader]: backend.admin },
    });
    const [head, ...lines] = (await answer.text()).replace("﻿", "").trim().split("\r\n");
    const cells = ({ values }: { values: Figures }) =>
      Object.entries(report.measures).map(([name, { kind }]) => {
        const value = values[name] ?? 0;
        if (kind === "share") return `${(value / 100).toFixed(2)}%`;
        return kind === "money" ? (value / 100).toFixed(2) : String(value);
      });
    expect(head?.split(",")[0]).toBe(report.groups[by]?.label());
    expect(lines.length).toBe(page.count + 1);
    expect(lines.at(-1)).toBe(["合计", ...cells({ values: page.total })].join(","));
    for (const [place, row] of page.rows.entries()) expect(lines[place]?.endsWith(cells(row).join(","))).toBe(true);
  });
});

const wholes: Record<string, [measure: string, ledger: string][]> = {
  takingsReport: [
    ["net", "select sum(amount) from payment"],
    ["taken", "select sum(amount) from payment where kind = 'payment'"],
    ["givenBack", "select -sum(amount) from payment where kind = 'refund'"],
  ],
  salesByDay: [["net", "select sum(amount) from payment"]],
  refundsReport: [
    ["refunded", "select -sum(amount) from payment where refund_id is not null"],
    ["fee", "select sum(fee) from refund where state = 'done'"],
    ["pieces", "select sum(quantity) from refund where state = 'done'"],
  ],
  admissionsReport: [
    ["in", "select sum(through) from passage where direction = 'in'"],
    ["refused", "select count(*) from passage where kind = 'pass' and not admitted"],
  ],
  groupReport: [
    ["net", "select sum(amount) from payment"],
    ["admitted", "select sum(through) from passage where direction = 'in'"],
  ],
  parkingReport: [
    ["fees", "select sum(taken_change) from parking_fee_ledger"],
    ["passes", "select sum(taken_change) from parking_pass_ledger"],
    ["entered", "select count(*) from parking_record"],
  ],
  agencySettlementReport: [
    ["prepaid", "select sum(prepaid_change) from agency_ledger"],
    ["used", "select sum(used_change) from agency_ledger"],
    ["deposit", "select sum(deposit_change) from agency_ledger"],
  ],
  agencySalesReport: [
    [
      "net",
      "select sum(amount) from payment p join travel_order t on t.corp_code = p.corp_code and t.order_id = p.order_id",
    ],
  ],
  invoiceReport: [
    ["gross", "select sum(gross) from invoice where issued_on is not null"],
    [
      "net",
      "select (select sum(gross) from invoice where issued_on is not null) - coalesce((select sum(gross) from invoice_red where issued_on is not null), 0)",
    ],
  ],
  stockReport: [
    ["netValue", "select sum(amount_change) from stock_value_ledger"],
    ["came", "select sum(greatest(quantity_change, 0)) from stock_ledger"],
  ],
  cardReport: [
    [
      "net",
      `select sum(p.amount) from payment p where not exists (
         select from sub_order l where l.corp_code = p.corp_code and l.order_id = p.order_id and l.business <> 'card')`,
    ],
    [
      "visits",
      `select sum(p.entries) from season_card_pass p
       join season_card c on c.corp_code = p.corp_code and c.id = p.card_id where c.employee_id is null`,
    ],
    [
      "staffVisits",
      `select sum(p.entries) from season_card_pass p
       join season_card c on c.corp_code = p.corp_code and c.id = p.card_id where c.employee_id is not null`,
    ],
  ],
  yearReport: [
    ["net", "select sum(amount) from payment"],
    [
      "income",
      "select (select sum(amount) from payment) + (select sum(taken_change) from parking_fee_ledger) + (select sum(taken_change) from parking_pass_ledger)",
    ],
    ["guests", "select sum(through) from passage where direction = 'in'"],
  ],
  quotaReport: [["sold", "select sum(sold) from quota_day"]],
  occupancyReport: [
    [
      "sold",
      "select count(*) from theatre_ticket t join theatre_session s on s.corp_code = t.corp_code and s.id = t.session_id where t.state <> 'refunded' and s.status <> 'cancelled'",
    ],
  ],
};

describe("the ledgers say the same", () => {
  test.each(named.filter(([noun]) => wholes[noun]))("%s", async (noun, report) => {
    // Of all time: what lies outside of the year is none of the report's.
    const { total } = await look(report);
    for (const [measure, ledger] of wholes[noun] ?? []) {
      const [row] = await backend.sql<{ n: string }>(`select coalesce((${ledger}), 0)::text as n`);
      expect(total[measure], `${noun} ${measure}`).toBe(Number(row?.n));
    }
  });

  test("each report is held against its ledger", () => {
    expect(named.map(([noun]) => noun).filter((noun) => !wholes[noun] && !sameFacts.includes(noun))).toEqual([]);
  });
});
