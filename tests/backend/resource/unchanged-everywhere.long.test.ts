/** A save that changes nothing writes nothing, by every way in which rows of every resource are saved. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { isCell } from "~/contract/cell-rules";
import { resources } from "~/contract/registry";
import { type AnyResource, methodsOf } from "~/contract/resource";
import { priceCalendarSave } from "~/contract/ticket/price";
import { seedDemo } from "~server/backend/demonstration";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";

let backend: TestBackend;
const now = new Date("2026-11-20T14:00:00+08:00");

beforeAll(async () => {
  backend = await openTestBackend();
  backend.setNow(now);
  await seedDemo(backend.database, now);
}, 120_000);
afterAll(() => backend.close());

type Row = Record<string, unknown> & { id: number; rowVersion: number };

const saved = resources.filter((one) => methodsOf(one).includes(one.methods.save));
const cases = saved.map((one) => [one.noun, one] as const);

/** Some of a resource's rows, whole. */
async function rowsOf({ methods }: AnyResource): Promise<Row[]> {
  const { data } = await backend.call(methods.list, { pageSize: 3 } as never);
  const rows: Row[] = [];
  for (const { id } of data.records as Row[])
    rows.push((await backend.call(methods.get, { id } as never)).data.record as Row);
  return rows;
}

/** What its form would post of a row that nobody touched. */
function untouched({ fields }: AnyResource, row: Row) {
  const own = Object.entries(fields).filter(([, field]) => field.form !== false && field.kind !== "secret");
  return Object.fromEntries(own.map(([name]) => [name, row[name]]));
}

/** What is sold is much, and no form saves it. */
const sold = ["orders", "sub_order", "payment", "order_ledger", "ticket", "ticket_event", "passage", "quota_ledger"];
const watched = () => digests(backend, { except: ["session", ...sold] });

const took = new Set<string>();

test.each(cases)("%s, by its form and by its cells", async (_, one) => {
  const rows = await rowsOf(one);
  const before = await watched();
  for (const row of rows) {
    const { id, rowVersion } = row;
    const values = untouched(one, row);
    const reply = await backend.call(one.methods.save, { id, rowVersion, ...values } as never);
    // What comes with the product or is somebody else's is refused, which writes nothing either.
    if (reply.success) took.add(one.noun);
    else expect(reply.status, JSON.stringify(reply)).toBeLessThan(500);
    const cells = Object.entries(values).filter(([name]) => {
      const field = one.fields[name];
      return field && isCell(field);
    });
    const { saveCells } = one.methods;
    if (!saveCells || !methodsOf(one).includes(saveCells) || cells.length === 0) continue;
    await backend.call(saveCells, {
      rows: [{ id, rowVersion, values: Object.fromEntries(cells) }],
    } as never);
  }
  const tables = changed(before, await watched());
  const entries = await backend.sql("select thing, before, after from audit_log order by id desc limit 1");
  expect(tables, JSON.stringify(entries)).toEqual([]);
});

test("most resources have such rows: something was saved as it was", () => {
  expect(took.size).toBeGreaterThan(10);
});

test("a price set again on the same days of the calendar", async () => {
  const [type] = await backend.sql<{ id: number }>("select id from ticket_type where code = 'QYS-ADT'");
  const price = { ticketTypeId: type?.id ?? 0, channel: "window", customerGroup: "retail", price: 12_300 };
  const set = () =>
    backend.call(priceCalendarSave, { ...price, days: ["2026-12-01", "2026-12-02", "2026-12-05"] } as never);
  expect((await set()).success).toBe(true);
  const before = await watched();
  expect((await set()).success).toBe(true);
  expect(changed(before, await watched())).toEqual([]);
});
