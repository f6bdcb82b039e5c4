/** Starts the console and, unless DISPATCH_URL names another dispatch API, the embedded backend. */
import "~/i18n/locale.server";
import { randomBytes } from "node:crypto";
import { realpathSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { getRequestListener } from "@hono/node-server";
import type { ServerBuild } from "@remix-run/node";
import type { RunningBackend } from "./backend/run-backend";
import { type BackendThread, startBackend } from "./backend/start";
import { backupStoreOf, type Config, fileStoreOf, hstsOf, readConfig, unknownSettings } from "./config";
import { assetsBefore, keepAssets } from "./console/assets-before";
import { Seal } from "./console/cookies";
import { createEdge } from "./console/edge";
import { isLoopback } from "./console/hosts";
import { keepToOneself, keptSecret, openDataDirectory } from "./data-directory";
import { nameOfServer } from "./database-server";
import type { DispatchSettings } from "./dispatch/client";
import { ThreadTransport } from "./dispatch/thread-transport";
import { greet } from "./greeting";
import { isLogged, log, logFrom } from "./log";
import { connectionsOf, drained, endAtSignal, Stopping } from "./stopping";
import { startTracing } from "./tracing";

export interface StartOptions {
  demo: boolean;
  /** Folder with the built files: client/, server/index.js, backend.js. */
  buildDirectory: string;
  /** Vite's part of `npm run dev`. */
  development?: Development;
}

export interface Development {
  loadBuild: () => Promise<unknown>;
  middleware: (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
  close: () => Promise<void>;
}

export interface RunningConsole {
  url: string;
  backend: RunningBackend | null;
  /** Not ready from now on; takes requests for so many seconds more (0), answers what is under way, lets the backend go. */
  close(drainSeconds?: number): Promise<void>;
}

/** Runs it by the settings of the process: says where, and stops at a signal. */
export async function start(options: StartOptions): Promise<void> {
  const started = performance.now();
  keepToOneself();
  const config = readConfig(process.env);
  logFrom(config.LOG_LEVEL);
  for (const { name, meant } of unknownSettings(process.env)) {
    log("warn", "start", { message: `There is no setting ${name}. Is ${meant} meant? Rename it, or take it out.` });
  }
  const running = await open(process.env, options);
  const { url, backend } = running;
  const server = config.DATABASE_URL ? nameOfServer(config.DATABASE_URL) : "";
  const milliseconds = Math.round(performance.now() - started);
  greet({ url, backend, milliseconds, dataDir: config.DATA_DIR, server, demo: options.demo });
  endAtSignal({
    drainSeconds: config.DRAIN_SECONDS,
    stopSeconds: config.STOP_SECONDS,
    async close(drainSeconds) {
      void options.development?.close();
      await running.close(drainSeconds);
    },
  });
}

/** Settings as in config.ts; fails with a sentence for whoever set them. One process may open several. */
export async function open(environment: NodeJS.ProcessEnv, options: StartOptions): Promise<RunningConsole> {
  const { demo, development } = options;
  // Another build may be put in its place meanwhile.
  const buildDirectory = realpathSync(options.buildDirectory);
  const config = readConfig(environment);
  logFrom(config.LOG_LEVEL);
  openDataDirectory(config.DATA_DIR);
  const sendSpans = await startTracing("console", environment);
  // Another dispatch API shares it or is told nothing; the one of this process needs none that outlives it.
  const visitorKey = config.VISITOR_KEY ?? (config.DISPATCH_URL ? undefined : randomBytes(32).toString("base64url"));
  const built = pathToFileURL(path.join(buildDirectory, "server/index.js")).href;
  const loadBuild = async () => (await (development ? development.loadBuild() : import(built))) as ServerBuild;
  // The one computes in this thread while the other does in its own.
  const [backend, build] = await Promise.all([
    config.DISPATCH_URL ? null : startEmbedded(config, demo, buildDirectory, visitorKey ?? ""),
    loadBuild(),
  ]);
  const dispatch: DispatchSettings = {
    baseUrl: config.DISPATCH_URL ?? backend?.url ?? "",
    paths: config.DISPATCH_PATHS as NonNullable<DispatchSettings["paths"]>,
    sessionIdHeader: config.SESSION_ID_HEADER,
    tokenHeader: config.TOKEN_HEADER,
    timeout: config.DISPATCH_TIMEOUT,
    visitorKey,
    thread: backend ? new ThreadTransport(backend.calls) : undefined,
  };
  const stopping = new Stopping();
  const edge = createEdge({
    build,
    ...(development && { loadBuild, mode: "development" as const }),
    dispatch,
    alone: !config.DISPATCH_URL && !config.DATABASE_URL,
    seal: new Seal(cookieSecrets(config)),
    clientDirectory: development ? null : path.join(buildDirectory, "client"),
    clientBefore: [path.join(buildDirectory, "client-before"), ...assetsBefore(config.DATA_DIR)],
    ...(development && { gateDeviceFiles: path.join(buildDirectory, "client") }),
    publicOrigins: config.PUBLIC_ORIGINS,
    listensOn: config.HOST,
    trustProxy: config.TRUST_PROXY,
    signInRate: config.SIGN_IN_RATE,
    logRequests: isLogged("info"),
    frames: { origins: config.FRAME_ORIGINS, microFrontends: config.MICRO_FRONTENDS as Record<string, string> },
    hsts: hstsOf(config),
    metricsToken: config.METRICS_TOKEN ?? "",
    stopping: stopping.signal,
    ...(backend && { backendMetrics: async () => (await fetch(new URL("/metrics", backend.url))).text() }),
    async ready() {
      if (stopping.isUnderWay) return "not ready: stopping";
      const answer = await fetch(new URL("/readyz", dispatch.baseUrl));
      return answer.ok ? null : (await answer.text()).slice(0, 300) || "not ready";
    },
  });
  const answer = getRequestListener(edge.fetch);
  const server = createServer((request, response) => {
    if (stopping.sendsAway(request)) return void request.socket.destroy();
    stopping.tell(response);
    if (development) development.middleware(request, response, () => void answer(request, response));
    else void answer(request, response);
  });
  server.keepAliveTimeout = 65_000;
  const connections = connectionsOf(server);
  await listening(server, config).catch(async (error) => {
    await backend?.close();
    throw error;
  });
  const { port } = server.address() as AddressInfo;
  if (!isLoopback(config.HOST) && config.PUBLIC_ORIGINS.length === 0) log("warn", "start", { message: unnamed });
  // Once people are served: nobody waits for it, and what runs for less than that leaves no page open.
  let kept = Promise.resolve();
  const keeping = setTimeout(() => {
    kept = keepAssets(path.join(buildDirectory, "client"), config.DATA_DIR).catch((error: Error) =>
      log("warn", "assets of this version for the next", { message: error.message }),
    );
  }, 60_000).unref();
  if (development) clearTimeout(keeping);
  return {
    url: `http://${config.HOST}:${port}`,
    backend,
    async close(drainSeconds = 0) {
      clearTimeout(keeping);
      stopping.begin();
      if (drainSeconds > 0) await stopping.drain(drainSeconds);
      await drained(server, connections);
      await Promise.all([backend?.close(), sendSpans(), kept]);
    },
  };
}

const unnamed =
  "The console listens beyond this machine and PUBLIC_ORIGINS names no origin: it answers to its addresses alone, and is refused by any host name. Set PUBLIC_ORIGINS.";

function listening(server: Server, { HOST, PORT }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("listening", resolve);
    server.once("error", (error: NodeJS.ErrnoException) => {
      const taken = error.code === "EADDRINUSE";
      reject(taken ? new Error(`Port ${PORT} on ${HOST} is in use. Set PORT to another one.`) : error);
    });
    server.listen(PORT, HOST);
  });
}

function startEmbedded(
  config: Config,
  demo: boolean,
  buildDirectory: string,
  visitorKey: string,
): Promise<BackendThread> {
  const worker = pathToFileURL(path.join(buildDirectory, "backend.js"));
  const settings = {
    dataDir: config.DATA_DIR,
    logLevel: config.LOG_LEVEL,
    shareSyncs: config.SHARE_SYNCS,
    databaseUrl: config.DATABASE_URL,
    poolSize: config.DATABASE_POOL,
    timeouts: {
      statement: { call: config.DATABASE_STATEMENT_SECONDS * 1_000, work: config.DATABASE_WORK_SECONDS * 1_000 },
      lock: config.DATABASE_LOCK_SECONDS * 1_000,
      idle: config.DATABASE_IDLE_SECONDS * 1_000,
      connect: config.DATABASE_CONNECT_SECONDS * 1_000,
    },
    waitSeconds: config.DATABASE_WAIT_SECONDS,
    stopSeconds: config.STOP_SECONDS,
    backupDir: config.BACKUP_DIR && path.resolve(config.BACKUP_DIR),
    backupStore: backupStoreOf(config),
    adminPassword: config.ADMIN_PASSWORD,
    paths: config.DISPATCH_PATHS as Record<string, string>,
    demo,
    demoLanguage: config.DEMO_LANGUAGE,
    checkCodeHook: config.CHECK_CODE_HOOK,
    payCompanies: { alipay: config.ALIPAY_GATEWAY, wechat: config.WECHAT_PAY_GATEWAY },
    webhooksToPrivate: config.WEBHOOK_PRIVATE,
    consoleOrigin: config.PUBLIC_ORIGINS[0],
    consoleOrigins: config.PUBLIC_ORIGINS,
    mail: config.SMTP_URL && config.MAIL_FROM ? { url: config.SMTP_URL, from: config.MAIL_FROM } : undefined,
    visitorKey,
    adminSecret: keptSecret(config.DATA_DIR, "admin.secret"),
    fileSecret: config.FILE_LINK_SECRET ?? keptSecret(config.DATA_DIR, "file.secret"),
    secretKeys: config.SECRET_KEYS.length > 0 ? config.SECRET_KEYS : [keptSecret(config.DATA_DIR, "secrets.key")],
    s3: fileStoreOf(config),
  };
  return startBackend(worker, settings, (message) => {
    log("error", "backend", { message });
    process.exit(1);
  }).then((running) => {
    // Where backup and restore find this server.
    writeFileSync(path.join(config.DATA_DIR, "backend.url"), running.url, { mode: 0o600 });
    return running;
  });
}

function cookieSecrets(config: Config): string[] {
  return config.COOKIE_SECRETS.length > 0 ? config.COOKIE_SECRETS : [keptSecret(config.DATA_DIR, "cookie.secret")];
}
