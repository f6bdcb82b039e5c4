/** What a list tells of more rows than it counts. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { countBound } from "~/contract/resource";
import { park } from "~/contract/ticket/park";
import { openTestBackend, type TestBackend } from "~tests/support/backend";

let backend: TestBackend;
beforeAll(async () => {
  backend = await openTestBackend();
  await backend.sql(
    "insert into park (corp_code, code, name, capacity) values ('0001', 'L', '园', 5), ('0002', 'LX', '园他', 5)",
  );
});
afterAll(() => backend.close());

const parks = async (payload: object) => (await backend.call(park.methods.list, payload)).data;

test("totals are left out where the count stopped at its bound", async () => {
  await backend.sql(
    `insert into park (corp_code, code, name, capacity) select '0001', 'B' || n, '多' || n, 1 from generate_series(1, ${countBound}) n`,
  );
  const many = await parks({});
  expect(many).toMatchObject({ count: countBound, otherData: { capped: true } });
  expect(many.otherData.totals).toBeUndefined();
  const exact = await parks({ filters: { code: "B" } });
  expect(exact).toMatchObject({ count: countBound, otherData: { capped: false, totals: { capacity: countBound } } });
}, 300_000);
