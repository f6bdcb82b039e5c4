/** The embedded dispatch API: a Hono handler. Its tests call it without a socket. */
import type { IncomingMessage } from "node:http";
import type { HttpBindings } from "@hono/node-server";
import { type Context, Hono } from "hono";
import type { Locale } from "~/contract/messages";
import { m } from "~/contract/messages";
import { type Business, businesses } from "~/contract/method";
import { lookupPaths, rootArea } from "~/contract/platform/lookups";
import { logout } from "~/contract/platform/session";
import { defaultPaths, tokenHeader } from "~/contract/wire";
import { localeStorage, negotiateLocale } from "~/i18n/locale.server";
import type { ThreadCall } from "../thread-call";
import { mountPayNotices } from "./business/order/payment/gateway/notices";
import { areaPath } from "./business/platform/area";
import { areas, asked, levelsOf, names, oneName, parameter, parameters } from "./business/platform/lookups";
import { sellables } from "./business/sellables";
import type { Database, Transaction } from "./db/database";
import { mountOpenApi } from "./document/serve";
import { mountExports } from "./exports/download";
import { privateLink } from "./files/link";
import { mountFiles } from "./files/mount";
import type { FileStore } from "./files/store";
import { mountImports } from "./imports/downloads";
import { authenticate } from "./kernel/access";
import { type Answer, no, refused, succeeded } from "./kernel/answers";
import { arrivingFromThread, arrivingOver } from "./kernel/body";
import { CallNotes } from "./kernel/call-notes";
import { dictionariesOf } from "./kernel/dictionaries";
import { tellErased } from "./kernel/erased";
import { SignedOut } from "./kernel/refusal";
import type { Kernel, Lookup } from "./kernel/run";
import { runMethod } from "./kernel/run-method";
import { noKey, type SecretBox } from "./kernel/secret-box";
import type { Served } from "./kernel/served";
import { type TextSender, toLog } from "./kernel/text-message";
import { visitorOf, visitorStorage } from "./kernel/visitor-claim";
import { type Disk, readiness } from "./readiness";
import { allServed } from "./served";

export interface BackendOptions {
  database: Database;
  /** The clock; tests set it. */
  now?: () => Date;
  /** Base paths by business, where they differ from the usual. */
  paths?: Partial<Record<Business, string>>;
  served?: Served[];
  /** How text messages go out; default: the log says them. */
  texts?: TextSender;
  /** Keys of the secrets that rows keep; none are kept without. */
  secrets?: SecretBox;
  /** Shared with the console, which signs with it what it says of its visitor. Default: nobody is believed. */
  visitorKey?: string | undefined;
  /** Uploads and downloads are answered with it only. */
  files?: { store: FileStore; secret: string };
  /** Whose disk must have room before this backend calls itself ready. */
  dataDir?: string;
  /** Tests put their own in its place. */
  disk?: Disk;
}

export interface Backend extends Hono {
  /** A call of another thread of this process, as it would be answered over HTTP. */
  answerThread(call: Omit<ThreadCall, "id">): Promise<{ status: number; text: string }>;
  /** What is noted of its calls, for whoever writes it down. */
  calls: CallNotes;
}

export function createBackend({
  database,
  now = () => new Date(),
  paths = {},
  served = allServed,
  texts = toLog,
  secrets = noKey,
  visitorKey = "",
  files,
  dataDir,
  disk,
}: BackendOptions): Backend {
  const lookups = new Map<string, Lookup>();
  const calls = new CallNotes();
  const kernel: Kernel = {
    lookups,
    database,
    now,
    texts,
    secrets,
    store: files?.store ?? null,
    visitorKey,
    calls,
    linkTo: (path) => (files ? privateLink(files.secret, path, now()) : path),
    served: new Map(served.map((entry) => [`${entry.method.business}/${entry.method.name}`, entry])),
  };
  const app = new Hono();

  // Whoever looks at a session is told where the call comes from.
  app.use(async (context, next) => {
    const { headers } = context.req.raw;
    const address = socketOf(context)?.socket.remoteAddress ?? "";
    const requestId = headers.get("x-request-id") ?? "";
    await visitorStorage.run(visitorOf({ key: visitorKey, headers, address, requestId }), next);
  });

  for (const business of businesses) {
    app.post(paths[business] ?? defaultPaths[business], (context) =>
      inLanguage(context.req.raw, async (locale) =>
        send(await runMethod(kernel, business, arrivingOver(context.req.raw, socketOf(context)), locale)),
      ),
    );
  }

  /** A GET call: signed in, as the tenant, read only. */
  const lookup = (path: string, read: Lookup) => {
    lookups.set(path, read);
    app.get(path, (context) =>
      inLanguage(context.req.raw, async (locale) =>
        send(await look(database, context.req.raw, (tx) => read(tx, new URL(context.req.url), locale))),
      ),
    );
  };
  lookup(lookupPaths.dictionaries, (tx, url, locale) => dictionariesOf(tx, names(url, "dictTypes"), locale));
  lookup(lookupPaths.dictionariesByClass, (tx, url, locale) => dictionariesOf(tx, names(url, "classNames"), locale));
  lookup(`${lookupPaths.dictionary}:code`, async (tx, url, locale) => {
    const code = oneName("code", url.pathname.slice(lookupPaths.dictionary.length));
    return (await dictionariesOf(tx, [code], locale))[code] ?? [];
  });
  lookup(lookupPaths.parameter, (tx, url) => parameter(tx, oneName("code", asked(url, "code"))));
  lookup(lookupPaths.parameters, (tx, url) => parameters(tx, names(url, "codes")));
  lookup(lookupPaths.areas, (tx, url) => {
    const pathOf = asked(url, "pathOf");
    if (pathOf !== "") return areaPath(tx, oneName("pathOf", pathOf));
    return areas(
      tx,
      oneName("parentCode", asked(url, "parentCode") || rootArea),
      levelsOf(asked(url, "levels") || "1"),
    );
  });

  app.post(lookupPaths.logout, (context) =>
    inLanguage(context.req.raw, async (locale) => {
      const headers = new Headers(context.req.raw.headers);
      headers.set("content-type", "application/x-www-form-urlencoded");
      const request = new Request(context.req.url, { method: "POST", headers, body: `method=${logout.name}` });
      return send(await runMethod(kernel, logout.business, arrivingOver(request), locale));
    }),
  );
  mountOpenApi(app, database, paths);
  mountExports(app, database);
  mountImports(app, { database, served, now });
  mountPayNotices(app, { database, secrets, now, sellables });
  if (files) mountFiles(app, { ...files, database, now });
  const ready = readiness({ database, directory: dataDir, ...(disk && { disk }) });
  app.get("/healthz", (context) => context.text("ok"));
  app.get("/readyz", async (context) => {
    const problem = await ready();
    return context.text(problem === null ? "ready" : `not ready: ${problem}`, problem === null ? 200 : 503);
  });
  const byPath = new Map(
    [...businesses].reverse().map((business) => [paths[business] ?? defaultPaths[business], business]),
  );
  app.notFound((context) => inLanguage(context.req.raw, async () => send(no(404, m.ops_not_found()))));
  return Object.assign(app, {
    calls,
    async answerThread({ path, method, headers, body = "" }: Omit<ThreadCall, "id">) {
      const business = method === "POST" ? byPath.get(path) : undefined;
      if (business === undefined) {
        const response = await app.request(path, { method, headers, ...(method === "POST" && { body }) });
        return { status: response.status, text: await response.text() };
      }
      const arriving = arrivingFromThread(headers, body);
      const locale = negotiateLocale(arriving.headers.get("accept-language"));
      return localeStorage.run(locale, async () => {
        const { status, body: answer } = await runMethod(kernel, business, arriving, locale);
        return { status, text: tellErased(JSON.stringify(answer)) };
      });
    },
  });
}

/** What a request came in by; tests call without a socket. */
function socketOf({ env }: Context): IncomingMessage | undefined {
  return (env as Partial<HttpBindings> | undefined)?.incoming;
}

function inLanguage(request: Request, work: (locale: Locale) => Promise<Response>): Promise<Response> {
  const locale = negotiateLocale(request.headers.get("accept-language"));
  return localeStorage.run(locale, () => work(locale));
}

async function look(
  database: Database,
  request: Request,
  read: (tx: Transaction) => Promise<unknown>,
): Promise<Answer> {
  try {
    const data = await database.system(
      async (tx) => {
        const found = await authenticate(tx, request.headers.get(tokenHeader) ?? "", "signedIn");
        if (!found) throw new SignedOut(m.ops_signed_out());
        return read(tx);
      },
      { readOnly: true },
    );
    return succeeded(data);
  } catch (error) {
    return refused(error, request.headers.get("x-request-id")?.slice(0, 60) || crypto.randomUUID());
  }
}

function send({ status, body }: Answer): Response {
  return new Response(tellErased(JSON.stringify(body)), {
    status,
    headers: { "content-type": "application/json; charset=utf-8" },
  });
}
