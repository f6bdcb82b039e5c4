import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import "~/i18n/locale.server";
import type { DispatchFailure } from "~/contract/errors";
import { isDispatchError } from "~/contract/errors";
import { type Business, businesses, method } from "~/contract/method";
import { defaultPaths } from "~/contract/wire";
import { createDispatchClient } from "~server/dispatch/client";
import { noticeOfFailure } from "~server/dispatch/outcome";

const ask = method("manage", "ask", {
  payload: z.object({ q: z.string(), n: z.number().optional(), list: z.array(z.number()).optional() }),
  answer: z.object({ a: z.number() }),
  access: "public",
});
const write = method("manage", "write", {
  payload: z.object({ q: z.string() }),
  answer: z.object({ a: z.number() }),
  access: "public",
  writes: true,
});
const upload = method("offline", "upload", {
  payload: z.object({ rows: z.array(z.number()) }),
  answer: z.object({ a: z.number() }),
  access: "public",
});

interface Seen {
  path: string;
  headers: IncomingMessage["headers"];
  body: string;
}

/** Answers wrong on purpose, each way by its name in the field q. */
const ways: Record<string, (response: ServerResponse) => void> = {
  "code 10000": (r) => json(r, 200, { success: true, code: 10000, data: { a: 1 } }),
  "code text": (r) => json(r, 200, { code: "10000", data: { a: 1 } }),
  "code 200": (r) => json(r, 200, { code: 200, data: { a: 1 } }),
  "status 200": (r) => json(r, 200, { status: 200, data: { a: 1 } }),
  "respCode 200": (r) => json(r, 200, { respCode: "200", data: { a: 1 } }),
  "no code": (r) => json(r, 200, { success: true, message: "没有代码", data: { a: 1 } }),
  failed: (r) => json(r, 200, { success: false, code: 500, message: "库存不足" }),
  respMsg: (r) => json(r, 200, { respCode: 1, respMsg: "余额不足" }),
  silentless: (r) => json(r, 200, { success: false }),
  "body 401": (r) => json(r, 200, { status: 401, message: "过期" }),
  "body 401 text": (r) => json(r, 200, { status: "401" }),
  "http 401": (r) => json(r, 401, {}),
  "http 403": (r) => json(r, 403, {}),
  "http 404": (r) => json(r, 404, {}),
  "http 400": (r) => json(r, 400, { message: "参数错误" }),
  "http 422": (r) => json(r, 422, { message: "有误", errors: { name: ["必填"], odd: 3 } }),
  "http 500 claiming success": (r) => json(r, 500, { code: 200, data: { a: 1 } }),
  "http 500 page": (r) => r.writeHead(500, { "content-type": "text/html" }).end("<h1>oops</h1>"),
  "not JSON": (r) => r.writeHead(200, { "content-type": "text/html" }).end("<html>gateway</html>"),
  "empty body": (r) => r.writeHead(200).end(),
  "JSON array": (r) => json(r, 200, [1]),
  "other shape": (r) => json(r, 200, { code: 200, data: { a: "one" } }),
  "wrong content type": (r) => r.writeHead(200, { "content-type": "text/plain" }).end('{"code":200,"data":{"a":1}}'),
  slow: () => {},
  endless: (r) => {
    r.writeHead(200, { "content-type": "application/json" });
    Readable.from(
      (function* () {
        for (;;) yield Buffer.alloc(4 * 1024 * 1024, 32);
      })(),
    ).pipe(r);
  },
  "reset once": (r) => {
    if (seen.filter(({ body }) => body.includes("reset+once")).length === 1) r.socket?.resetAndDestroy();
    else json(r, 200, { code: 200, data: { a: 1 } });
  },
  "reset always": (r) => void r.socket?.resetAndDestroy(),
  "cut off": (r) => {
    r.writeHead(200, { "content-type": "application/json", "content-length": "1000" }).write('{"code":');
    setTimeout(() => r.destroy(), 20);
  },
};

function json(response: ServerResponse, status: number, body: unknown) {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

let server: Server;
let baseUrl: string;
const seen: Seen[] = [];
beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    seen.push({ path: request.url ?? "", headers: request.headers, body });
    const q = new URLSearchParams(body).get("q") ?? "code 10000";
    (ways[q] ?? ways["code 10000"])?.(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const caller = { sessionId: "s-1", token: "t-1", corpCode: "0001", locale: "zh-CN", requestId: "r-1" } as const;
const client = (settings = {}, who: Partial<typeof caller> | { token: null } = {}) =>
  createDispatchClient({ baseUrl, timeout: 300, ...settings }, { ...caller, ...who });

async function failureOf(work: Promise<unknown>): Promise<DispatchFailure> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!isDispatchError(error)) throw new Error(`expected a dispatch error, got ${String(error)}`);
  return error.failure;
}

describe("8a what counts as success", () => {
  test.each(["code 10000", "code text", "code 200", "status 200", "respCode 200", "wrong content type"])(
    "8a %s",
    async (q) => {
      expect(await client().call(ask, { q })).toEqual({ a: 1 });
    },
  );
});

describe("8 what does not", () => {
  test.each([
    ["no code", { kind: "failed", message: "没有代码" }],
    ["failed", { kind: "failed", message: "库存不足", code: 500 }],
    ["respMsg", { kind: "failed", message: "余额不足" }],
    ["silentless", { kind: "failed", message: "操作失败，服务器没有说明原因" }],
    ["body 401", { kind: "signedOut", message: "过期" }],
    ["body 401 text", { kind: "signedOut" }],
    ["http 401", { kind: "signedOut" }],
    ["http 403", { kind: "forbidden" }],
    ["http 404", { kind: "notFound" }],
    ["http 400", { kind: "badRequest", message: "参数错误" }],
    ["http 422", { kind: "invalid", message: "有误", errors: { name: ["必填"] } }],
    ["http 500 claiming success", { kind: "failed", status: 500 }],
    ["http 500 page", { kind: "failed", status: 500, message: "服务器返回的内容无法读取" }],
    ["not JSON", { kind: "failed", message: "服务器返回的内容无法读取" }],
    ["empty body", { kind: "failed", message: "服务器返回的内容无法读取" }],
    ["JSON array", { kind: "failed", message: "服务器返回的内容无法读取" }],
    ["other shape", { kind: "failed", message: "服务器返回的内容无法读取" }],
    ["slow", { kind: "timeout", message: "服务器太久没有响应, 请重试!" }],
    ["cut off", { kind: "timeout", message: "服务器太久没有响应, 请重试!" }],
  ])("8 %s", async (q, failure) => {
    expect(await failureOf(client().call(ask, { q }))).toMatchObject(failure);
  });

  test("8j nobody listening is a time-out too", async () => {
    const failure = await failureOf(client({ baseUrl: "http://127.0.0.1:9" }).call(ask, { q: "x" }));
    expect(noticeOfFailure(failure)).toEqual({ title: "请求超时", message: "服务器太久没有响应, 请重试!" });
  });

  test("8b the notice of any other failure is titled 失败", async () => {
    const failure = await failureOf(client().call(ask, { q: "failed" }));
    expect(noticeOfFailure(failure)).toEqual({ title: "失败", message: "库存不足" });
  });

  test("8c a custom message takes the place of the server's; a silent call answers nothing", async () => {
    expect(await failureOf(client().call(ask, { q: "failed" }, { message: "请稍后" }))).toMatchObject({
      message: "请稍后",
    });
    expect(await client().call(ask, { q: "failed" }, { silent: true })).toBeUndefined();
    expect(await failureOf(client().call(ask, { q: "body 401" }, { silent: true }))).toMatchObject({
      kind: "signedOut",
    });
  });
});

describe("7 what is sent", () => {
  test("7a 7b 7al method, corpCode and payload form-encoded, session id and access token as headers", async () => {
    seen.length = 0;
    await client().call(ask, { q: "code 200", n: 5, list: [1, 2] });
    const [request] = seen;
    expect(request?.path).toBe("/manage/dispatch");
    expect(Object.fromEntries(new URLSearchParams(request?.body))).toEqual({
      method: "ask",
      corpCode: "0001",
      q: "code 200",
      n: "5",
      list: "[1,2]",
    });
    expect(request?.headers).toMatchObject({
      "session-id": "s-1",
      "access-token": "t-1",
      "accept-language": "zh-CN",
      "x-request-id": "r-1",
    });
  });

  test("7al no token header before sign-in; names and paths are settings", async () => {
    seen.length = 0;
    await client({ sessionIdHeader: "sid", paths: { manage: "/m" } }, { token: null }).call(ask, { q: "code 200" });
    expect(seen[0]?.path).toBe("/m");
    expect(seen[0]?.headers).toMatchObject({ sid: "s-1" });
    expect(seen[0]?.headers).not.toHaveProperty("access-token");
  });

  test("9t each business has a base path of its own, which a deployment may name otherwise", async () => {
    const paths = new Set<string>();
    for (const business of businesses) {
      seen.length = 0;
      await client().call({ ...ask, business }, { q: "code 200" });
      paths.add(seen[0]?.path ?? "");
    }
    expect(paths.size).toBe(businesses.length);
    for (const name of "manage ticket combo cinema place ski rent locker smartcard employ seasonCard offline report".split(
      " ",
    ))
      expect(paths).toContain(defaultPaths[name as Business]);
    seen.length = 0;
    await client({ paths: { ski: "/snow" } }).call({ ...ask, business: "ski" }, { q: "code 200" });
    expect(seen[0]?.path).toBe("/snow");
  });

  test("7a offline paths send JSON", async () => {
    seen.length = 0;
    await client().call(upload, { rows: [1] });
    expect(seen[0]?.headers["content-type"]).toBe("application/json");
    expect(JSON.parse(seen[0]?.body ?? "")).toEqual({ method: "upload", corpCode: "0001", rows: [1] });
  });

  test("equal reads of a page are sent once, writes every time", async () => {
    seen.length = 0;
    const page = client();
    await Promise.all([page.call(ask, { q: "code 200" }), page.call(ask, { q: "code 200" })]);
    expect(seen.length).toBe(1);
    await page.call(write, { q: "code 200" });
    await page.call(write, { q: "code 200" });
    expect(seen.length).toBe(3);
  });

  test("what goes on asking is asked anew each time", async () => {
    seen.length = 0;
    const page = client();
    for (let n = 0; n < 3; n += 1) await page.call(ask, { q: "code 200" }, { anew: true });
    expect(seen.length).toBe(3);
  });

  test("a read after a write asks again: an action's page shows what the action did", async () => {
    seen.length = 0;
    const page = client();
    await page.call(ask, { q: "code 200" });
    await page.call(write, { q: "code 200" });
    await page.call(ask, { q: "code 200" });
    expect(seen.length).toBe(3);
  });

  test("an answer beyond any page's size is cut off instead of filling the memory", async () => {
    expect(await failureOf(client({ timeout: 10_000 }).call(ask, { q: "endless" }))).toMatchObject({ kind: "timeout" });
  });

  test("a read whose kept connection the server had closed is sent again, a write never", async () => {
    const page = () => client({ timeout: 2_000 });
    await page().call(ask, { q: "code 200" });
    expect(await page().call(ask, { q: "reset once" })).toEqual({ a: 1 });
    await page().call(ask, { q: "code 200" });
    seen.length = 0;
    expect(await failureOf(page().call(write, { q: "reset always" }))).toMatchObject({ kind: "timeout" });
    expect(seen.length).toBe(1);
  });
});

test("9a the time limit is 20,000 ms unless set", async () => {
  const { requestTimeout } = await import("~/contract/wire");
  expect(requestTimeout).toBe(20_000);
});
