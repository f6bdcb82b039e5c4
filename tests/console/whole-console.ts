/** Every route of the console as it is, behind the edge, over a backend that notes which methods are called. */
import "~/i18n/locale.server";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import type { RouteConfigEntry } from "@remix-run/route-config";
import { methods } from "~/contract/registry";
import routeTable from "~/routes";
import { Seal } from "~server/console/cookies";
import { createEdge } from "~server/console/edge";
import { sessionCookie } from "~server/console/visit";
import { openTestBackend } from "~tests/support/backend";
import { serverBuild } from "../app/shell/rendered";

interface Route {
  path: string;
  module: Record<string, unknown>;
}

const writing = new Set(methods.filter(({ writes }) => writes).map(({ name }) => name));

export type WholeConsole = Awaited<ReturnType<typeof openWholeConsole>>;

export async function openWholeConsole() {
  const backend = await openTestBackend();
  // Pages of tenants are of this edition alone.
  await backend.sql(
    `insert into sys_param (corp_code, param_code, param_option) values ('0001', 'isSaasEdition', 'T')
     on conflict (corp_code, param_code) do update set param_option = excluded.param_option`,
  );
  const written: string[] = [];
  const called: { name: string; holds: string[]; known?: string }[] = [];
  const fetch = async (request: Request) => {
    if (request.method !== "POST") {
      called.push({ name: new URL(request.url).pathname, holds: [] });
      return backend.app.fetch(request);
    }
    const body = await request.text();
    const fields = new URLSearchParams(body);
    const name = fields.get("method") ?? "";
    const calls = JSON.parse(fields.get("calls") ?? "[]") as { method: string }[];
    called.push({ name, holds: calls.map(({ method }) => method), known: fields.get("known") ?? "" });
    if (writing.has(name)) written.push(name);
    return backend.app.fetch(new Request(request.url, { method: "POST", headers: request.headers, body }));
  };
  const server = serve({ fetch, hostname: "127.0.0.1", port: 0 });
  await new Promise<void>((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;

  const routes: Route[] = [];
  const entries: Record<string, object> = {};
  const add = async (table: RouteConfigEntry[], parentId: string) => {
    for (const { id = "index", path, file, index, children } of table) {
      const module = (await import(new URL(`../../app/${file}`, import.meta.url).pathname)) as Route["module"];
      entries[id] = { module, parentId, ...(path !== undefined && { path }), ...(index && { index }) };
      if (path !== undefined && path !== "*") routes.push({ path, module });
      await add(children ?? [], id);
    }
  };
  await add(await routeTable, "root");

  const seal = new Seal(["a-secret-of-thirty-two-characters!"]);
  const edge = createEdge({
    build: serverBuild(entries as Parameters<typeof serverBuild>[0]),
    dispatch: { baseUrl: `http://127.0.0.1:${port}` },
    seal,
    clientDirectory: null,
    publicOrigins: [],
    trustProxy: false,
    signInRate: 100_000,
    logRequests: false,
    ready: async () => null,
  });
  const cookieOf = (token: string, id: number, corpCode = "0001", session = "s-1") =>
    `${sessionCookie}=${seal.close(sessionCookie, { s: session, t: token, c: corpCode, u: id })}`;
  const cookie = cookieOf(backend.admin, 1);
  return {
    backend,
    /** The cookie of another session than the administrator's. */
    cookieFor: (session: { s: string; t: string; c: string; u: number }) =>
      `${sessionCookie}=${seal.close(sessionCookie, session)}`,
    /** What a session cookie says. */
    opened: (value: string | undefined) => seal.open(sessionCookie, value) as { t?: string } | null,
    routes,
    /** Of a browser that is signed in with this token. */
    cookieOf,
    /** Names of the writing methods that were called since the last look. */
    written: () => written.splice(0),
    /** All calls since the last look: the method or the path of a GET call, what a trip of several holds, and what was known. */
    called: () => called.splice(0),
    ask: (path: string, init: RequestInit = {}) =>
      edge.request(path, { ...init, headers: { cookie, ...(init.headers as Record<string, string>) } }),
    async close() {
      server.close();
      await backend.close();
    },
  };
}
