/** What meets a closed year from elsewhere: red letters, a tenant that is cleared and put back. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { closedYear, closeYear } from "~/contract/years/year";
import { corpTables, deleteSome, putRows, setTriggers, sliceOf } from "~server/backend/db/corp-rows";
import { createWorker } from "~server/backend/jobs/worker";
import { allKinds } from "~server/backend/served";
import { invoicesOf, settings } from "~tests/backend/invoice/support";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, fresh, type TestPark } from "~tests/support/park";

let backend: TestBackend;
let park: TestPark;
const january = new Date("2027-01-05T10:00:00+08:00");
beforeEach(async () => {
  backend = await openTestBackend();
  park = await createPark(backend);
});
afterEach(() => backend.close());

const work = () => createWorker({ database: backend.database, kinds: allKinds, now: () => january }).drain();
async function closed(): Promise<number> {
  backend.setNow(january);
  const begun = await backend.call(closeYear, { year: "2026", reason: "年终结账", idempotencyKey: fresh("year") });
  expect(begun.message).toBe("");
  await work();
  return begun.data.id;
}
async function checked(id: number): Promise<unknown> {
  expect((await backend.call(closedYear.commands.check.method, { id } as never)).message).toBe("");
  await work();
  return (await backend.sql("select status, check_state as found from closed_year where id = $1", [id]))[0];
}
const agrees = { status: "closed", found: "agrees" };
test("a red letter of last year's invoice is of this year, and the seal holds", async () => {
  const { issued, red, issueRed, row } = invoicesOf(backend);
  await settings(backend);
  const { orderId } = await park.sell({ paymentType: "cash", visitDay: "2027-01-10" });
  const { id: invoiceId } = await issued([orderId]);
  const year = await closed();
  const asked = await red(invoiceId);
  expect(asked.message).toBe("");
  expect((await issueRed(asked.data.id)).message).toBe("");
  expect((await row(invoiceId)).status).toBe("reversed");
  expect(await backend.sql("select requested_at >= '2027-01-01' as now from invoice_red")).toEqual([{ now: true }]);
  expect(await checked(year)).toEqual(agrees);
  await checkInvariants(backend);
});

test("rows of a closed year go with a clearing and come back with its archive; then they are refused again", async () => {
  const { orderId } = await park.sell({ paymentType: "cash" });
  await backend.sql(
    `insert into print_log (corp_code, at, order_id, ticket_id, account_id, account_name)
     select corp_code, '2026-11-20T10:00:01+08:00', order_id, id, 1, '管理员' from ticket where order_id = $1`,
    [orderId],
  );
  const year = await closed();
  const tables = await backend.database.system(corpTables);
  const [part, printed] = ["closed_year_part", "print_log"].map((wanted) => tables.find(({ name }) => name === wanted));
  if (!part || !printed) throw new Error("a table is missing");
  for (const table of [printed, part]) {
    const { rows } = await backend.database.system((tx) => sliceOf(tx, table, "0001", null));
    expect(rows.length).toBeGreaterThan(1);
    await backend.database.system((tx) => deleteSome(tx, table, "0001"));
    await backend.database.system(async (tx) => {
      await setTriggers(tx, [table.name], "disable");
      await putRows(tx, table.name, rows);
      await setTriggers(tx, [table.name], "enable");
    });
  }
  expect(await checked(year)).toEqual(agrees);
  await expect(backend.sql("delete from print_log")).rejects.toThrow("lies in a closed year");
  await expect(backend.sql("delete from closed_year_part")).rejects.toThrow("append-only");
  await checkInvariants(backend);
});
