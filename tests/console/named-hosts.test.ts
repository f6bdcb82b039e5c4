/** A start beyond this machine without PUBLIC_ORIGINS, on a real socket: it warns, and answers to no name of somebody else's. */
import { mkdtempSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { open, type RunningConsole } from "~server/index";
import { serverBuild } from "../app/shell/rendered";

const directory = mkdtempSync(path.join(tmpdir(), "console-hosts-"));
const warnings: string[] = [];
const running: RunningConsole[] = [];

async function start(environment: Record<string, string>): Promise<{ port: string; warned: string[] }> {
  warnings.length = 0;
  const development = { loadBuild: async () => serverBuild(), middleware: nextOnly, close: async () => {} };
  const settings = {
    NODE_ENV: "test" as const,
    PORT: "0",
    DATA_DIR: directory,
    DISPATCH_URL: "http://127.0.0.1:9",
    LOG_LEVEL: "warn",
    ...environment,
  };
  const one = await open(settings, { demo: false, buildDirectory: directory, development });
  running.push(one);
  return { port: new URL(one.url).port, warned: [...warnings] };
}
const nextOnly = (_: unknown, __: unknown, next: () => void) => next();

/** Of a browser that was led there by a name: `Host` and `Origin` are what it says they are. */
function ask(port: string, host: string, method = "GET"): Promise<{ status: number; text: string; cookies: string[] }> {
  const headers = { host, ...(method === "POST" && { origin: `http://${host}`, "content-length": "0" }) };
  return new Promise((resolve, reject) => {
    request({ host: "127.0.0.1", port, path: "/robots-or-page", method, headers }, (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (part: string) => {
        text += part;
      });
      answer.on("end", () =>
        resolve({ status: answer.statusCode ?? 0, text, cookies: answer.headers["set-cookie"] ?? [] }),
      );
    })
      .on("error", reject)
      .end();
  });
}

beforeAll(() => {
  vi.spyOn(console, "error").mockImplementation((line) => void warnings.push(String(line)));
});
afterAll(async () => {
  for (const one of running) await one.close();
  vi.restoreAllMocks();
  rmSync(directory, { recursive: true, force: true });
});

test("beyond loopback and without PUBLIC_ORIGINS it warns, and a foreign Host is refused for looking and for writing", async () => {
  const { port, warned } = await start({ HOST: "0.0.0.0" });
  expect(warned.filter((line) => line.includes('"warn"') && line.includes("PUBLIC_ORIGINS"))).toHaveLength(1);
  for (const method of ["GET", "POST"]) {
    const answer = await ask(port, "evil.example", method);
    expect([answer.status, answer.cookies], method).toEqual([421, []]);
    expect(answer.text).toContain("PUBLIC_ORIGINS=http://evil.example");
  }
  expect((await ask(port, `127.0.0.1:${port}`)).status).not.toBe(421);
});

test("with PUBLIC_ORIGINS, or on loopback alone, there is no warning; the named host is answered and no other", async () => {
  const named = await start({ HOST: "0.0.0.0", PUBLIC_ORIGINS: "https://console.example.com" });
  expect(named.warned.filter((line) => line.includes("PUBLIC_ORIGINS"))).toEqual([]);
  expect((await ask(named.port, "console.example.com")).status).not.toBe(421);
  expect((await ask(named.port, "evil.example")).status).toBe(421);
  const local = await start({ HOST: "127.0.0.1" });
  expect(local.warned.filter((line) => line.includes("PUBLIC_ORIGINS"))).toEqual([]);
  expect((await ask(local.port, "evil.example")).status).toBe(421);
});
