/** The client of the dispatch API: what loaders and actions call, once for each page. */

import type { z } from "zod";
import type { CallOptions, DispatchClient } from "~/contract/context";
import { DispatchError, type DispatchFailure } from "~/contract/errors";
import { type Locale, m } from "~/contract/messages";
import type { Business, Method } from "~/contract/method";
import { lookupsInTrips, readTogether } from "~/contract/platform/together";
import { defaultPaths, encodePayload, requestTimeout, sessionIdHeader, tokenHeader } from "~/contract/wire";
import { log } from "../log";
import { traceparentOf } from "../tracing";
import { signVisitor, type Visitor, visitorHeader } from "../visitor";
import { type Outcome, outcomeOf, type RawAnswer, timedOut } from "./outcome";
import { ReadsTogether } from "./reads-together";
import type { ThreadTransport } from "./thread-transport";
import { type Outgoing, send } from "./transport";

export interface DispatchSettings {
  /** Where the dispatch API listens, e.g. http://127.0.0.1:4000 */
  baseUrl: string;
  /** Base paths by business that differ from the usual. */
  paths?: Partial<Record<Business, string>>;
  sessionIdHeader?: string;
  tokenHeader?: string;
  /** Milliseconds; 20,000 by specification 9. */
  timeout?: number;
  /** Signs what is said of the visitor; a dispatch API that shares it believes it. Not given: nothing is said. */
  visitorKey?: string | undefined;
  /** The dispatch API is a thread of this process: calls go by its port, and HTTP carries files alone. */
  thread?: ThreadTransport | undefined;
}

/**
 * What the request that the calls are made for may change: `all` of a post; `codes` of a page that is looked at, which
 * calls only what is declared `duringGet`; `none` of a part of another page.
 */
export type Writes = "all" | "codes" | "none";

export interface DispatchCaller {
  sessionId: string;
  /** Null before sign-in. */
  token: string | null;
  corpCode: string;
  locale: Locale;
  requestId: string;
  /** Whoever sits at the browser. */
  visitor?: Visitor;
  /** Default: all. */
  writes?: Writes;
  /** The token is known to be good: reads that are asked for at once go in one trip. Default: each by itself. */
  together?: boolean;
  /** Hears of every call that failed, before whoever made it does. */
  onFailure?: (failure: DispatchFailure) => void;
  /** The client of the browser went away. */
  signal?: AbortSignal;
}

/** Of a write that a part of another page would have made. */
const refusedWrite = (): DispatchFailure => ({ kind: "forbidden", message: m.error_bad_request() });

export function createDispatchClient(settings: DispatchSettings, caller: DispatchCaller): DispatchClient {
  return new Client(settings, caller);
}

class Client implements DispatchClient {
  /** Equal reads of one page are sent once. */
  private readonly reads = new Map<string, Promise<Outcome>>();
  private readonly together: ReadsTogether;

  constructor(
    private readonly settings: DispatchSettings,
    private readonly caller: DispatchCaller,
  ) {
    this.together = new ReadsTogether(settings, (calls) => this.send(this.outgoing(readTogether, { calls }, {})));
  }

  call: DispatchClient["call"] = async (method, payload, options = {}) => {
    if (!this.mayCall(method)) return this.refuse(method.name, refusedWrite(), options, method.silent) as never;
    const outcome = await this.ask(method, payload as Record<string, unknown>, options);
    if (!outcome.ok) return this.refuse(method.name, outcome.failure, options, method.silent) as never;
    return this.checked(method.name, method.answer, outcome.data) as never;
  };

  get: DispatchClient["get"] = async (path, query, answer) => {
    const url = new URL(path, this.settings.baseUrl);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const outcome = await this.once(`GET ${url}`, () => {
      const alone = () => this.send({ url, method: "GET", headers: this.headers(), repeatable: true });
      const read = { business: "platform" as const, method: path, fields: query };
      const mayShare = this.caller.together && lookupsInTrips.includes(path);
      return mayShare ? this.together.read({ read, message: undefined, alone }) : alone();
    });
    if (!outcome.ok) return this.refuse(path, outcome.failure, {}, false) as never;
    return this.checked(path, answer, outcome.data) as never;
  };

  stream: DispatchClient["stream"] = async (path, query) => {
    const url = new URL(path, this.settings.baseUrl);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const { accept: _, ...headers } = this.headers();
    const answer = await fetch(url, { headers, signal: this.caller.signal ?? null }).catch(() => null);
    if (!answer) throw new DispatchError(timedOut(), path);
    const isBytes = answer.ok && !answer.headers.get("content-type")?.startsWith("application/json");
    if (isBytes) return answer;
    const outcome = outcomeOf({ status: answer.status, text: await answer.text() });
    throw new DispatchError(outcome.ok ? { kind: "failed", message: m.error_unreadable() } : outcome.failure, path);
  };

  upload: DispatchClient["upload"] = async (path, files, fields, answer) => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ corpCode: this.caller.corpCode, ...fields })) form.set(name, value);
    for (const file of files) form.append("file", file, file.name);
    const packed = new Response(form);
    const type = packed.headers.get("content-type") ?? "";
    const outcome = await this.send({
      url: new URL(path, this.settings.baseUrl),
      method: "POST",
      headers: { ...this.headers(), "content-type": type },
      body: new Uint8Array(await packed.arrayBuffer()),
      repeatable: false,
    });
    if (!outcome.ok) return this.refuse(path, outcome.failure, {}, false) as never;
    return this.checked(path, answer, outcome.data) as never;
  };

  /** A GET changes nothing: a loader that calls a write is a mistake of ours. */
  private mayCall({ writes, duringGet, name }: Method): boolean {
    const { writes: may = "all" } = this.caller;
    if (!writes || may === "all") return true;
    if (may === "codes" && !duringGet) throw new Error(`${name} writes, and a GET must not.`);
    return may === "codes";
  }

  private ask(method: Method, payload: Record<string, unknown>, options: CallOptions): Promise<Outcome> {
    // The loaders of a page run after its action and share this client: what was read before may be no longer so.
    if (method.writes)
      return this.send(this.outgoing(method, payload, options), options.message).finally(() => this.reads.clear());
    const { business, name } = method;
    const read = { business, method: name, fields: Object.fromEntries(encodePayload(payload)) };
    const { message = "" } = options;
    if (options.anew) return this.send(this.outgoing(method, payload, options), options.message);
    return this.once(`${business}/${name} ${JSON.stringify(read.fields)} ${message}`, () => {
      const alone = () => this.send(this.outgoing(method, payload, options), options.message);
      const mayShare = this.caller.together && business !== "offline" && !options.signal;
      return mayShare ? this.together.read({ read, message: options.message, alone }) : alone();
    });
  }

  private once(key: string, work: () => Promise<Outcome>): Promise<Outcome> {
    const known = this.reads.get(key) ?? work();
    this.reads.set(key, known);
    return known;
  }

  /** Form-encoded, but JSON for the offline business (spec 7). */
  private outgoing(
    { business, name, writes }: Method,
    payload: Record<string, unknown>,
    options: CallOptions,
  ): Omit<Outgoing, "timeout"> {
    const url = new URL(this.settings.paths?.[business] ?? defaultPaths[business], this.settings.baseUrl);
    const fields = { method: name, corpCode: this.caller.corpCode, ...payload };
    const json = business === "offline";
    const type = json ? "application/json" : "application/x-www-form-urlencoded;charset=UTF-8";
    return {
      url,
      method: "POST",
      headers: { ...this.headers(), "content-type": type },
      body: json ? JSON.stringify(fields) : new URLSearchParams(encodePayload(fields)).toString(),
      signal: options.signal,
      repeatable: !writes,
    };
  }

  private headers(): Record<string, string> {
    const { sessionId, token, locale, requestId } = this.caller;
    const traceparent = traceparentOf(requestId);
    return {
      accept: "application/json",
      "accept-language": locale,
      "x-request-id": requestId,
      ...(traceparent && { traceparent }),
      [this.settings.sessionIdHeader ?? sessionIdHeader]: sessionId,
      ...(token && { [this.settings.tokenHeader ?? tokenHeader]: token }),
      ...this.visitorClaim(),
    };
  }

  private visitorClaim(): Record<string, string> {
    const { visitor, requestId } = this.caller;
    const { visitorKey } = this.settings;
    if (!visitor || !visitorKey) return {};
    return { [visitorHeader]: signVisitor(visitorKey, visitor, requestId) };
  }

  private async send(outgoing: Omit<Outgoing, "timeout">, message?: string): Promise<Outcome> {
    const signal = outgoing.signal ?? (outgoing.method === "GET" ? this.caller.signal : undefined);
    try {
      const answer = await this.carry({ ...outgoing, signal, timeout: this.settings.timeout ?? requestTimeout });
      return outcomeOf(answer, message);
    } catch (error) {
      const { requestId } = this.caller;
      log("warn", "dispatch", { requestId, url: outgoing.url.pathname, message: String(error) });
      return { ok: false, failure: timedOut() };
    }
  }

  /** Files go by HTTP also where the dispatch API is a thread of this process. */
  private carry(outgoing: Outgoing): Promise<RawAnswer> {
    const { thread } = this.settings;
    return thread && typeof outgoing.body !== "object" ? thread.send(outgoing, outgoing.body) : send(outgoing);
  }

  private refuse(name: string, failure: DispatchFailure, options: CallOptions, silent: boolean): undefined {
    this.caller.onFailure?.(failure);
    // Silence hides what a server says of a call, not that the session has ended.
    if ((options.silent ?? silent) && failure.kind !== "signedOut") return undefined;
    throw new DispatchError(failure, name);
  }

  /** An answer of another shape than agreed is the server's fault, and said so. */
  private checked(name: string, schema: z.ZodType, data: unknown): unknown {
    const result = schema.safeParse(data);
    if (result.success) return result.data;
    const issues = result.error.issues.slice(0, 3).map((issue) => `${issue.path.join(".")}: ${issue.message}`);
    log("error", "dispatch", { requestId: this.caller.requestId, name, issues });
    throw new DispatchError({ kind: "failed", message: m.error_unreadable() }, name);
  }
}
