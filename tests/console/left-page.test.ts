/** A browser that leaves while its page is made: no fault of anybody, and no line in the log that says so. */
import "~/i18n/locale.server";
import { createServer, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { getRequestListener } from "@hono/node-server";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { closeTabs } from "~/contract/platform/shell";
import { Seal } from "~server/console/cookies";
import { createEdge } from "~server/console/edge";
import { sessionCookie } from "~server/console/visit";
import { serverBuild } from "../app/shell/rendered";
import { aUser } from "./edge-support";

const asked: ServerResponse[] = [];
/** Answers when the test lets it. */
const dispatch = createServer((request, response) => {
  request.resume().on("end", () => asked.push(response));
});
const work = ({ context }: LoaderFunctionArgs) => context.dispatch.call(closeTabs, { which: "all", path: "/index" });
const look = async ({ context }: LoaderFunctionArgs) => context.dispatch.get("/look", {}, closeTabs.answer);
const probe = { loader: look, action: work, default: () => null };

const seal = new Seal(["a-secret-of-thirty-two-characters!"]);
const cookie = `${sessionCookie}=${seal.close(sessionCookie, { s: "s-1", t: "t-1", c: "0001", u: 5 })}`;
const server = createServer();
let port = 0;

beforeAll(async () => {
  await new Promise<void>((resolve) => dispatch.listen(0, "127.0.0.1", resolve));
  const edge = createEdge({
    build: serverBuild({ "/probe": { module: probe, path: "/probe", parentId: "root" } }),
    dispatch: { baseUrl: `http://127.0.0.1:${(dispatch.address() as AddressInfo).port}`, timeout: 2_000 },
    seal,
    clientDirectory: null,
    publicOrigins: [],
    trustProxy: false,
    signInRate: 5,
    logRequests: true,
    ready: async () => null,
    loadUser: async () => aUser({ urls: [["/probe", "probe"]] }),
  });
  server.on("request", getRequestListener(edge.fetch));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  for (const one of [server, dispatch]) {
    one.closeAllConnections();
    one.close();
  }
});

const lines: string[] = [];
const faults: unknown[][] = [];
beforeEach(() => {
  lines.length = 0;
  faults.length = 0;
  vi.spyOn(console, "log").mockImplementation((line) => void lines.push(String(line)));
  vi.spyOn(console, "error").mockImplementation((...said) => void faults.push(said));
  vi.spyOn(console, "info").mockImplementation(() => {});
});
afterEach(() => vi.restoreAllMocks());

const form = ["content-type: application/x-www-form-urlencoded", "sec-fetch-site: same-origin"];
const ways: [string, string, string[], string, number][] = [
  ["a document", "GET /probe", [], "", 1],
  ["a page's data", "GET /probe.data", [], "", 1],
  ["a page's data as JSON", "GET /probe", ["accept: application/json"], "", 1],
  ["a form", "POST /probe", [...form, "content-length: 3"], "a=1", 1],
  ["a form's data", "POST /probe.data", [...form, "content-length: 3"], "a=1", 1],
  // The note of an opened tab, as a page that is left sends it.
  ["a form that is cut off", "POST /probe.data", [...form, "content-length: 300"], "a=1", 0],
];

test.each(ways)(
  "who leaves while %s is made leaves a line with 499, and no fault",
  async (_, first, more, body, calls) => {
    asked.length = 0;
    const accepted = new Promise<Socket>((resolve) => server.once("connection", resolve));
    const socket = connect(port, "127.0.0.1");
    const head = [`${first} HTTP/1.1`, `host: 127.0.0.1:${port}`, `cookie: ${cookie}`, ...more];
    socket.write(`${head.join("\r\n")}\r\n\r\n${body}`);
    if (calls > 0) await vi.waitFor(() => expect(asked.length).toBe(calls));
    else await new Promise((resolve) => setTimeout(resolve, 100));
    const there = await accepted;
    const closed = new Promise((resolve) => there.once("close", resolve));
    socket.resetAndDestroy();
    await closed;
    for (const answer of asked) answer.end(JSON.stringify({ success: true, code: 10000, message: "", data: [] }));
    await vi.waitFor(() => expect(lines.length).toBe(1));
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({ level: "info", at: "request", status: 499 });
    expect(faults).toEqual([]);
  },
);

test("who waits is answered, and told of what went wrong", async () => {
  asked.length = 0;
  const answer = fetch(`http://127.0.0.1:${port}/probe.data`, { headers: { cookie } });
  await vi.waitFor(() => expect(asked.length).toBe(1));
  asked[0]?.destroy();
  expect((await answer).status).toBe(504);
  // What went wrong stands in the log as a warning.
  const told = faults.map(([line]) => JSON.parse(String(line)) as { at: string; status?: number });
  expect(told.flatMap(({ status }) => status ?? [])).toEqual([504]);
  expect(told.map(({ at }) => at)).toContain("dispatch");
});
