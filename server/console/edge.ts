/** The HTTP edge around Remix: what comes in is checked here, before any route runs. */
import { randomBytes } from "node:crypto";
import type { HttpBindings } from "@hono/node-server";
import { createRequestHandler, type ServerBuild } from "@remix-run/node";
import { type Context, Hono } from "hono";
import type { FrameOrigins } from "~/contract/context";
import { type DispatchFailure, isDispatchError } from "~/contract/errors";
import type { UserInfo } from "~/contract/platform/session";
import { heldCode } from "~/contract/wire";
import { localeStorage } from "~/i18n/locale.server";
import { forbiddenAddress } from "~/screens/asked-page.server";
import type { DispatchSettings } from "../dispatch/client";
import { noticeOfFailure } from "../dispatch/outcome";
import type { Visitor } from "../visitor";
import { clientFor } from "./client-for";
import { compressed } from "./compress";
import { makeContext } from "./context";
import type { Seal } from "./cookies";
import { faultDocument } from "./fault-document";
import { statusOf, withFaults } from "./faults";
import { readFormBody } from "./form-body";
import { firstStep, isAllowed, lockFor, loginFor } from "./guard";
import { isRedirect, pageHeaders } from "./headers";
import { Hosts, unknownHost } from "./hosts";
import { asJson, jsonAnswer, refusalSentence, wantsJson } from "./json-form";
import { RateLimit } from "./limits";
import { log } from "./log";
import { isRead, writesOf } from "./navigation";
import { arriveByToken } from "./offered-session";
import { addressOf, pagePath, pageQuery } from "./page-path";
import { refusal, refused } from "./refusals";
import { remixHandler } from "./remix";
import { findRoute } from "./routes";
import { SessionUsers } from "./session-users";
import { staticFiles } from "./static-files";
import { storedFiles } from "./stored-files";
import { knownDevice, Visit } from "./visit";

export interface EdgeOptions {
  build: ServerBuild;
  dispatch: DispatchSettings;
  seal: Seal;
  /** Folder of the built browser files; null in development, where Vite serves them. */
  clientDirectory: string | null;
  publicOrigins: string[];
  /** The address that is listened on; default: this machine alone. */
  listensOn?: string;
  trustProxy: boolean;
  signInRate: number;
  logRequests: boolean;
  ready: () => Promise<boolean>;
  /** What may stand in frames. Default: nothing. */
  frames?: FrameOrigins;
  mode?: "production" | "development";
  /** In development the build is asked for anew with each request. */
  loadBuild?: () => Promise<ServerBuild>;
  /** The account of a token, null when it is no longer good. Default: asks the dispatch API. */
  loadUser?: (visit: Visit, token: string | null, requestId: string) => Promise<UserInfo | Barred | null>;
}

/** The browser left before its answer was there: what became of the page is no fault, and nobody reads it. */
const nobodyWaits = 499;

type Bindings = { Bindings: HttpBindings };

export function createEdge(options: EdgeOptions): Hono<Bindings> {
  const app = new Hono<Bindings>();
  const signIns = new RateLimit(options.signInRate, 60_000);
  const accounts = new RateLimit(Math.max(1, Math.ceil(options.signInRate / 2)), 60_000);
  const page = new Pages(options);
  const hosts = new Hosts(options.publicOrigins, options.listensOn ?? "127.0.0.1");

  app.get("/healthz", (context) => context.text("ok"));
  app.get("/readyz", async (context) => {
    const ready = await options.ready().catch(() => false);
    return context.text(ready ? "ready" : "not ready", ready ? 200 : 503);
  });
  app.use(async (context, next) => {
    const url = new URL(context.req.url);
    if (!hosts.knows(url)) return refused(context.req.raw, 421, unknownHost(url));
    await next();
  });
  if (options.clientDirectory) app.use(staticFiles(options.clientDirectory));

  storedFiles(app, options);

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
    const { publicOrigins } = options;
    const door = { publicOrigins, signIns, accounts, device, clientAddress: client };
    const problem = await refusal(request, url, door);
    const made = problem ?? (await page.answer(request, url, requestId, client, isSecure(context, options)));
    const answer = signal.aborted ? new Response(null, { status: nobodyWaits }) : made;
    if (options.logRequests || answer.status >= 500) {
      const ms = Math.round((performance.now() - started) * 10) / 10;
      log("info", "request", { requestId, method: request.method, path: url.pathname, status: answer.status, ms });
    }
    answer.headers.set("x-request-id", requestId);
    return compressed(request, answer);
  });
  return app;
}

class Pages {
  private readonly remix: (request: Request, context: ReturnType<typeof makeContext>) => Promise<Response>;

  private readonly frames: FrameOrigins;
  private readonly users = new SessionUsers();

  constructor(private readonly options: EdgeOptions) {
    this.frames = options.frames ?? { origins: [], microFrontends: {} };
    const { build, loadBuild, mode = "production" } = options;
    // In development the build is another one at every request.
    const handler = loadBuild
      ? createRequestHandler(async () => withFaults(await loadBuild()), mode)
      : remixHandler(withFaults(build), mode);
    this.remix = handler as unknown as typeof this.remix;
  }

  async answer(
    request: Request,
    url: URL,
    requestId: string,
    clientAddress: string,
    secure: boolean,
  ): Promise<Response> {
    const visit = new Visit(request, this.options.seal, secure);
    const nonce = randomBytes(16).toString("base64url");
    const device = (request.headers.get("user-agent") ?? "").slice(0, 300);
    const visitor = { address: clientAddress.slice(0, 64), device };
    const asked: Asked = { request, url, requestId, visitor, visit, nonce, secure };
    const answer = await localeStorage.run(visit.preferences.locale, async () => {
      try {
        return await this.guarded(asked);
      } catch (error) {
        if (isDispatchError(error)) return await this.fault(asked, error.failure);
        const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
        if (!request.signal.aborted) log("error", "edge", { requestId, message });
        return refused(request, 500, `Something went wrong. 系统出现错误，请稍后重试。 ${requestId}`);
      }
    });
    const headers = new Headers(answer.headers);
    // A part of another page sets no cookie, whatever its route would.
    if (writesOf(request) === "none") headers.delete("set-cookie");
    const { status } = answer;
    const development = this.options.mode === "development";
    pageHeaders(headers, { status, nonce, secure, development, frames: this.frames });
    for (const cookie of visit.cookies()) headers.append("set-cookie", cookie);
    return new Response(isRedirect(status) ? null : answer.body, { status, headers });
  }

  private async guarded(asked: Asked): Promise<Response> {
    const { url, visit, request } = asked;
    const path = pagePath(url);
    const query = pageQuery(url);
    const address = addressOf(path, query);
    const step = firstStep({ path, query, hasToken: visit.session.signedIn });
    if (step.do === "adopt") return this.away(asked, await this.arrive(asked, step), 303);
    if (step.do === "clear") {
      if (isRead(request)) visit.setAside();
      else visit.session.signOut();
    }
    if (step.do === "redirect") {
      if (path !== "/login") await keepDraft(request, visit, address);
      return this.away(asked, step.to);
    }
    const needsUser = step.do === "ask" || (step.do === "proceed" && visit.session.signedIn);
    const who = needsUser ? await this.userOf(asked) : null;
    const user = typeof who === "string" ? null : who;
    if (step.do !== "ask") return this.render(asked, path, query, user);
    if (who === "locked") {
      await keepDraft(request, visit, address);
      return this.away(asked, lockFor(path, query), heldCode);
    }
    if (who === "unreadable") return this.away(asked, "/user-error", 403);
    if (!user) {
      visit.endSession();
      await keepDraft(request, visit, address);
      return this.away(asked, loginFor(path, query));
    }
    if (user.mustChangePassword && path !== "/changePassword") return this.away(asked, "/changePassword", heldCode);
    const asRouted = decodedPath(path);
    const route = findRoute(this.options.build, asRouted);
    if (route && !route.ownPermission) {
      const isSaas =
        asRouted.startsWith("/tenantManage") &&
        (await this.context(asked, path, query, user).parameter("isSaasEdition")) === "T";
      if (!isAllowed(user, asRouted, isSaas)) return this.away(asked, forbiddenAddress(asRouted), 403);
    }
    return this.render(asked, path, query, user);
  }

  /** The account of the token, or null when the token is no longer good. */
  private async userOf(
    asked: Asked,
    token = asked.visit.token,
    corpCode = asked.visit.session.corpCode,
  ): Promise<UserInfo | Barred | null> {
    const { visit, requestId } = asked;
    const { loadUser, dispatch } = this.options;
    if (loadUser) return loadUser(visit, token, requestId);
    try {
      const client = clientFor({ ...asked, dispatch, writes: "none" }, { token, corpCode });
      return await this.users.of(client, token ?? "", visit.preferences.locale);
    } catch (error) {
      const failure = isDispatchError(error) ? error.failure : null;
      if (failure?.kind === "signedOut") return null;
      if (failure?.kind === "failed" && failure.status === heldCode) return "locked";
      if (failure?.kind === "notFound" || failure?.kind === "forbidden") return "unreadable";
      throw error;
    }
  }

  private arrive(asked: Asked, { token, corpCode, clean }: { token: string; corpCode: string | null; clean: string }) {
    const { request, visit } = asked;
    const accountOf = async (theirs: string, corp: string) => {
      const who = await this.userOf(asked, theirs, corp);
      return typeof who === "string" ? null : who;
    };
    const isSomebodyHere = async () => (await this.userOf(asked)) !== null;
    return arriveByToken({ request, visit, token, corpCode, clean, accountOf, isSomebodyHere });
  }

  private async render(
    asked: Asked,
    path: string,
    query: URLSearchParams,
    user: UserInfo | null,
    goto: string | null = null,
  ) {
    const { request, url } = asked;
    const context = this.context(asked, path, query, user, goto);
    const checked = withoutOrigin(request);
    if (wantsJson(request)) return asJson(await this.remix(dataForm(checked, url, path), context));
    return this.remix(checked, context);
  }

  private context(
    asked: Asked,
    path: string,
    query: URLSearchParams,
    user: UserInfo | null,
    goto: string | null = null,
  ) {
    const { request, url, visit, nonce, requestId, visitor, secure } = asked;
    return makeContext({
      dispatch: this.options.dispatch,
      visit,
      user,
      nonce,
      requestId,
      path: addressOf(path, query),
      goto,
      frames: this.frames,
      visitor,
      writes: writesOf(request),
      origin: this.options.publicOrigins[0] ?? `${secure ? "https:" : "http:"}//${url.host}`,
    });
  }

  /** The account could not be asked for: no page can be made, and what was typed is kept for when it can. */
  private async fault(asked: Asked, failure: DispatchFailure): Promise<Response> {
    const { request, url, visit, nonce } = asked;
    const notice = noticeOfFailure(failure);
    if (wantsJson(request)) return jsonAnswer(statusOf(failure), notice);
    const address = addressOf(pagePath(url), pageQuery(url));
    await keepDraft(request, visit, address);
    // The browser loads the page anew, and gets the document below.
    if (url.pathname.endsWith(".data")) return this.away(asked, address);
    return faultDocument(notice, statusOf(failure), { address, nonce, locale: visit.preferences.locale });
  }

  /** Leads elsewhere, in the form that the asker understands. */
  private away(asked: Asked, to: string, status?: number): Response | Promise<Response> {
    const { request, url } = asked;
    if (wantsJson(request)) {
      const isRedirected = status === undefined || status === 303;
      const code = isRedirected ? (to.startsWith("/login") ? 401 : 200) : status;
      return jsonAnswer(
        code,
        code === 200
          ? { redirectTo: to }
          : { error: refusalNames[code] ?? "forbidden", ...refusalSentence(to), redirectTo: to },
      );
    }
    if (url.pathname.endsWith(".data")) {
      const target = new URL("/goto.data", url);
      const init = request.method === "POST" ? { method: "POST", body: new URLSearchParams() } : {};
      return this.render(
        { ...asked, request: new Request(target, init), url: target },
        "/goto",
        new URLSearchParams(),
        null,
        to,
      );
    }
    const code = request.method === "POST" || status === 303 ? 303 : 302;
    return new Response(null, { status: code, headers: { location: to } });
  }
}

/** Why there is no account to work for although the token is good: its session is locked, or it cannot be read. */
type Barred = "locked" | "unreadable";

const refusalNames: Record<number, string> = { 401: "signed out", [heldCode]: "held" };

interface Asked {
  request: Request;
  url: URL;
  requestId: string;
  visitor: Visitor;
  visit: Visit;
  nonce: string;
  secure: boolean;
}

/** As Remix's router reads it before it looks for a route: another spelling must not lead past the guard. */
function decodedPath(path: string): string {
  try {
    return path
      .split("/")
      .map((part) => decodeURIComponent(part).replaceAll("/", "%2F"))
      .join("/");
  } catch {
    return path;
  }
}

/** The same request in Remix's `.data` form, for those who read JSON. */
function dataForm(request: Request, url: URL, path: string): Request {
  const target = new URL(url);
  target.pathname = path === "/" ? "/_root.data" : `${path}.data`;
  return new Request(target, request);
}

/**
 * The origin is checked by now, by the settings. Remix checks it once more, against the host that it sees: behind a proxy
 * that is another one, and the answer would be an empty 500.
 */
function withoutOrigin(request: Request): Request {
  if (!request.headers.has("origin")) return request;
  const headers = new Headers(request.headers);
  headers.delete("origin");
  return new Request(request, { headers });
}

async function keepDraft(request: Request, visit: Visit, address: string): Promise<void> {
  if (request.method !== "POST" || !visit.knowsUser) return;
  const read = await readFormBody(request.clone());
  if (!read.ok) return;
  const form = new URLSearchParams();
  for (const [name, value] of read.form) {
    // Files are chosen again; what was typed beside them need not be.
    if (typeof value === "string") form.append(name, value);
  }
  if (form.toString().length > 8_192) return;
  // Of several ticks under one name all are kept, as the forms write them.
  const fields = [...new Set(form.keys())].map((name) => [name, form.getAll(name).join(",")]);
  visit.keepDraft(address, Object.fromEntries(fields));
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
