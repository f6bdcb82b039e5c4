/** A host name that head office gave to a tenant is an origin of this console; no other name is, and only its own tenant works there. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aUser, openEdge } from "./edge-support";

let server: Server;
let dispatch: string;
const asked: string[] = [];
const names: Record<string, { corpCode: string; name: string }> = {
  "tickets.tenant.example": { corpCode: "3001", name: "松涛谷" },
  "other.tenant.example": { corpCode: "3002", name: "落霞湖" },
};

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = "";
    for await (const part of request) body += part;
    const host = new URLSearchParams(body).get("host") ?? "";
    asked.push(host);
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ success: true, status: 200, message: "", data: names[host] ?? null }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  dispatch = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const post = (edge: ReturnType<typeof openEdge>, url: string, origin: string, site = "same-origin") =>
  edge.app.request(url, {
    method: "POST",
    headers: {
      ...{ cookie: edge.cookie, origin, "sec-fetch-site": site },
      "content-type": "application/x-www-form-urlencoded",
    },
    body: "a=1",
  });

test("it is answered; a name that nobody has is refused, and is asked for once", async () => {
  const edge = openEdge({ user: null, dispatch, publicOrigins: ["https://console.example.com"] });
  expect((await edge.app.request("http://tickets.tenant.example/login")).status).toBe(200);
  for (let i = 0; i < 3; i += 1) expect((await edge.app.request("http://evil.example/login")).status).toBe(421);
  expect(asked.filter((host) => host === "evil.example")).toHaveLength(1);
  // What is no host name at all is asked of nobody.
  expect((await edge.app.request("http://203.0.113.9/login")).status).toBe(421);
  expect(asked).not.toContain("203.0.113.9");
});

test("its own pages post there, and no others: not the console's, not another tenant's, not another site's", async () => {
  const user = aUser({ corpCode: "3001", urls: [["/index", "index"]] });
  const edge = openEdge({ user, dispatch, publicOrigins: ["https://console.example.com"] });
  const at = "http://tickets.tenant.example/login";
  // The console is reached by https alone: so is the tenant's host, behind the same proxy.
  expect((await post(edge, at, "https://tickets.tenant.example")).status).not.toBe(403);
  for (const origin of [
    ...["http://tickets.tenant.example", "https://console.example.com", "https://other.tenant.example"],
    ...[
      "https://evil.example",
      "https://tickets.tenant.example.evil.example",
      "https://tickets.tenant.example:444",
      "null",
    ],
  ])
    expect([origin, (await post(edge, at, origin)).status]).toEqual([origin, 403]);
  expect((await post(edge, at, "https://tickets.tenant.example", "cross-site")).status).toBe(403);
  // And its pages post nowhere else.
  expect((await post(edge, "https://console.example.com/login", "https://tickets.tenant.example")).status).toBe(403);
  expect((await post(edge, "http://other.tenant.example/login", "https://tickets.tenant.example")).status).toBe(403);
});

test("the session of another tenant ends there, with a sentence; head office's goes on", async () => {
  const at = (corpCode: string) => openEdge({ user: aUser({ corpCode, urls: [["/index", "index"]] }), dispatch });
  const url = "http://tickets.tenant.example/index";
  for (const [corpCode, status] of [
    ["3001", 200],
    ["0001", 200],
    ["3002", 302],
  ] as const) {
    const edge = at(corpCode);
    const answer = await edge.app.request(url, { headers: { cookie: edge.cookie } });
    expect([corpCode, answer.status]).toEqual([corpCode, status]);
    if (status !== 302) continue;
    expect(answer.headers.get("location")).toBe("/login");
    const session = edge.sessionOf(answer) as { t?: string; f?: { text: string } };
    expect([session.t, session.f?.text]).toEqual([undefined, expect.stringContaining("松涛谷")]);
    expect(edge.remix).toEqual([]);
  }
});

test("while the dispatch API is away no name is known that was not before", async () => {
  const edge = openEdge({ user: null, dispatch: "http://127.0.0.1:9" });
  expect((await edge.app.request("http://tickets.tenant.example/login")).status).toBe(421);
});
