/** Calls between two threads of one process: what HTTP promised holds there too. */
import "~/i18n/locale.server";
import { MessageChannel } from "node:worker_threads";
import { afterEach, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { isDispatchError } from "~/contract/errors";
import { method } from "~/contract/method";
import { answerThread } from "~server/backend/thread-line";
import { createDispatchClient, type DispatchCaller } from "~server/dispatch/client";
import { ThreadTransport } from "~server/dispatch/thread-transport";
import type { ThreadCall } from "~server/thread-call";
import { readVisitor, visitorHeader } from "~server/visitor";

const ask = method("manage", "ask", {
  payload: z.object({ q: z.string() }),
  answer: z.object({ a: z.number() }),
  access: "public",
});

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

type Answering = (call: Omit<ThreadCall, "id">) => Promise<{ status: number; text: string }>;

function open(answer: Answering, caller: Partial<DispatchCaller> = {}, timeout = 300) {
  const { port1, port2 } = new MessageChannel();
  const seen: Omit<ThreadCall, "id">[] = [];
  const line = answerThread(port2, {
    answerThread: (call) => {
      seen.push(call);
      return answer(call);
    },
  });
  closing.push(() => port1.close());
  // Nobody listens there: what goes by HTTP fails.
  const settings = { baseUrl: "http://127.0.0.1:9", timeout, visitorKey: "key", thread: new ThreadTransport(port1) };
  const who = { sessionId: "s-1", token: "t-1", corpCode: "0001", locale: "zh-CN", requestId: "r-1" } as const;
  return { client: createDispatchClient(settings, { ...who, ...caller }), seen, line, port: port1 };
}

const good: Answering = async () => ({ status: 200, text: '{"code":10000,"data":{"a":1}}' });
async function failureOf(work: Promise<unknown>) {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  return isDispatchError(error) ? error.failure : error;
}

test("the envelope is the one of HTTP: path, headers, form, and the signed word about the visitor", async () => {
  const visitor = { address: "203.0.113.7", device: "Firefox" };
  const { client, seen } = open(good, { visitor });
  expect(await client.call(ask, { q: "票&1" })).toEqual({ a: 1 });
  const [call] = seen;
  expect(call).toMatchObject({
    path: "/manage/dispatch",
    method: "POST",
    body: "method=ask&corpCode=0001&q=%E7%A5%A8%261",
  });
  expect(call?.headers).toMatchObject({ "access-token": "t-1", "session-id": "s-1", "accept-language": "zh-CN" });
  expect(readVisitor("key", call?.headers[visitorHeader] ?? null, "r-1")).toEqual(visitor);
});

test("a GET call goes by the port with its query; a file goes by HTTP", async () => {
  const { client, seen } = open(async () => ({ status: 200, text: '{"code":10000,"data":"x"}' }));
  expect(await client.get("/api/params", { codes: "a,b" }, z.string())).toBe("x");
  expect(seen).toMatchObject([{ path: "/api/params?codes=a%2Cb", method: "GET" }]);
  const quiet = vi.spyOn(console, "error").mockImplementation(() => undefined);
  expect(await failureOf(client.upload("/upload", [new File(["x"], "x.txt")], {}, z.string()))).toMatchObject({
    kind: "timeout",
  });
  quiet.mockRestore();
  expect(seen).toHaveLength(1);
});

describe("no whole answer", () => {
  const quiet = () => closing.push(vi.spyOn(console, "error").mockImplementation(() => undefined).mockRestore);
  const forever: Answering = () => new Promise(() => undefined);

  test("too late: the time-out of specification 7", async () => {
    quiet();
    const { client } = open(forever, {}, 50);
    expect(await failureOf(client.call(ask, { q: "" }))).toMatchObject({ kind: "timeout" });
  });

  test("given up by whoever asked", async () => {
    quiet();
    const { client } = open(forever, {}, 60_000);
    const given = new AbortController();
    const work = failureOf(client.call(ask, { q: "" }, { signal: given.signal }));
    given.abort();
    expect(await work).toMatchObject({ kind: "timeout" });
  });

  test("too large", async () => {
    quiet();
    const { client } = open(async () => ({ status: 200, text: "x".repeat(64 * 1024 * 1024 + 1) }), {}, 20_000);
    expect(await failureOf(client.call(ask, { q: "" }))).toMatchObject({ kind: "timeout" });
  });

  test("the backend is gone: calls that wait and calls that come", async () => {
    quiet();
    const { client, port } = open(forever, {}, 60_000);
    const work = failureOf(client.call(ask, { q: "" }));
    port.close();
    expect(await work).toMatchObject({ kind: "timeout" });
    expect(await failureOf(client.call(ask, { q: "2" }))).toMatchObject({ kind: "timeout" });
  });

  test("a fault around a method is a failure of this call alone", async () => {
    quiet();
    const { client } = open(async ({ body }) => {
      if (body?.includes("q=bad")) throw new Error("no method");
      return good({} as never);
    });
    expect(await failureOf(client.call(ask, { q: "bad" }))).toMatchObject({ kind: "failed", status: 500 });
    expect(await client.call(ask, { q: "good" })).toEqual({ a: 1 });
  });
});

test("a backend that stops answers first what is under way", async () => {
  let finish = () => {};
  const gate = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const { client, line, seen } = open(async (call) => {
    await gate;
    return good(call);
  });
  const work = client.call(ask, { q: "" });
  await vi.waitFor(() => expect(seen).toHaveLength(1));
  const stopped = line.close();
  finish();
  expect(await work).toEqual({ a: 1 });
  await stopped;
});
