/** Text messages over the HTTP hook of an operator's own gateway. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { toHook } from "~server/backend/kernel/text-message";

const open: (() => void)[] = [];
afterEach(() => {
  for (const close of open.splice(0)) close();
});

async function gateway(answer: (response: ServerResponse) => void) {
  const seen: { request: IncomingMessage; body: string }[] = [];
  const server = createServer(async (request, response) => {
    const body = (await request.toArray()).join("");
    seen.push({ request, body });
    answer(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  open.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return { seen, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/sms?key=1` };
}

const message = { mobile: "13800000001", accName: "seller", code: "012345", text: "您的验证码是 012345" };

test("1p a code goes to the hook as JSON, to its whole address; any 2xx has taken it", async () => {
  const { seen, address } = await gateway((response) => response.writeHead(202).end());
  await toHook(address).send(message);
  expect(seen).toHaveLength(1);
  const { request, body } = seen[0] ?? {};
  expect([request?.method, request?.url, request?.headers["content-type"]]).toEqual([
    "POST",
    "/sms?key=1",
    "application/json",
  ]);
  expect(JSON.parse(body ?? "")).toEqual(message);
});

test.each([400, 429, 500, 503])("a hook that answers %i has not taken it, and is not asked again", async (status) => {
  const { seen, address } = await gateway((response) => response.writeHead(status).end("no"));
  await expect(toHook(address).send(message)).rejects.toThrow(String(status));
  expect(seen).toHaveLength(1);
});

test("a hook that does not answer is left after its time", async () => {
  const { seen, address } = await gateway(() => {});
  await expect(toHook(address, 50).send(message)).rejects.toMatchObject({ name: "TimeoutError" });
  expect(seen).toHaveLength(1);
});

test("a hook that is not there is an error, not a message that is thought sent", async () => {
  await expect(toHook("http://127.0.0.1:9/").send(message)).rejects.toThrow();
});

test("only accounts with a mobile can be sent one by a hook", () => {
  expect(toHook("http://127.0.0.1:9/").needsMobile).toBe(true);
});
