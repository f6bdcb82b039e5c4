/** What is closed, and what follows from a row by itself, comes back from an archive as it was. */
import { createWriteStream, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { sellTickets } from "~/contract/ticket/sale";
import { agencyStatement } from "~/contract/travel/statement";
import { backup } from "~server/backend/db/archive";
import { checkArchive } from "~server/backend/db/check-archive";
import { restore } from "~server/backend/db/restore";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { createPark, fresh, friday, today } from "~tests/support/park";
import { agencyInUse } from "../travel/sales-support";

const folder = mkdtempSync(path.join(tmpdir(), "console-closed-"));
const open: TestBackend[] = [];
afterAll(async () => {
  for (const one of open) await one.close();
  rmSync(folder, { recursive: true });
});

async function opened(): Promise<TestBackend> {
  const backend = await openTestBackend();
  open.push(backend);
  return backend;
}

async function sumsOf({ database }: TestBackend, name: string) {
  const file = path.join(folder, name);
  await backup(database, createWriteStream(file));
  const { sums, counts } = await checkArchive(file);
  return { file, counts, sums: { ...sums, corp: "" } };
}

test("a closed statement of an agency is in the archive, and is restored with its rows", async () => {
  const source = await opened();
  source.setNow(friday);
  const park = await createPark(source);
  const agencyId = await agencyInUse(source, { settlement: "credit", creditLimit: 500_000 });
  const [one] = await source.sql<{ code: string }>("select code from travel_agency where id = $1", [agencyId]);
  await source.call(sellTickets, {
    ...{ visitDay: today, posId: park.posId, lines: [{ ticketTypeId: park.adultId, quantity: 2 }] },
    ...{ agency: one?.code ?? "", paymentType: "onAccount", idempotencyKey: fresh("sale-key") },
  } as never);
  const made = await source.call(agencyStatement.methods.save, {
    ...{ code: "JS1", agencyId, fromDay: today, toDay: today, remark: null },
  } as never);
  const id = (made.data as { id: number }).id;
  await source.sql("update agency_statement set stamped = '2026/stamped.pdf' where id = $1", [id]);
  for (const name of ["send", "confirm", "close"] as const) {
    const { message } = await source.call(agencyStatement.commands[name].method, { id } as never);
    expect(message).toBe("");
  }
  // A bank's statement that was read to its end: a line that comes in opens it again, in life.
  await source.sql(`
    insert into statement_line (corp_code, payment_type, transaction_no, amount, paid_at)
    values ('0001', 'wechat', 'T1', 100, '2026-11-20T04:00:00Z')
  `);
  await source.sql("update payment_statement set state = 'even'");
  const before = await sumsOf(source, "before");
  expect(before.counts).toMatchObject({ agency_statement: 1, agency_statement_row: 1, payment_statement: 1 });

  const target = await opened();
  await restore(target.database, before.file, { force: true });
  expect((await sumsOf(target, "after")).sums).toEqual(before.sums);
  // What guards them stands again.
  await expect(target.sql("delete from agency_statement_row")).rejects.toThrow(/closed/);
  await expect(target.sql("delete from quota_ledger where id < 0")).resolves.toEqual([]);
  await expect(target.sql("delete from agency_ledger")).rejects.toThrow(/append-only/);
}, 120_000);
