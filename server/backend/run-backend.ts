/** Opens the database, brings it up to date, seeds it, and listens on a loopback port. */
import { putCompanies } from "./business/order/payment/gateway/gateway";
import "~/i18n/locale.server";
import { existsSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import path from "node:path";
import type { MessagePort } from "node:worker_threads";
import { type ServerType, serve } from "@hono/node-server";
import type { Business } from "~/contract/method";
import { headOffice } from "~/contract/wire";
import { firstPasswordFile } from "../data-directory";
import { type LogLevel, logFrom } from "../log";
import { startTracing } from "../tracing";
import { afterRestore } from "./after-restore";
import { createBackend } from "./app";
import { keepCalls } from "./business/platform/calls/write";
import { undivide } from "./business/platform/duties";
import { resetFirstPassword } from "./business/platform/first-account";
import { seedPhotos } from "./business/ticket/demonstration/photos";
import { countGates } from "./business/ticket/silent-gates";
import { mountAdmin } from "./db/admin";
import { dropAside } from "./db/aside";
import { auditPlaces } from "./db/audit-places";
import { type Database, openDatabase, type Timeouts } from "./db/database";
import { backupPlaces, keptArchives, ownArchives, watchBackups } from "./db/kept-archives";
import { migrate } from "./db/migrate";
import { clearSpools } from "./db/spool";
import { waitForServer } from "./db/wait-for-server";
import { type DemoAccount, demoPassword, seedDemo } from "./demonstration";
import type { S3Settings } from "./files/s3-store";
import { openStore } from "./files/store";
import { sweepEveryHour } from "./files/sweep";
import { seedFirstStart } from "./first-start";
import { createWorker } from "./jobs/worker";
import { zoneOfCorp } from "./kernel/business-time";
import { putConsoleHosts } from "./kernel/console-hosts";
import { putMailSender, toSmtp } from "./kernel/mail";
import { makeLargeIndexes, makeSmallIndexes } from "./kernel/make-list-indexes";
import { SecretBox } from "./kernel/secret-box";
import { resealSecrets } from "./kernel/secret-columns";
import { toHook, toLog } from "./kernel/text-message";
import { backendMetrics } from "./metrics";
import { keepNodeRow } from "./node-row";
import type { DemoLanguage } from "./seed/demo-words";
import { allKinds, listsServed } from "./served";
import { answerThread } from "./thread-line";

export interface BackendSettings {
  dataDir: string;
  /** Default: info. */
  logLevel?: LogLevel;
  /** Commits of the embedded database may share a sync. */
  shareSyncs?: boolean;
  databaseUrl?: string | undefined;
  poolSize: number;
  timeouts?: Timeouts | undefined;
  /** Where backups by schedule go; none are made without. */
  backupDir?: string | undefined;
  backupStore?: S3Settings | undefined;
  /** Seconds to wait for a PostgreSQL that is not there yet. */
  waitSeconds?: number;
  /** Seconds that its console grants it to end. Default 10. */
  stopSeconds?: number;
  adminPassword?: string | undefined;
  paths: Partial<Record<Business, string>>;
  demo: boolean;
  /** Of the names in its rows. */
  demoLanguage?: DemoLanguage;
  /** Where text messages are posted to; the log says them otherwise. */
  checkCodeHook?: string | undefined;
  /** Where payment companies are, in the place of their own addresses. */
  payCompanies?: { alipay: string | undefined; wechat: string | undefined };
  /** Webhooks go to addresses of this machine and of private networks too. */
  webhooksToPrivate?: boolean | undefined;
  /** The mail server, and who its mails come from. */
  mail?: { url: string; from: string } | undefined;
  /** Where people reach the console: mails lead there. */
  consoleOrigin?: string | undefined;
  /** All origins at which the console is reached. */
  consoleOrigins?: readonly string[];
  /** The console signs with it what it says of its visitor; "" believes nobody. */
  visitorKey?: string;
  /** Bearer secret of backup and restore. */
  adminSecret: string;
  /** Signs links to private files. */
  fileSecret: string;
  /** Seal the secrets that rows keep, newest first. */
  secretKeys: string[];
  /** Takes the place of the directory `files` in the data directory. */
  s3?: S3Settings | undefined;
}

export interface RunningBackend {
  url: string;
  /** Told once, on the very first start. */
  firstPassword: string | null;
  accounts: DemoAccount[];
  /** Of head office: where its business days begin and end. */
  timeZone: string;
  close(): Promise<void>;
}

export type BackendMessage =
  | ({ kind: "ready" } & Omit<RunningBackend, "close">)
  | { kind: "failed"; message: string }
  | { kind: "closed" };

/** `calls`: where a console of the same process asks. */
export async function runBackend(settings: BackendSettings, calls?: MessagePort): Promise<RunningBackend> {
  const { dataDir, shareSyncs, databaseUrl: url, poolSize, timeouts } = settings;
  logFrom(settings.logLevel ?? "info");
  const sendSpans = await startTracing("backend", process.env);
  if (url) await waitForServer(url, settings.waitSeconds ?? 0);
  const database = await openDatabase(url ? { url, poolSize, timeouts } : { dataDir, shareSyncs });
  try {
    if (!url) clearSpools(dataDir);
    await migrate(database);
    await dropAside((work) => database.system(work, { patience: "none" }));
    await makeSmallIndexes(database, listsServed);
    const secrets = new SecretBox(settings.secretKeys);
    await resealSecrets(database, secrets);
    const adminPassword = settings.adminPassword ?? (settings.demo ? demoPassword : undefined);
    // Those of the demonstration are known to everybody who runs it.
    const { firstPassword } = await seedFirstStart(database, adminPassword, !settings.demo);
    await forgetFirstPassword(database, dataDir);
    const timeZone = await database.system((tx) => zoneOfCorp(tx, headOffice), { readOnly: true });
    const accounts = settings.demo ? await seedDemo(database, new Date(), settings.demoLanguage) : [];
    const files = {
      store: openStore({ directory: path.join(dataDir, "files"), s3: settings.s3 }),
      secret: settings.fileSecret,
    };
    if (settings.demo) await seedPhotos(database, files.store);
    putCompanies(settings.payCompanies);
    putMailSender(settings.mail ? toSmtp(settings.mail.url, settings.mail.from) : null, settings.consoleOrigin);
    putConsoleHosts(settings.consoleOrigins ?? []);
    const texts = settings.checkCodeHook ? toHook(settings.checkCodeHook) : toLog;
    const app = createBackend({
      database,
      paths: settings.paths,
      files,
      texts,
      secrets,
      visitorKey: settings.visitorKey,
      dataDir,
    });
    const stopSweeping = sweepEveryHour({ ...files, database, now: () => new Date() });
    const places = backupPlaces(settings.backupDir, settings.backupStore);
    const metrics = backendMetrics({ database, dataDir, places, calls: app.calls.totals, countGates });
    app.get("/metrics", async (context) => context.text(await metrics()));
    mountAdmin(app, database, settings.adminSecret, { dataDir, resetFirstPassword, undivide, afterRestore });
    const server = serve({ fetch: app.fetch, hostname: "127.0.0.1", port: 0 });
    await new Promise<void>((resolve) => server.once("listening", resolve));
    // Longer than the console keeps an idle connection: it must never write to one that we are closing.
    if ("keepAliveTimeout" in server) server.keepAliveTimeout = 120_000;
    const line = calls && answerThread(calls, app);
    const archives = keptArchives(database, places, dataDir);
    const webhooksToPrivate = settings.webhooksToPrivate ?? false;
    const worker = createWorker({
      database,
      kinds: allKinds,
      store: files.store,
      secrets,
      archives,
      ownArchives: ownArchives(database, dataDir),
      auditPlaces: auditPlaces(settings.backupDir, settings.backupStore),
      texts,
      webhooksToPrivate,
    });
    const stopWatching = watchBackups(places);
    const kept = keepCalls(database, app.calls);
    const row = keepNodeRow({ database, dataDir, places });
    worker.start();
    const indexes = makeLargeIndexes(database, listsServed);
    const { port } = server.address() as AddressInfo;
    return {
      url: `http://127.0.0.1:${port}`,
      firstPassword,
      accounts,
      timeZone,
      async close() {
        stopSweeping();
        stopWatching();
        await Promise.all([drained(server), line?.close(), worker.stop(), indexes.stop(), row.stop()]);
        await kept.stop();
        await Promise.all([database.close(), sendSpans()]);
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** The file that told it goes once it opens nothing any more. */
async function forgetFirstPassword(database: Database, dataDir: string): Promise<void> {
  const file = path.join(dataDir, firstPasswordFile);
  if (!existsSync(file)) return;
  const { rows } = await database.pool.query("select from account where id = 1 and must_change_password");
  if (rows.length === 0) rmSync(file, { force: true });
}

/** Answers what is under way, and closes each kept connection once it has nothing more to answer. */
function drained(server: ServerType): Promise<void> {
  return new Promise((resolve) => {
    const closeIdle = () => {
      if ("closeIdleConnections" in server) server.closeIdleConnections();
    };
    const again = setInterval(closeIdle, 20);
    server.close(() => {
      clearInterval(again);
      resolve();
    });
    closeIdle();
  });
}
