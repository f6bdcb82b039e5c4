import type { AddressInfo } from "node:net";
import { connect } from "node:net";
import { type ServerType, serve } from "@hono/node-server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestBackend, type TestBackend } from "~tests/support/backend";

// Over a real socket: there bodies are read from it, without a request's own stream in between.
let backend: TestBackend;
let server: ServerType;
let port: number;
beforeAll(async () => {
  backend = await openTestBackend();
  server = serve({ fetch: backend.app.fetch, hostname: "127.0.0.1", port: 0 });
  await new Promise((resolve) => server.once("listening", resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  await backend.close();
});

const form = { "content-type": "application/x-www-form-urlencoded" };
const tooMuch = `method=getCorpCode&more=${"x".repeat(2_000_000)}`;

function post(body: BodyInit, headers: Record<string, string> = form): Promise<Response> {
  const half = body instanceof ReadableStream ? { duplex: "half" } : {};
  return fetch(`http://127.0.0.1:${port}/platform/dispatch`, {
    method: "POST",
    headers: { ...headers, "access-token": backend.admin },
    body,
    ...half,
  } as RequestInit);
}

/** Sent piece by piece, without telling its length. */
function streamed(text: string): ReadableStream {
  const pieces = text.match(/[\s\S]{1,50000}/g) ?? [];
  return new ReadableStream({
    pull(controller) {
      const piece = pieces.shift();
      if (piece === undefined) controller.close();
      else controller.enqueue(Buffer.from(piece));
    },
  });
}

test("a body is read whole, also in pieces that cut a character in two", async () => {
  expect((await post("method=getCorpCode")).status).toBe(200);
  expect((await post(streamed("method=getCorpCode"))).status).toBe(200);
  const word = Buffer.from("method=票");
  const pieces = [word.subarray(0, word.length - 1), word.subarray(word.length - 1)];
  const cut = new ReadableStream({ pull: (to) => (pieces[0] ? to.enqueue(pieces.shift()) : to.close()) });
  const answer = await post(cut);
  expect(answer.status).toBe(404);
  expect(await answer.text()).toContain("票");
});

test("more than a megabyte is refused with 413, whether its length is told or not, and the next call is answered", async () => {
  for (const body of [tooMuch, streamed(tooMuch)]) {
    expect((await post(body)).status).toBe(413);
    expect((await post("method=getCorpCode")).status).toBe(200);
  }
});

test("whoever goes away in the middle of a body leaves nothing behind", async () => {
  const open = () => new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)));
  const before = await open();
  const socket = connect(port, "127.0.0.1");
  const head = `POST /platform/dispatch HTTP/1.1\r\nhost: x\r\ncontent-type: ${form["content-type"]}\r\n`;
  socket.write(`${head}content-length: 500\r\n\r\nmethod=get`);
  await expect.poll(open).toBe(before + 1);
  socket.destroy();
  await expect.poll(open).toBe(before);
  expect((await post("method=getCorpCode")).status).toBe(200);
});
