/** The phone gate at the edge: its page, and the way of the device's calls: those methods and no other, with nobody's cookie. */
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import { afterAll, beforeAll, expect, test } from "vitest";
import { gateDevicePages } from "~server/console/gate-device";

let server: Server;
let app: Hono<{ Bindings: HttpBindings }>;
const seen: { path: string; headers: IncomingHttpHeaders; body: string }[] = [];

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = "";
    for await (const part of request) body += part;
    seen.push({ path: request.url ?? "", headers: request.headers, body });
    response.writeHead(401, { "content-type": "application/json", "set-cookie": "theirs=1" });
    response.end('{"success":false,"message":"no"}');
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  app = new Hono();
  const dispatch = { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
  gateDevicePages(app, { dispatch, origins: async () => [], clientAddress: () => "10.0.0.1" });
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const post = (asked: unknown, headers: Record<string, string> = {}) => {
  const body = typeof asked === "string" ? asked : JSON.stringify(asked);
  const about = { "content-type": "application/json", "content-length": String(Buffer.byteLength(body)), ...headers };
  return app.request("/gate-device/call", { method: "POST", body, headers: about });
};

test("the page allows its own files alone, and nobody frames it", async () => {
  const page = await app.request("/gate-device/");
  expect(page.status).toBe(200);
  const policy = page.headers.get("content-security-policy") ?? "";
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(await page.text()).not.toMatch(/<style|<script(?! type="module" src=)/);
  const short = await app.request("/gate-device?corp=0002");
  expect([short.status, short.headers.get("location")]).toEqual([308, "/gate-device/?corp=0002"]);
});

test("a call is handed on with its language and without cookies, and its answer as it is but for theirs", async () => {
  seen.length = 0;
  const asked = { method: "deviceBeat", corpCode: "0001", token: "t" };
  const answer = await post(asked, { cookie: "session=mine", "accept-language": "en", "access-token": "mine" });
  expect([answer.status, await answer.json()]).toEqual([401, { success: false, message: "no" }]);
  expect(answer.headers.get("set-cookie")).toBeNull();
  expect(seen.map(({ path, body }) => [path, JSON.parse(body)])).toEqual([["/offline/dispatch", asked]]);
  expect(seen[0]?.headers).toMatchObject({ "accept-language": "en", "content-type": "application/json" });
  expect([seen[0]?.headers.cookie, seen[0]?.headers["access-token"]]).toEqual([undefined, undefined]);
});

test("other methods, other sites, what is too large and what is no JSON go nowhere", async () => {
  seen.length = 0;
  expect((await post({ method: "uploadPassages" })).status).toBe(400);
  expect((await post({ method: ["deviceBeat"] })).status).toBe(400);
  for (const nonsense of ["", "null", "[]", "{", '"deviceBeat"']) expect((await post(nonsense)).status).toBe(400);
  const beat = { method: "deviceBeat" };
  expect((await post(beat, { origin: "https://elsewhere.example" })).status).toBe(403);
  expect((await post(beat, { "sec-fetch-site": "cross-site" })).status).toBe(403);
  expect((await post(beat, { "content-length": "2000000" })).status).toBe(413);
  expect(seen).toEqual([]);
});

test("one address asks for twenty pairing codes a minute: few wait at a time, and they are everybody's", async () => {
  const statuses: number[] = [];
  for (let n = 0; n < 22; n += 1) statuses.push((await post({ method: "deviceBegin" })).status);
  expect(statuses).toEqual([...Array(20).fill(401), 429, 429]);
  expect((await post({ method: "deviceBeat" })).status).toBe(401);
});
