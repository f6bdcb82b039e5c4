/** Head office's wall: its sums are those of the ledgers, to the fen, and nobody else sees them. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { dataCentre, wallDays } from "~/contract/report/data-centre";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { createGrounds, sell } from "../order/sold";

let backend: TestBackend;
let tenant: string;
beforeAll(async () => {
  backend = await openTestBackend();
  tenant = await backend.createCorp("2001");
  const corps = [await createGrounds(backend), await createGrounds(backend, "2001")];
  for (const [place, grounds] of corps.entries()) {
    const sale = await sell(backend, grounds, { lines: [{ quantity: 3, unitPrice: 3_333 + place }] });
    await sell(backend, grounds, {});
    const old = await sell(backend, grounds, {});
    // The first minute of a business day, and the last of the one before the wall begins.
    await backend.sql("update payment set at = '2026-11-19T16:00:30Z' where order_id = $1", [sale.orderId]);
    await backend.sql("update payment set at = '2026-11-06T15:59:30Z' where order_id = $1", [old.orderId]);
    const pass = `insert into passage (corp_code, at, counts_at, kind, gate_id, park_id, direction, admitted, reason, people,
                    reverses_id, through)
                  values ($1, '2026-11-20T02:00:00Z', '2026-11-20T02:00:00Z', $2, $3, $4, $5, $6, 'x', $7, $8,
                    case when $6 then case when $2 = 'reversal' then -$7::int else $7::int end else 0 end)
                  returning id`;
    const at = (kind: string, direction: string, admitted: boolean, people: number, reverses: number | null = null) =>
      backend.sql<{ id: number }>(pass, [
        grounds.corpCode,
        kind,
        grounds.gateId,
        grounds.parkId,
        direction,
        admitted,
        people,
        reverses,
      ]);
    const [four] = await at("pass", "in", true, 4);
    await at("pass", "in", true, 5);
    await at("pass", "in", false, 7);
    await at("pass", "out", true, 9);
    await at("reversal", "in", true, 4, four?.id);
  }
  await backend.sql("update payment set at = '2026-11-20T01:00:00Z' where at > '2026-11-20'");
  backend.setNow(new Date("2026-11-20T04:00:00Z"));
});
afterAll(() => backend.close());

async function edition(value: string): Promise<void> {
  await backend.sql("update sys_param set param_option = $1 where param_code = 'isSaasEdition'", [value]);
}

test("1j 6f only head office sees it, in the SaaS edition only", async () => {
  await edition("F");
  expect((await backend.call(dataCentre, {})).status).toBe(403);
  await edition("T");
  expect((await backend.call(dataCentre, {}, { as: tenant })).status).toBe(403);
  expect((await backend.call(dataCentre, {}, { as: "" })).status).toBe(401);
  expect((await backend.call(dataCentre, {})).status).toBe(200);
});

test("2.1c its sums are the ledgers', by business day and tenant", async () => {
  await edition("T");
  const { data } = await backend.call(dataCentre, {});
  expect(data.day).toBe("2026-11-20");
  expect(data.days).toHaveLength(wallDays);
  expect(data.days[0]?.day).toBe("2026-11-07");
  const [ledger] = await backend.sql<{ amount: string; n: number }>(
    "select sum(amount)::text as amount, count(*)::int as n from payment where at >= '2026-11-06T16:00:00Z'",
  );
  const sum = (name: "sales" | "payments" | "admissions") => data.days.reduce((all, day) => all + day[name], 0);
  expect([String(sum("sales")), sum("payments")]).toEqual([ledger?.amount, ledger?.n]);
  // Of 4 and 5 people let in the 4 were taken back; who was refused or left does not count.
  expect(data.corps).toEqual([
    { corpCode: "2001", name: "租户2001", sales: 30_002, refunds: 0, payments: 2, admissions: 5 },
    { corpCode: "0001", name: "总部", sales: 29_999, refunds: 0, payments: 2, admissions: 5 },
  ]);
  expect(sum("admissions")).toBe(10);
});

test("16 how full parks are, alarms and provinces, over all tenants; not unasked, and not for who works in a part", async () => {
  await edition("T");
  const parks = await backend.sql<{ id: number; corp_code: string; name: string }>(
    "select distinct on (p.corp_code) p.id::int, p.corp_code, p.name from park p join passage w on w.corp_code = p.corp_code and w.park_id = p.id order by p.corp_code",
  );
  const [own, other] = parks;
  await backend.sql("update park set area_code = '330106' where id = $1", [own?.id]);
  for (const park of [own, other])
    await backend.sql(
      `insert into park_capacity (corp_code, park_id, day_max, moment_max, warn_at) values ($1, $2, $3, 500, 80)`,
      [park?.corp_code, park?.id, park === own ? 1_000 : 5],
    );
  await backend.sql(
    `insert into park_day (corp_code, park_id, day, people) values ($1, $2, '2026-11-20', 5)
     on conflict (corp_code, park_id, day) do update set people = 5`,
    [other?.corp_code, other?.id],
  );
  await backend.sql(
    `insert into gate_device (corp_code, gate_id, park_id, state, token_hash, salt, last_seen)
     select corp_code, id, park_id, 'paired', 'a-hash', 'a-salt', now() - interval '11 minutes'
     from gate where corp_code = '2001' limit 1`,
  );
  await backend.sql(
    "insert into job (corp_code, kind, state, run_at, finished_at) values ('0001', 'export', 'failed', now(), now())",
  );
  expect((await backend.call(dataCentre, {})).data).toMatchObject({ loads: [], alarms: [], provinces: [] });
  const { data } = await backend.call(dataCentre, { more: true });
  expect(data.loads.map(({ corp, people, dayMax, level }) => [corp, people, dayMax, level])).toEqual([
    ["租户2001", 5, 5, "full"],
    ["总部", expect.any(Number), 1_000, "calm"],
  ]);
  expect(data.alarms).toEqual([
    { corp: "租户2001", says: `${other?.name} 今日 5 人，为日最大承载量 5 的 100%`, bad: true },
    { corp: "租户2001", says: "1 台闸机的设备失联超过 10 分钟", bad: false },
    { corp: "总部", says: "近 24 小时有 1 个后台任务失败", bad: false },
  ]);
  // 5 people in each of two parks: one in Zhejiang, one that says nothing of where it is.
  expect(data.provinces.filter(({ admissions }) => admissions > 0)).toEqual(
    expect.arrayContaining([expect.objectContaining({ province: "33", admissions: 5 })]),
  );
  expect(data.provinces.reduce((sum, { admissions }) => sum + admissions, 0)).toBe(10);
  const bound = await backend.createUser({ grants: [], parks: [own?.id ?? 0] });
  const part = await backend.call(dataCentre, { more: true }, { as: bound.token });
  expect(part.data).toMatchObject({ loads: [], alarms: [], provinces: [] });
});
