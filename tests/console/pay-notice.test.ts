/** Notices of payment companies at the edge: handed on as they come, and nothing else is. */
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openEdge } from "./edge-support";

const key = "K".repeat(32);
const most = 32 * 1024;
const seen: { method: string; path: string; headers: IncomingHttpHeaders; body: Buffer }[] = [];
let server: Server;
let edge: ReturnType<typeof openEdge>;

/** Knows one key, and takes what is signed "fine". */
beforeAll(async () => {
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = "", url: path = "", headers } = request;
    seen.push({ method, path, headers, body: Buffer.concat(chunks) });
    const status = path !== `/payNotice/${key}` ? 404 : headers["wechatpay-signature"] === "fine" ? 200 : 401;
    response.writeHead(status, { "content-type": "application/json", "set-cookie": "theirs=1" });
    response.end(status === 200 ? '{"code":"SUCCESS"}' : "");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  edge = openEdge({ user: null, dispatch: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(() => {
  seen.length = 0;
});

interface Sent {
  to?: string;
  body?: Buffer;
  headers?: Record<string, string>;
}
const post = async ({ to = `/payNotice/${key}`, body = Buffer.from("{}"), headers = {} }: Sent = {}) =>
  edge.app.request(to, {
    method: "POST",
    body: new Uint8Array(body),
    headers: { "content-length": String(body.length), "wechatpay-signature": "fine", ...headers },
  });

test("the bytes and what the signature is made of go on, nothing else does; the answer comes back", async () => {
  const body = Buffer.from([0x7b, 0xff, 0x00, 0xe4, 0x7d]);
  const signed = { "wechatpay-timestamp": "1", "wechatpay-nonce": "n", "wechatpay-serial": "s" };
  const answer = await post({ body, headers: { ...signed, cookie: "a=1", "x-forwarded-for": "203.0.113.7" } });
  expect([answer.status, await answer.text()]).toEqual([200, '{"code":"SUCCESS"}']);
  expect(answer.headers.getSetCookie()).toEqual([]);
  expect(seen).toEqual([expect.objectContaining({ method: "POST", path: `/payNotice/${key}`, body })]);
  expect(seen[0]?.headers).toMatchObject({ ...signed, "wechatpay-signature": "fine" });
  expect([seen[0]?.headers.cookie, seen[0]?.headers["x-forwarded-for"]]).toEqual([undefined, undefined]);
});

test("a key that nobody has is 404, a wrong signature 401, as the dispatch API says", async () => {
  expect((await post({ to: `/payNotice/${"A".repeat(32)}` })).status).toBe(404);
  expect((await post({ headers: { "wechatpay-signature": "wrong" } })).status).toBe(401);
  // A key is one part of a path, whatever is in it.
  expect((await post({ to: "/payNotice/..%2Forder%2Fdispatch" })).status).toBe(404);
  expect(seen.map(({ path }) => path)).not.toContain("/order/dispatch");
});

test("a body that is too long, or of a length that is not told, goes nowhere", async () => {
  expect((await post({ body: Buffer.alloc(most) })).status).toBe(200);
  expect((await post({ body: Buffer.alloc(most + 1) })).status).toBe(413);
  const untold = await edge.app.request(`/payNotice/${key}`, { method: "POST", body: "{}" });
  expect([untold.status, seen.length]).toEqual([413, 1]);
});

test("is posted, and to a host of this console, or goes nowhere", async () => {
  const by = async (method: string) => (await edge.app.request(`/payNotice/${key}`, { method })).status;
  expect([await by("PUT"), await by("DELETE")]).toEqual([405, 405]);
  // As any address that is read.
  await by("GET");
  expect((await post({ to: `http://evil.example/payNotice/${key}` })).status).toBe(421);
  // Whose the unknown host is was asked; the notice itself went nowhere.
  expect(seen.filter(({ path }) => path.includes("payNotice"))).toEqual([]);
});

test("a dispatch API that is not there is 502: the company comes again", async () => {
  const alone = openEdge({ user: null });
  const headers = { "content-length": "2" };
  expect((await alone.app.request(`/payNotice/${key}`, { method: "POST", body: "{}", headers })).status).toBe(502);
});
