/** What whoever watches is told: all that is promised, and nothing of a tenant. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { countGates } from "~server/backend/business/ticket/silent-gates";
import { backupPlaces } from "~server/backend/db/kept-archives";
import { CallNotes } from "~server/backend/kernel/call-notes";
import { backendMetrics } from "~server/backend/metrics";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { createPark } from "~tests/support/park";

let backend: TestBackend;
let dataDir: string;
const notes = new CallNotes();
beforeAll(async () => {
  backend = await openTestBackend();
  await createPark(backend);
  dataDir = mkdtempSync(path.join(tmpdir(), "console-metrics-"));
});
afterAll(async () => {
  await backend.close();
  rmSync(dataDir, { recursive: true });
});

const told = () =>
  backendMetrics({
    ...{ database: backend.database, dataDir, countGates, calls: notes.totals },
    places: backupPlaces(undefined, undefined),
  })();

function called(method: string, status: number, ms: number): void {
  const known = { corpCode: "0001", caller: "admin", origin: "program" as const, requestId: "", at: new Date() };
  notes.note({ ...known, method, status, ms }, () => 0);
}

test("pool, jobs and their age, refused sign-ins, gates, backups and disk are there before anything happened", async () => {
  const text = await told();
  for (const name of [
    "console_database_up 1",
    'console_database_connections{state="waited_for"} 0',
    'console_jobs{state="failed"} 0',
    "console_job_oldest_waiting_seconds ",
    "console_sign_ins_refused 0",
    'console_gates{state="in_use"} ',
    'console_gates{state="offline"} 0',
    "console_backup_expected 0",
    'console_disk_free_bytes{directory="data"} ',
    "console_database_bytes ",
    ...(backend.database.engine === "postgres"
      ? ["console_database_log_written_bytes_total ", "console_database_log_archiving_failed 0"]
      : []),
  ])
    expect(text).toContain(name);
  for (const line of text.trimEnd().split("\n"))
    expect(line).toMatch(/^(# (HELP|TYPE) \w+ .+|\w+(\{[^}]*\})? [\d.]+(e[+-]?\d+)?)$/);
});

test("calls by method and how they ended, from the start on; what there is no method for is not counted by its name", async () => {
  called("sellTickets", 200, 40);
  called("sellTickets", 409, 10);
  called("getCounter", 500, 450);
  called("", 404, 1);
  notes.take();
  called("sellTickets", 200, 50);
  const text = await told();
  for (const line of [
    "# TYPE console_dispatch_calls_total counter",
    'console_dispatch_calls_total{method="sellTickets",outcome="ok"} 2',
    'console_dispatch_calls_total{method="sellTickets",outcome="refused"} 1',
    'console_dispatch_calls_total{method="getCounter",outcome="failed"} 1',
    'console_dispatch_seconds_total{method="sellTickets"} 0.1',
  ])
    expect(text).toContain(`${line}\n`);
  expect(text).not.toContain('method=""');
});

test("a gate whose device is away counts as offline, over all tenants", async () => {
  await backend.sql(
    `insert into gate_device (corp_code, gate_id, park_id, state, token_hash, salt, last_seen)
     select corp_code, id, park_id, 'paired', 'a-hash', 'a-salt', now() - interval '11 minutes' from gate limit 1`,
  );
  expect(await told()).toContain('console_gates{state="offline"} 1\n');
  await backend.sql("update gate_device set last_seen = now() - interval '13 hours'");
  expect(await told()).toContain('console_gates{state="offline"} 0\n');
});

test("each place of backups has its own age, and the disk of theirs is told beside that of the data", async () => {
  const directory = mkdtempSync(path.join(tmpdir(), "console-places-"));
  writeFileSync(path.join(directory, "scenic-console-2026-11-20T030000Z.archive"), "four");
  const store = { endpoint: "http://127.0.0.1:1", bucket: "b", region: "r", accessKey: "a", secretKey: "s" };
  const text = await backendMetrics({
    ...{ database: backend.database, dataDir, countGates, calls: notes.totals },
    places: backupPlaces(directory, store),
  })();
  rmSync(directory, { recursive: true });
  for (const line of [
    "console_backup_expected 1",
    `console_last_backup_timestamp_seconds{place="directory"} ${Date.parse("2026-11-20T03:00:00Z") / 1_000}`,
    'console_last_backup_timestamp_seconds{place="store"} 0',
    'console_last_backup_bytes{place="directory"} 4',
  ])
    expect(text).toContain(`${line}\n`);
  expect(text).toMatch(/console_disk_free_bytes\{directory="backups"\} \d+/);
}, 30_000);
