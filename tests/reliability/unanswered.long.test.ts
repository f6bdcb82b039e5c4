/** What machines post through the example of nginx, where the node that took it dies before it answers. */
import { mkdtempSync, rmSync } from "node:fs";
import net from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startConsole } from "~tests/support/running.mjs";
import { has, nginxBefore } from "./nodes";

let folder: string;
const undo: (() => unknown)[] = [];
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "console-unanswered-"));
});
afterAll(async () => {
  for (const one of undo.splice(0).reverse()) await one();
  rmSync(folder, { recursive: true });
});

/** A node that takes a request whole and dies with it. */
async function dyingNode(): Promise<{ port: number; taken: () => number }> {
  let taken = 0;
  const dying = net.createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => {
      taken += 1;
      socket.destroy();
    });
  });
  undo.push(() => dying.close());
  await new Promise<void>((resolve) => dying.listen(0, "127.0.0.1", resolve));
  const address = dying.address();
  return { port: typeof address === "object" && address ? address.port : 0, taken: () => taken };
}

describe("posts of machines that a node took with it", () => {
  const missing = has("nginx", "-v") ? "" : " (left out: nginx is not installed)";
  test.skipIf(missing !== "")(
    `a gate's goes to another node by its key; the open API's is told to be signed anew, and is not done here${missing}`,
    async () => {
      const dataDir = path.join(folder, "machines");
      const running = await startConsole({ dataDir, environment: { DATABASE_URL: "", TRUST_PROXY: "1" } });
      undo.push(() => running.stop());
      const dying = await dyingNode();
      const { url: front } = await nginxBefore({ folder, undo }, [dying, { port: Number(new URL(running.url).port) }]);
      // A node that failed is looked away from for two seconds: each is asked until the dying one had it.
      const askDying = async (to: string, body: unknown, headers: Record<string, string> = {}) => {
        const before = dying.taken();
        for (;;) {
          const answer = await fetch(front + to, {
            ...{ method: "POST", body: JSON.stringify(body) },
            headers: { "content-type": "application/json", ...headers },
          });
          const text = await answer.text();
          if (dying.taken() > before) return { status: answer.status, text };
          await new Promise((resolve) => setTimeout(resolve, 300));
        }
      };
      const gate = await askDying("/gate-device/call", { method: "deviceBegin" });
      expect([gate.status, JSON.parse(gate.text).success], gate.text).toEqual([200, true]);
      const names = ["x-corp-code", "x-app-id", "x-timestamp", "x-nonce", "x-signature"];
      const signed = Object.fromEntries(names.map((name) => [name, "12345678"]));
      const order = await askDying("/open/v1/orders", { outerNo: "A-1" }, signed);
      expect(order.status).toBe(502);
      expect(JSON.parse(order.text)).toMatchObject({ success: false, message: expect.stringContaining("new nonce") });
      // Straight to a node it is looked at, and the shape of its signature refused.
      const straight = await fetch(`${running.url}/open/v1/orders`, { method: "POST", headers: signed, body: "{}" });
      expect(straight.status).toBe(422);
    },
    200_000,
  );
});
