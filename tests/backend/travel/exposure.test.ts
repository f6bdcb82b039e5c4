/** Exposure of more agencies than the page has rows: the total is of all of them. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { agencyExposure } from "~/contract/travel/exposure";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { friday } from "~tests/support/park";
import { addRegion, addSalesman } from "./sales-support";

let backend: TestBackend;
beforeAll(async () => {
  backend = await openTestBackend({ moneyMadeUp: true });
  backend.setNow(friday);
});
afterAll(() => backend.close());

test("totals and ages are of all agencies of the filter, also of those beyond the page, and the file's answer has them all", async () => {
  const regionId = await addRegion(backend);
  await backend.sql(
    `with made as (
       insert into travel_agency (corp_code, code, name, type, licence, contact, mobile, settlement, credit_limit, status, region_id)
       select '0001', 'MANY-' || n, '多家 ' || n, 'groups', 'L-MANY-' || n, '李娜', '13800138000', 'credit', 5000, 'active', $1
       from generate_series(1, 1003) n
       returning id, code
     ), account as (
       insert into agency_account (corp_code, agency_id, used) select '0001', id, 1000 from made returning id, agency_id
     )
     insert into agency_ledger (corp_code, at, agency_account_id, agency_id, kind, source, prepaid, used, used_change, deposit)
     select '0001', $2::timestamptz - interval '45 days', id, agency_id, 'saleCredit', 'MANY' || agency_id, 0, 1000, 1000, 0
     from account`,
    [regionId, friday.toISOString()],
  );
  const page = (await backend.call(agencyExposure, { regionId })).data;
  expect([page.rows.length, page.count, page.totalPage]).toEqual([100, 1_003, 11]);
  const last = (await backend.call(agencyExposure, { regionId, pageNo: 11 })).data;
  expect([last.rows.length, last.total]).toEqual([3, page.total]);
  const beyond = (await backend.call(agencyExposure, { regionId, pageNo: 12 })).data;
  expect([beyond.pageNo, beyond.rows]).toEqual([11, last.rows]);
  expect(page.total).toEqual({
    ...{ prepaid: 0, limit: 1_003 * 5_000, used: 1_003_000, underWay: 0, free: 1_003 * 4_000, deposit: 0 },
    ages: [0, 1_003_000, 0, 0],
  });
  const file = (await backend.call(agencyExposure, { regionId, all: true })).data;
  expect([file.rows.length, file.totalPage]).toEqual([1_003, 1]);
  const pages = [];
  for (let pageNo = 1; pageNo <= 11; pageNo += 1)
    pages.push(...(await backend.call(agencyExposure, { regionId, pageNo })).data.rows.map(({ id }) => id));
  expect(pages).toEqual(file.rows.map(({ id }) => id));
  expect(file.total).toEqual(page.total);

  // By salesman and by region: each group what its agencies make up, and together the total.
  const salesmanId = await addSalesman(backend);
  await backend.sql("update travel_agency set salesman_id = $1 where code in ('MANY-1', 'MANY-2')", [salesmanId]);
  const grouped = (await backend.call(agencyExposure, { regionId })).data;
  expect(grouped.bySalesman.map(({ id, agencies, used }) => [id, agencies, used])).toEqual([
    [0, 1_001, 1_001_000],
    [salesmanId, 2, 2_000],
  ]);
  expect(grouped.byRegion).toEqual([{ id: regionId, name: expect.any(String), agencies: 1_003, ...page.total }]);
  expect((await backend.call(agencyExposure, { regionId, salesmanId })).data.total.used).toBe(2_000);
});
