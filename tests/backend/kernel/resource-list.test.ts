/** A resource's list by its declaration: filters by kind, totals, all rows. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { allRows, allRowsBound } from "~/contract/resource";
import { park } from "~/contract/ticket/park";
import { ticketType } from "~/contract/ticket/ticket-type";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { createPark } from "~tests/support/park";

let backend: TestBackend;
beforeAll(async () => {
  backend = await openTestBackend();
  await createPark(backend);
  await backend.sql(`
    insert into park (corp_code, code, name, capacity, status)
    select '0001', 'L' || n, '园' || n, case when n % 10 = 0 then null else n end, case when n % 4 = 0 then 'F' else 'T' end
    from generate_series(1, 1200) n`);
  await backend.sql("insert into park (corp_code, code, name, capacity) values ('0002', 'LX', '园他', 5)");
});
afterAll(() => backend.close());

const parks = async (payload: object) => (await backend.call(park.methods.list, payload)).data;
const names = async (filters: Record<string, string>) =>
  (await parks({ pageSize: allRows, sort: "code", filters })).records.map(({ name }) => name);

describe("filters", () => {
  test.each([
    ["10~12", ["园11", "园12"]],
    ["1198~", ["园1198", "园1199"]],
    ["~2", ["园1", "园2"]],
    ["7", ["园7"]],
    ["3~2", []],
    ["999999999999999~", []],
    ["-999999999999999~1", ["园1"]],
  ])("9 numbers between %s", async (text, found) => {
    expect(await names({ capacity: text, code: "L" })).toEqual(found);
  });

  test("any of several, and what is none of the kind", async () => {
    const list = (filters: Record<string, string>) => backend.call(ticketType.methods.list, { filters });
    const all = (await list({})).data.count;
    expect((await list({ status: "onSale, draft,onSale" })).data.count).toBe(all);
    expect((await list({ status: "retired" })).data.count).toBe(0);
    expect((await list({ status: Array.from({ length: 51 }, (_, n) => `x${n}`).join() })).status).toBe(422);
    expect((await list({ listPrice: "x~" })).errors).toHaveProperty("filters.listPrice");
    expect((await list({ listPrice: "0~100000000" })).data.count).toBe(all);
    expect((await list({ facePrice: "1" })).status).toBe(422);
  });

  test("signs of a pattern stand for themselves, and cases do not matter", async () => {
    expect(await names({ code: "l1199" })).toEqual(["园1199"]);
    expect(await names({ code: "%", name: "_" })).toEqual([]);
  });
});

describe("pages", () => {
  test("3o a page tells its records, number, size, how many pages and rows there are, and what else the list needs", async () => {
    const page = await parks({ pageNo: 2, pageSize: 10, sort: "code", filters: { name: "园11" } });
    expect(Object.keys(page).sort()).toEqual(["count", "otherData", "pageNo", "pageSize", "records", "totalPage"]);
    // 11, 110 to 119, 1100 to 1199.
    expect([page.pageNo, page.pageSize, page.count, page.totalPage, page.records.length]).toEqual([2, 10, 111, 12, 10]);
    expect(page.otherData).toMatchObject({ capped: false, options: { status: expect.anything() } });
  });

  test("9f all rows are one page up to its bound, then pages of that many", async () => {
    const all = await parks({ pageSize: allRows, filters: { code: "L" } });
    expect(all).toMatchObject({ pageNo: 1, totalPage: 2, count: 1200, pageSize: allRows });
    expect(all.records).toHaveLength(allRowsBound);
    const rest = await parks({ pageSize: allRows, pageNo: 2, filters: { code: "L" } });
    expect(rest.records).toHaveLength(200);
    const ids = [...all.records, ...rest.records].map(({ id }) => id);
    expect(new Set(ids).size).toBe(1200);
    expect(ids).toEqual([...ids].sort((a, b) => Number(a) - Number(b)));
    for (const pageSize of [0, -2, 101]) expect((await backend.call(park.methods.list, { pageSize })).status).toBe(422);
  });

  test("9q pages of every sort, both ways, neither overlap nor leave out", async () => {
    for (const order of ["asc", "desc"] as const) {
      const seen: unknown[] = [];
      for (let pageNo = 1; pageNo <= 12; pageNo += 1) {
        const { records } = await parks({ pageNo, pageSize: 100, sort: "capacity", order, filters: { code: "L" } });
        seen.push(...records.map(({ id }) => id));
      }
      expect(new Set(seen).size).toBe(1200);
    }
  });
});

describe("totals", () => {
  test("are of everything found, in this corp alone", async () => {
    const { otherData } = await parks({ filters: { capacity: "1~9", code: "L" } });
    expect(otherData).toMatchObject({ capped: false, totals: { capacity: 45 } });
    expect((await parks({ filters: { code: "nothing" } })).otherData.totals).toEqual({ capacity: 0 });
  });
});
