/** What Prometheus is told of calls, database, jobs, gates, backups and disk, in its text format. The console adds its requests. */
import { readdirSync, statSync } from "node:fs";
import { statfs } from "node:fs/promises";
import path from "node:path";
import { sql } from "drizzle-orm";
import type { Database, Transaction } from "./db/database";
import { type BackupPlaces, lastArchive, placesOf } from "./db/kept-archives";
import type { MethodTotals } from "./kernel/call-notes";

interface Options {
  database: Database;
  dataDir: string;
  places: BackupPlaces;
  calls: ReadonlyMap<string, MethodTotals>;
  countGates: CountGates;
}

/** Of all tenants, as the owner: gates in use, and those that admitted within a week and not within a day. */
export type CountGates = (db: Transaction) => Promise<{ gates: number; silent: number; offline: number }>;

interface Row extends Record<string, unknown> {
  waiting: number;
  running: number;
  failed: number;
  oldest: number;
  refused: number;
  uncopied: number;
  bytes: number;
}

/** Of PostgreSQL; what a plain owner may ask. */
interface LogRow extends Record<string, unknown> {
  /** Bytes written to the log since the server's data were made. */
  written: number;
  /** Whether the last segment that was to be archived was not. */
  unarchived: number;
}

/** Asked by several, looked up once. */
const keptFor = 5_000;

export function backendMetrics(options: Options): () => Promise<string> {
  let kept: { at: number; text: Promise<string> } | null = null;
  return () => {
    if (!kept || Date.now() - kept.at > keptFor) kept = { at: Date.now(), text: lookedUp(options) };
    return kept.text;
  };
}

async function lookedUp({ database, dataDir, places, calls, countGates }: Options): Promise<string> {
  const { pool } = database;
  const [row, gates, log, disks, backups] = await Promise.all([
    figures(database).catch(() => null),
    database.system(countGates, { readOnly: true }).catch(() => null),
    database.engine === "postgres" ? logOfServer(database).catch(() => null) : null,
    disksOf(dataDir, places),
    backupsByPlace(places),
  ]);
  return [
    gauge("console_database_up", "Whether the database answers.", [["", row ? 1 : 0]]),
    gauge("console_database_connections", "Connections of this node's pool.", [
      ['{state="open"}', pool.totalCount],
      ['{state="idle"}', pool.idleCount],
      ['{state="waited_for"}', pool.waitingCount],
    ]),
    ...(row
      ? [
          gauge("console_jobs", "Jobs by state; failed: of the last day.", [
            ['{state="waiting"}', row.waiting],
            ['{state="running"}', row.running],
            ['{state="failed"}', row.failed],
          ]),
          gauge("console_job_oldest_waiting_seconds", "Age of the job that has been due for longest.", [
            ["", row.oldest],
          ]),
          gauge("console_sign_ins_refused", "Sign-ins that failed in the last hour.", [["", row.refused]]),
          gauge(
            "console_audit_copies_late",
            "Sealed parts of the audit log of which there is no copy off the machine after 30 hours.",
            [["", row.uncopied]],
          ),
          gauge("console_database_bytes", "Size of the database without its log.", [["", row.bytes]]),
        ]
      : []),
    ...(gates
      ? [
          gauge(
            "console_gates",
            "Gates in use over all tenants; offline: their device was there within twelve hours and not for ten minutes; silent: admitted within a week and not within a day.",
            [
              ['{state="in_use"}', gates.gates],
              ['{state="offline"}', gates.offline],
              ['{state="silent"}', gates.silent],
            ],
          ),
        ]
      : []),
    ...(database.directory
      ? [
          gauge("console_database_log_bytes", "Size of the embedded database's log of writes.", [
            ["", sizeOfLog(database.directory)],
          ]),
        ]
      : []),
    ...(log
      ? [
          series("counter", "console_database_log_written_bytes_total", "Bytes that PostgreSQL wrote to its log.", [
            ["", log.written],
          ]),
          gauge(
            "console_database_log_archiving_failed",
            "Whether PostgreSQL's last attempt to archive a part of its log failed.",
            [["", log.unarchived]],
          ),
        ]
      : []),
    gauge("console_disk_free_bytes", "Free on the disks of DATA_DIR and BACKUP_DIR.", disks),
    gauge("console_backup_expected", "Whether backups are made by schedule (BACKUP_DIR, BACKUP_S3_ENDPOINT).", [
      ["", placesOf(places).length === 0 ? 0 : 1],
    ]),
    gauge(
      "console_last_backup_timestamp_seconds",
      "When the last backup by schedule was made, by place; 0: never.",
      backups.map(({ name, last }) => [`{place="${name}"}`, last ? Math.floor(last.at.getTime() / 1_000) : 0]),
    ),
    gauge(
      "console_last_backup_bytes",
      "Size of the last backup by schedule, by place.",
      backups.map(({ name, last }) => [`{place="${name}"}`, last?.bytes ?? 0]),
    ),
    callsOf(calls),
  ].join("");
}

/** Counters from the start of this process on: calls by method and how they ended, and the time that they took. */
function callsOf(calls: ReadonlyMap<string, MethodTotals>): string {
  const all = [...calls];
  const ended = (["ok", "refused", "failed"] as const).flatMap((outcome) =>
    all.flatMap(([method, totals]): [string, number][] =>
      totals[outcome] > 0 ? [[`{method="${method}",outcome="${outcome}"}`, totals[outcome]]] : [],
    ),
  );
  const seconds = all.map(([method, totals]): [string, number] => [
    `{method="${method}"}`,
    Number(totals.seconds.toFixed(3)),
  ]);
  return [
    series("counter", "console_dispatch_calls_total", "Calls of the dispatch API by method and outcome.", ended),
    series("counter", "console_dispatch_seconds_total", "Seconds that they took.", seconds),
  ].join("");
}

async function figures(database: Database): Promise<Row | null> {
  const { rows } = await database.system(
    (tx) =>
      tx.execute<Row>(sql`
        select (select count(*)::int from job where state = 'waiting') as waiting,
               (select count(*)::int from job where state = 'running') as running,
               (select count(*)::int from job where state = 'failed' and finished_at > now() - interval '1 day') as failed,
               (
                 select coalesce(greatest(extract(epoch from now() - min(run_at)), 0), 0)::float8
                 from job where state = 'waiting'
               ) as oldest,
               (
                 select count(*)::int from sign_in_log
                 where at > now() - interval '1 hour' and outcome in ('unknown', 'password', 'disabled', 'code')
               ) as refused,
               (
                 select count(*)::int from audit_seal_log s
                 where s.at < now() - interval '30 hours'
                   and not exists (select from audit_copy_log c where c.corp_code = s.corp_code and c.seal_id = s.id)
               ) as uncopied,
               pg_database_size(current_database())::float8 as bytes
      `),
    { readOnly: true },
  );
  return rows[0] ?? null;
}

async function logOfServer(database: Database): Promise<LogRow | null> {
  const { rows } = await database.system(
    (tx) =>
      tx.execute<LogRow>(sql`
        select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as written,
               (coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false))::int as unarchived
        from pg_stat_archiver
      `),
    { readOnly: true },
  );
  return rows[0] ?? null;
}

/** A place that has had none for weeks is not hidden by one that had one last night. */
function backupsByPlace(places: BackupPlaces) {
  const kinds = (["directory", "store"] as const).filter((kind) => places[kind] !== null);
  return Promise.all(
    kinds.map(async (name) => ({
      name,
      last: await lastArchive({ directory: null, store: null, [name]: places[name] }),
    })),
  );
}

async function disksOf(dataDir: string, { directory }: BackupPlaces): Promise<[string, number][]> {
  const disks: [string, number][] = [['{directory="data"}', await freeBytes(dataDir)]];
  const free = directory ? await freeBytes(directory.directory).catch(() => null) : null;
  if (free !== null) disks.push(['{directory="backups"}', free]);
  return disks;
}

async function freeBytes(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory);
  return bavail * bsize;
}

function sizeOfLog(directory: string): number {
  const folder = path.join(directory, "pg_wal");
  const sizes = readdirSync(folder).map(
    (name) => statSync(path.join(folder, name), { throwIfNoEntry: false })?.size ?? 0,
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

type Values = [labels: string, value: number][];

const gauge = (name: string, help: string, values: Values): string => series("gauge", name, help, values);

function series(type: "gauge" | "counter", name: string, help: string, values: Values): string {
  const lines = values.map(([labels, value]) => `${name}${labels} ${value}\n`);
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join("")}`;
}
