/** The HTTP edge around Remix: what comes in is checked here, before any route runs. */
import { randomBytes } from "node:crypto";
import type { HttpBindings } from "@hono/node-server";
import { type Context, Hono } from "hono";
import { log } from "../log";
import { beginSpan, requestEnded, tracesRequest } from "../tracing";
import { version } from "../version";
import { compressed } from "./compress";
import { gateDevicePages } from "./gate-device";
import { Hosts, unknownHost } from "./hosts";
import { RateLimit } from "./limits";
import { mayReadMetrics, RequestCounts } from "./metrics";
import { openApi } from "./open-api";
import { Pages, type PagesOptions } from "./pages";
import { payNotices } from "./pay-notice";
import { refusal, refused } from "./refusals";
import { staticFiles } from "./static-files";
import { storedFiles } from "./stored-files";
import { originsOf, TenantHosts } from "./tenant-hosts";
import { knownDevice } from "./visit";

export interface EdgeOptions extends PagesOptions {
  /** Folder of the built browser files; null in development, where Vite serves them. */
  clientDirectory: string | null;
  /** Folder of those that the build before this one had. */
  clientBefore?: readonly string[];
  /** In development: folder above the phone gate's files, which Vite does not make. */
  gateDeviceFiles?: string;
  /** The address that is listened on; default: this machine alone. */
  listensOn?: string;
  trustProxy: boolean;
  signInRate: number;
  logRequests: boolean;
  /** Whoever has it reads /metrics. Default: this machine alone. */
  metricsToken?: string;
  /** What the backend of this process tells. */
  backendMetrics?: () => Promise<string>;
  /** Null when ready, else why not. */
  ready: () => Promise<string | null>;
}

/** The browser left before its answer was there: what became of the page is no fault, and nobody reads it. */
const nobodyWaits = 499;

type Bindings = { Bindings: HttpBindings };

export function createEdge(options: EdgeOptions): Hono<Bindings> {
  const app = new Hono<Bindings>();
  const signIns = new RateLimit(options.signInRate, 60_000);
  const accounts = new RateLimit(Math.max(1, Math.ceil(options.signInRate / 2)), 60_000);
  const page = new Pages(options);
  const counts = new RequestCounts();
  const hosts = new Hosts(options.publicOrigins, options.listensOn ?? "127.0.0.1");
  const tenants = new TenantHosts(options.dispatch);
  /** Null: by a name of the console itself. */
  const tenantOf = async (url: URL) => (hosts.knows(url) ? null : tenants.of(url.hostname));

  app.get("/healthz", (context) => context.text("ok"));
  app.get("/readyz", async (context) => {
    const problem = await options.ready().catch(() => "not ready");
    return context.text(problem ?? "ready", problem === null ? 200 : 503);
  });
  app.get("/metrics", async (context, next) => {
    const address = context.env?.incoming?.socket?.remoteAddress ?? "";
    // As any address that is not there: nobody else learns of it.
    if (!mayReadMetrics({ address, headers: context.req.raw.headers }, options.metricsToken ?? "")) return next();
    const ofBackend = await options.backendMetrics?.().catch(() => "");
    return context.text(counts.text() + (ofBackend ?? ""));
  });
  app.get("/version", (context) => context.text(`${version}\n`));
  app.use(async (context, next) => {
    const url = new URL(context.req.url);
    if (!hosts.knows(url) && !(await tenantOf(url))) return refused(context.req.raw, 421, unknownHost(url));
    await next();
  });
  if (options.clientDirectory) app.use(staticFiles(options.clientDirectory, options.clientBefore));

  if (options.gateDeviceFiles) app.use("/gate-device/*", staticFiles(options.gateDeviceFiles));
  gateDevicePages(app, {
    ...options,
    clientAddress: (context) => clientAddress(context, options.trustProxy),
    origins: async (context) => {
      const url = new URL(context.req.url);
      return (await tenantOf(url)) ? originsOf(url, isSecure(context, options)) : options.publicOrigins;
    },
  });

  openApi(app, { ...options, clientAddress: (context) => clientAddress(context, options.trustProxy) });
  storedFiles(app, { ...options, clientAddress: (context) => clientAddress(context, options.trustProxy) });
  payNotices(app, options.dispatch);

  app.all("*", async (context) => {
    const started = performance.now();
    // Short: it goes over every line, and people read it out on the telephone.
    const requestId = randomBytes(6).toString("hex");
    const request = context.req.raw;
    // Asked for now: before that nobody notes that the browser went away.
    const { signal } = request;
    const url = new URL(request.url);
    const client = clientAddress(context, options.trustProxy);
    const device = knownDevice(request.headers.get("cookie"), options.seal);
    const isTls = isSecure(context, options);
    const tenant = await tenantOf(url);
    const publicOrigins = tenant ? originsOf(url, isTls) : options.publicOrigins;
    const door = { publicOrigins, signIns, accounts, device, clientAddress: client };
    // A trace that goes on from somewhere else is believed of the proxy alone, as its address is.
    const from = options.trustProxy ? request.headers.get("traceparent") : null;
    const asked = { "http.request.method": request.method, "url.path": url.pathname, "console.request_id": requestId };
    const span = beginSpan(request.method, "server", asked, from);
    tracesRequest(requestId, span);
    const problem = await refusal(request, url, door);
    const visited = { url, requestId, clientAddress: client, secure: isTls, tenant };
    const made = problem ?? (await page.answer(request, visited).finally(() => requestEnded(requestId)));
    const answer = signal.aborted ? new Response(null, { status: nobodyWaits }) : made;
    if (options.logRequests || answer.status >= 500) {
      const ms = Math.round((performance.now() - started) * 10) / 10;
      log(answer.status >= 500 ? "warn" : "info", "request", {
        requestId,
        method: request.method,
        path: url.pathname,
        status: answer.status,
        ms,
      });
    }
    counts.note(answer.status, performance.now() - started);
    span?.end({ "http.response.status_code": answer.status }, answer.status >= 500);
    answer.headers.set("x-request-id", requestId);
    return compressed(request, answer);
  });
  return app;
}

function clientAddress(context: Context<Bindings>, trustProxy: boolean): string {
  const forwarded = trustProxy ? context.req.header("x-forwarded-for")?.split(",").at(-1)?.trim() : undefined;
  return forwarded ?? context.env?.incoming?.socket?.remoteAddress ?? "";
}

/** Behind TLS: the proxy says so, or the console is reached by https alone. */
function isSecure(context: Context<Bindings>, { trustProxy, publicOrigins }: EdgeOptions): boolean {
  if (trustProxy && context.req.header("x-forwarded-proto")?.split(",").at(-1)?.trim() === "https") return true;
  return publicOrigins.length > 0 && publicOrigins.every((origin) => origin.startsWith("https:"));
}
