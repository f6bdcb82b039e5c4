/** A page, from the checked request to the answer: who asks, whether they may, and what Remix makes of it. */
import { randomBytes } from "node:crypto";
import { createRequestHandler, type ServerBuild } from "@remix-run/node";
import type { Flash, FrameOrigins, Proving } from "~/contract/context";
import { type DispatchFailure, isDispatchError } from "~/contract/errors";
import { m } from "~/contract/messages";
import type { TenantOfHost } from "~/contract/platform/host";
import type { UserInfo } from "~/contract/platform/session";
import { headOffice, heldCode, proofCode } from "~/contract/wire";
import { localeStorage } from "~/i18n/locale.server";
import { forbiddenAddress } from "~/screens/asked-page.server";
import type { DispatchSettings } from "../dispatch/client";
import { noticeOfFailure } from "../dispatch/outcome";
import { log } from "../log";
import type { Visitor } from "../visitor";
import { dataForm, decodedPath, withoutOrigin } from "./asked-request";
import { clientFor } from "./client-for";
import { makeContext } from "./context";
import type { Seal } from "./cookies";
import { faultDocument } from "./fault-document";
import { statusOf, withFaults } from "./faults";
import { firstStep, isAllowed, lockFor, loginFor } from "./guard";
import { isRedirect, pageHeaders } from "./headers";
import { asJson, jsonAnswer, refusalSentence, wantsJson } from "./json-form";
import { keepDraft } from "./keep-draft";
import { isRead, writesOf } from "./navigation";
import { arriveByToken } from "./offered-session";
import { addressOf, pagePath, pageQuery } from "./page-path";
import { PostsOnce, postKeyOf } from "./posts-once";
import { type CarriedPost, carriedBack, carry, isPlainPost } from "./proving";
import { refused } from "./refusals";
import { type MakeHandler, remixHandler } from "./remix";
import { findRoute, titleNow } from "./routes";
import { SessionUsers } from "./session-users";
import { accountName, signInHeader, strangerTo } from "./typed-by";
import { isUnsure } from "./unanswered";
import { Visit } from "./visit";

export interface PagesOptions {
  build: ServerBuild;
  dispatch: DispatchSettings;
  seal: Seal;
  publicOrigins: string[];
  /** Value of Strict-Transport-Security. Default: none. */
  hsts?: string;
  /** Aborted when the process is told to stop. Default: never. */
  stopping?: AbortSignal;
  /** What may stand in frames. Default: nothing. */
  frames?: FrameOrigins;
  mode?: "production" | "development";
  /** No other console serves the same accounts. Default: there may be others. */
  alone?: boolean;
  /** Default: Remix's. */
  makeHandler?: MakeHandler;
  /** In development the build is asked for anew with each request. */
  loadBuild?: () => Promise<ServerBuild>;
  /** The account of a token, null when it is no longer good. Default: asks the dispatch API. */
  loadUser?: (visit: Visit, token: string | null, requestId: string) => Promise<UserInfo | Barred | null>;
}

/** Why there is no account to work for although the token is good: its session is locked, or it cannot be read. */
type Barred = "locked" | "unreadable";

const refusalNames: Record<number, string> = { 401: "signed out", [heldCode]: "held", [proofCode]: "proof needed" };
/** Pages that are open while a second factor is missing. */
const enrolling = ["/userinfo/factor", "/userinfo/factor/app", "/changePassword"];

/** How a request came in, as the edge knows it. */
export interface Arrived {
  url: URL;
  requestId: string;
  clientAddress: string;
  secure: boolean;
  /** Whose own host name it came by; null: the console's. */
  tenant: TenantOfHost | null;
}

interface Asked extends Omit<Arrived, "clientAddress"> {
  request: Request;
  visitor: Visitor;
  visit: Visit;
  nonce: string;
  /** Something was refused for want of a fresh proof. */
  needsProof?: boolean;
}

export class Pages {
  private readonly remix: (request: Request, context: ReturnType<typeof makeContext>) => Promise<Response>;

  private readonly frames: FrameOrigins;
  private readonly users = new SessionUsers();
  private readonly posts: PostsOnce;

  constructor(private readonly options: PagesOptions) {
    this.frames = options.frames ?? { origins: [], microFrontends: {} };
    this.posts = new PostsOnce(options.alone);
    const { build, loadBuild, makeHandler, mode = "production" } = options;
    // In development the build is another one at every request.
    const handler = loadBuild
      ? createRequestHandler(async () => withFaults(await loadBuild()), mode)
      : remixHandler(withFaults(build), mode, makeHandler);
    this.remix = handler as unknown as typeof this.remix;
  }

  async answer(request: Request, { clientAddress, ...arrived }: Arrived): Promise<Response> {
    const { requestId, secure } = arrived;
    const visit = new Visit(request, this.options.seal, secure);
    const nonce = randomBytes(16).toString("base64url");
    const device = (request.headers.get("user-agent") ?? "").slice(0, 300);
    const visitor = { address: clientAddress.slice(0, 64), device };
    const asked: Asked = { ...arrived, request, visitor, visit, nonce };
    const answer = await localeStorage.run(visit.preferences.locale, async () => {
      try {
        if (await isUnsure(request)) return this.unsure(asked);
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
    pageHeaders(headers, { status, nonce, secure, hsts: this.options.hsts ?? "", development, frames: this.frames });
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
    if (user && !isAtHome(asked, user)) {
      visit.session.signOut();
      visit.session.flash({ text: m.login_other_tenant({ name: asked.tenant?.name ?? "" }) });
      return this.away(asked, "/login");
    }
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
    if (user.mustEnrol && !enrolling.includes(path)) return this.away(asked, "/userinfo/factor", heldCode);
    const asRouted = decodedPath(path);
    const route = findRoute(this.options.build, asRouted);
    if (route && !route.ownPermission) {
      const isSaas =
        asRouted.startsWith("/tenantManage") &&
        (await this.context(asked, path, query, user).parameter("isSaasEdition")) === "T";
      if (!isAllowed(user, asRouted, isSaas)) return this.away(asked, forbiddenAddress(asRouted), 403);
    }
    const stranger = strangerTo(request, user);
    if (stranger) return stranger;
    const back = await carriedBack(request, visit, this.options.seal, address);
    if (back) return this.goOn(asked, path, query, user, back);
    return this.once(asked, user, () => this.proving(asked, path, query, user));
  }

  /** Does what was asked for; where a part of it needs a fresh proof, asks for that instead. */
  private async proving(asked: Asked, path: string, query: URLSearchParams, user: UserInfo): Promise<Response> {
    const { request, visit } = asked;
    // What is read once cannot be carried afterwards.
    const kept = isPlainPost(request) ? request.clone() : null;
    const answer = await this.render(asked, path, query, user);
    if (!asked.needsProof || isRead(request)) return answer;
    await answer.body?.cancel();
    if (wantsJson(request)) return this.away(asked, "/prove", proofCode);
    if (asked.url.pathname.endsWith(".data")) return this.away(asked, "/prove");
    const address = addressOf(path, query);
    const carried = kept && (await carry(kept, visit, this.options.seal, address));
    if (kept && carried === null) await keepDraft(kept, visit, address);
    return this.askProof(asked, user, { address, carried, errors: {} });
  }

  /** The page that asks, at the address that was posted to. */
  private async askProof(asked: Asked, user: UserInfo, proving: Proving): Promise<Response> {
    const url = new URL("/prove", asked.url);
    const { signal, headers } = asked.request;
    const kept = new Headers(headers);
    for (const name of ["content-length", "content-type", "transfer-encoding"]) kept.delete(name);
    const there = { ...asked, request: new Request(url, { headers: kept, signal }), url };
    const page = await this.render(there, "/prove", new URLSearchParams(), user, null, proving);
    return new Response(page.body, { status: proofCode, headers: page.headers });
  }

  /** A post that waited for its proof, and the proof: the post is done, or the page asks again. */
  private async goOn(
    asked: Asked,
    path: string,
    query: URLSearchParams,
    user: UserInfo,
    { carried, given, post }: CarriedPost,
  ): Promise<Response> {
    const address = addressOf(path, query);
    if (!post) return this.away(asked, address, 303);
    try {
      await this.context(asked, path, query, user).prove(given);
    } catch (error) {
      if (!isDispatchError(error) || !["invalid", "failed"].includes(error.failure.kind)) throw error;
      const { failure } = error;
      const errors = failure.kind === "invalid" ? failure.errors : { "": [failure.message] };
      return this.askProof(asked, user, { address, carried, errors });
    }
    return this.proving({ ...asked, request: post }, path, query, user);
  }

  /** A post that comes again under its key gets its first answer. */
  private once({ request, visit }: Asked, user: UserInfo, work: () => Promise<Response>): Promise<Response> {
    const key = postKeyOf(request);
    if (key === null) return work();
    const notices = { look: () => visit.notice, leave: (notice: unknown) => visit.session.flash(notice as Flash) };
    return this.posts.answer(accountName(user), key, notices, work);
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
      return typeof who === "string" || (who && !isAtHome(asked, who)) ? null : who;
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
    proving: Proving | null = null,
  ) {
    const { request, url } = asked;
    const context = this.context(asked, path, query, user, goto, proving);
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
    proving: Proving | null = null,
  ) {
    const { request, url, visit, nonce, requestId, visitor, secure, tenant } = asked;
    const here = `${secure ? "https:" : "http:"}//${url.host}`;
    return makeContext({
      dispatch: this.options.dispatch,
      visit,
      user,
      nonce,
      requestId,
      path: addressOf(path, query),
      goto,
      frames: this.frames,
      stopping: this.options.stopping,
      visitor,
      writes: writesOf(request),
      titleNow: (at, kept) => titleNow(this.options.build, at, kept),
      wasAnswered: async (key, age) => (user ? this.posts.wasAnswered(accountName(user), key, age) : null),
      origin: (tenant ? undefined : this.options.publicOrigins[0]) ?? here,
      tenantOfHost: tenant,
      browserOrigin: request.headers.get("origin") ?? here,
      proving,
      onFailure: (failure) => {
        if (failure.kind === "failed" && failure.status === proofCode) asked.needsProof = true;
      },
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

  /** Of what a node that died may have done: a page that says so, and leads to where it can be seen. */
  private unsure({ request, url, nonce, visit }: Asked): Response {
    const notice = { title: m.line_unanswered(), message: m.line_unanswered_text() };
    // Scripts ask by the post's key what became of it.
    if (wantsJson(request) || url.pathname.endsWith(".data")) return refused(request, 502, notice.message);
    const address = addressOf(pagePath(url), pageQuery(url));
    return faultDocument(notice, 502, { address, nonce, locale: visit.preferences.locale });
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
      return this.awayByScripts(asked, to);
    }
    const code = request.method === "POST" || status === 303 ? 303 : 302;
    return new Response(null, { status: code, headers: { location: to } });
  }

  /** Remix words the redirect; scripts that can sign in in place do not follow it. */
  private async awayByScripts(asked: Asked, to: string): Promise<Response> {
    const target = new URL("/goto.data", asked.url);
    const init = asked.request.method === "POST" ? { method: "POST", body: new URLSearchParams() } : {};
    const there = { ...asked, request: new Request(target, init), url: target };
    const answer = await this.render(there, "/goto", new URLSearchParams(), null, to);
    const door = /^\/(login|lock|prove)(?=\?|$)/.exec(to)?.[0];
    if (door) answer.headers.set(signInHeader, door);
    return answer;
  }
}

/** At a tenant's own host works the tenant, and head office that looks after it. */
function isAtHome({ tenant }: Pick<Asked, "tenant">, { corpCode }: UserInfo): boolean {
  return tenant === null || corpCode === tenant.corpCode || corpCode === headOffice;
}
