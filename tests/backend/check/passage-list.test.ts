/** The list of passages over a million of them: found by indexes, in the caller's parks, with sums. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkTicket, reversePassage } from "~/contract/ticket/check";
import { passage } from "~/contract/ticket/passage";
import { existingIndexes, listIndexes, serves } from "~server/backend/kernel/list-indexes";
import { listsServed } from "~server/backend/served";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { createPark, fresh, friday, type TestPark } from "~tests/support/park";
import { plansDuring, rowsRead } from "~tests/support/plans";

/** Fewer on every run; `TEST_PASSAGES=1000000` is what the list is made for. */
const many = Number(process.env.TEST_PASSAGES ?? 100_000);
/** What a page's count walks at most, once for the count and once for the rows, and what stands on the page. */
const bound = 2 * 10_001 + 200;

let backend: TestBackend;
beforeAll(async () => {
  backend = await openTestBackend();
}, 60_000);
afterAll(() => backend.close());

const list = async (payload: object = {}, as?: string) => {
  const answer = await backend.call(passage.methods.list, payload, as ? { as } : {});
  expect(answer.status, JSON.stringify(answer.errors)).toBe(200);
  return answer.data;
};

describe("passages", () => {
  let park: TestPark;
  beforeAll(async () => {
    backend.setNow(friday);
    park = await createPark(backend);
  });

  it("has every attempt with its ticket, and the sum of those who are in", async () => {
    const { orderId } = await park.sell();
    const sold = await backend.sql<{ no: string }>(
      "select ticket_no as no from ticket where order_id = $1 order by id",
      [orderId],
    );
    const numbers = sold.map(({ no }) => no);
    const check = (code: string) =>
      backend.call(checkTicket, { idempotencyKey: fresh("key"), gateId: park.gateId, code });
    const [first, second] = [await check(numbers[0] ?? ""), await check(numbers[1] ?? "")];
    expect([first.data.admitted, second.data.admitted]).toEqual([true, true]);
    expect((await check(numbers[0] ?? "")).data.admitted).toBe(false);
    await check("110101199003070038");
    const [passageId = 0] = second.data.passageIds;
    await backend.call(reversePassage, { passageId, reason: "刷错了" });
    const filters = { gateId: String(park.gateId) };
    const { records, otherData } = await list({ filters });
    expect(records.map(({ result, ticketNo, admittedPeople }) => [result, ticketNo, admittedPeople])).toEqual([
      ["reversed", numbers[1], -1],
      ["refused", "", 0],
      ["refused", numbers[0], 0],
      ["admitted", numbers[1], 1],
      ["admitted", numbers[0], 1],
    ]);
    expect(otherData.totals).toEqual({ admittedPeople: 1, entries: 1 });
    // No identity number is kept whole, so nobody can read one here.
    expect(JSON.stringify(records)).not.toContain("110101199003070038");
    const counted = async (more: Record<string, string>) => (await list({ filters: { ...filters, ...more } })).count;
    expect(await counted({ result: "refused" })).toBe(2);
    expect(await counted({ result: "admitted" })).toBe(2);
    expect(await counted({ result: "reversed" })).toBe(1);
    expect(await counted({ reason: "unknown" })).toBeLessThanOrEqual(1);
    expect(await counted({ ticketNo: numbers[1] ?? "" })).toBe(2);
    expect(await counted({ ticketNo: "no such" })).toBe(0);
    const id = Number(records[0]?.id);
    expect((await backend.call(passage.methods.get, { id })).data.record).toMatchObject({ note: "刷错了" });
  });

  it("finds a code that no ticket has wherever it was shown again, and counts it; of a ticket it finds nothing", async () => {
    const check = (code: string) =>
      backend.call(checkTicket, { idempotencyKey: fresh("key"), gateId: park.gateId, code });
    for (const code of ["FAKE-CODE-81", "FAKE-CODE-82", "FAKE-CODE-81", "FAKE-CODE-81"]) await check(code);
    const { records } = await list({ filters: { gateId: String(park.gateId) } });
    const [third, second, other, first] = records.map(({ id }) => String(id));
    const again = await list({ filters: { sameCode: second ?? "" } });
    expect(again.records.map(({ id }) => String(id))).toEqual([third, second, first]);
    expect(again.records.map(({ sameCode }) => sameCode)).toEqual([3, 3, 3]);
    expect((await list({ filters: { sameCode: other ?? "" } })).count).toBe(1);
    const { record } = (await backend.call(passage.methods.get, { id: Number(first) })).data;
    expect(record).toMatchObject({ sameCode: 3 });
    const shown = record as Record<string, unknown>;
    expect(passage.fields.code.page?.(shown)).toBe(`/manage/passageList?sameCode=${first}`);
    const known = records.find(({ ticketNo }) => ticketNo !== "");
    expect((await list({ filters: { sameCode: String(known?.id) } })).count).toBe(0);
    expect([known?.sameCode, passage.fields.code.page?.(known as Record<string, unknown>)]).toEqual([0, null]);
    const stranger = await backend.createCorp("7720");
    expect((await list({ filters: { sameCode: first ?? "" } }, stranger)).count).toBe(0);
  });

  it("6 belongs to its tenant, its parks and its function", async () => {
    const [one] = (await list()).records;
    const id = Number(one?.id);
    const stranger = await backend.createCorp("7719");
    expect((await list({}, stranger)).count).toBe(0);
    expect((await backend.call(passage.methods.get, { id }, { as: stranger })).status).toBe(404);
    const other = await createPark(backend);
    const elsewhere = await backend.createUser({ grants: ["passageList"] });
    await backend.sql("insert into account_park (corp_code, account_id, park_id) values ('0001', $1, $2)", [
      elsewhere.id,
      other.parkId,
    ]);
    expect((await list({}, elsewhere.token)).count).toBe(0);
    expect((await backend.call(passage.methods.get, { id }, { as: elsewhere.token })).status).toBe(404);
    const without = await backend.createUser({ grants: ["tktChevkPage"] });
    expect((await backend.call(passage.methods.list, {}, { as: without.token })).status).toBe(403);
  });
});

describe("over many passages", () => {
  beforeAll(async () => {
    const [gate] = await backend.sql<{ id: number; park_id: number }>("select id, park_id from gate limit 1");
    await backend.sql(
      `insert into passage (corp_code, at, gate_id, park_id, direction, admitted, reason, people, entries, account_name)
       select '0001', timestamptz '2026-01-01 08:00+08' + n * interval '20 seconds', $2, $3, 'in',
              n % 50 > 0, case when n % 50 > 0 then 'ok' when n % 5000 = 0 then 'unpaid' else 'usedUp' end, 1,
              (n % 50 > 0)::int, '验票员'
       from generate_series(1, $1::int) n`,
      [many, gate?.id, gate?.park_id],
    );
    await backend.sql("checkpoint");
    await backend.sql("vacuum analyze passage");
  }, 240_000);

  it("has its indexes from its declaration, whatever joins it", async () => {
    const declared = listsServed.flatMap(({ resource, table }) =>
      resource.noun === "passage" ? listIndexes(resource, table) : [],
    );
    expect(declared.map(({ columns }) => columns?.slice(1, -1).join())).toEqual(
      expect.arrayContaining(["at", "reason", "gate_id", "park_id", "admitted"]),
    );
    const existing = await backend.database.system((tx) => existingIndexes(tx));
    expect(declared.filter((index) => !existing.some((one) => serves(one, index)))).toEqual([]);
  });

  it.each<[string, object]>([
    ["first page", {}],
    ["farthest page", { pageNo: 1_000_000, pageSize: 100 }],
    ["by time", { sort: "at", order: "desc" }],
    ["a day", { filters: { at: "2026-01-05~2026-01-05" }, sort: "at", order: "asc" }],
    ["refused", { filters: { result: "refused" } }],
    ["taken back", { filters: { result: "reversed" } }],
    ["a reason that is rare", { filters: { reason: "unpaid" } }],
    ["a ticket", { filters: { ticketNo: "no such" } }],
    ["a code again", { filters: { sameCode: "1" } }],
  ])("%s reads no more passages than the bound", async (_, payload) => {
    const began = performance.now();
    const { nodes, statements } = await plansDuring(backend, /from passage p/, () => list(payload));
    expect(statements).toBeGreaterThan(0);
    expect(rowsRead(nodes, "passage")).toBeLessThanOrEqual(bound);
    if (process.env.TEST_PASSAGES) console.log(_, `${Math.round(performance.now() - began)} ms`);
  });
});
