/** Names that nobody gave this console, secrets that can be guessed, and claims that nobody signed. */
import path from "node:path";
import { Hono } from "hono";
import { describe, expect, test } from "vitest";
import { readConfig } from "~server/config";
import { Hosts } from "~server/console/hosts";
import { staticFiles } from "~server/console/static-files";
import { readVisitor, signVisitor, visitorTolerance } from "~server/visitor";
import { aUser, openEdge } from "./edge-support";

describe("a host that was never named", () => {
  test("is answered 421 with the setting that names it, whatever its origin says", async () => {
    const edge = openEdge({ user: aUser({}) });
    const headers = {
      cookie: edge.cookie,
      origin: "http://evil.example",
      "content-type": "application/x-www-form-urlencoded",
    };
    const answer = await edge.app.request("http://evil.example/index", { method: "POST", headers, body: "a=1" });
    expect([answer.status, answer.headers.getSetCookie(), edge.remix]).toEqual([421, [], []]);
    expect(await answer.text()).toContain("PUBLIC_ORIGINS=http://evil.example");
    // Whoever watches over the process asks by whatever address.
    expect((await edge.app.request("http://evil.example/healthz")).status).toBe(200);
  });
  test("loopback names and what is listened on are answered, named hosts beside them", () => {
    const known = (hosts: Hosts, names: string[]) =>
      names.filter((name) => hosts.knows(new URL(`http://${name}:3000/`)));
    const names = [
      "localhost",
      "127.0.0.1",
      "[::1]",
      "10.1.2.3",
      "console.example.com",
      "evil.example",
      "localhost.evil.example",
    ];
    expect(known(new Hosts([], "127.0.0.1"), names)).toEqual(["localhost", "127.0.0.1", "[::1]"]);
    expect(known(new Hosts([], "10.1.2.3"), names)).toEqual(["localhost", "127.0.0.1", "[::1]", "10.1.2.3"]);
    const named = new Hosts(["https://console.example.com"], "127.0.0.1");
    expect(known(named, names)).toEqual(["localhost", "127.0.0.1", "[::1]", "console.example.com"]);
  });
});

describe("secrets that can be guessed", () => {
  test.each([
    "short",
    "a".repeat(64),
    "abcd1234".repeat(6),
    "please-change-me-please-change-me-now",
    "0123456789".repeat(4),
  ])("COOKIE_SECRETS=%s is refused at the start, in a sentence", (secret) => {
    expect(() => readConfig({ NODE_ENV: "test", COOKIE_SECRETS: secret })).toThrow(
      /COOKIE_SECRETS\.0 is .*openssl rand/,
    );
    expect(() => readConfig({ NODE_ENV: "test", VISITOR_KEY: secret })).toThrow(/VISITOR_KEY is /);
  });
  test("what a generator makes is taken", () => {
    const made = ["9f8c1b7e04d2a6355e1f0a9bc3d7264f", "pZ4x1kq8C0sVbN2mJt7yRwE5uHgLfDaQ/+3TiO6WzXc="];
    expect(readConfig({ NODE_ENV: "test", COOKIE_SECRETS: made.join() }).COOKIE_SECRETS).toEqual(made);
  });
  test("default keys: no secret has a default", () => {
    const config = readConfig({ NODE_ENV: "test" }) as Record<string, unknown>;
    const secrets = Object.keys(config).filter(
      (name) => /SECRET|KEY|PASSWORD|TOKEN$/.test(name) && !name.endsWith("HEADER"),
    );
    for (const name of secrets)
      expect([name, config[name]]).toEqual([
        name,
        name === "COOKIE_SECRETS" || name === "SECRET_KEYS" ? [] : undefined,
      ]);
    expect(config.CHECK_CODE_HOOK).toBeUndefined();
  });
});

describe("what the console says of its visitor", () => {
  const visitor = { address: "203.0.113.7", device: "浏览器 Firefox/150.0" };
  test("is read by whoever shares the key, for that request, for five minutes", () => {
    const header = signVisitor("key", visitor, "r-1", 1_790_000_000_000);
    const read = (key: string, text: string, id: string, now: number) => readVisitor(key, text, id, now);
    expect(read("key", header, "r-1", 1_790_000_000_000)).toEqual(visitor);
    expect(read("other", header, "r-1", 1_790_000_000_000)).toBeNull();
    expect(read("", signVisitor("", visitor, "r-1"), "r-1", Date.now())).toBeNull();
    expect(read("key", header, "r-2", 1_790_000_000_000)).toBeNull();
    expect(read("key", header, "r-1", 1_790_000_000_001 + visitorTolerance)).toBeNull();
    const moved = header.replace(header.split(".")[1] ?? "", Buffer.from("10.0.0.1").toString("base64url"));
    expect(read("key", moved, "r-1", 1_790_000_000_000)).toBeNull();
    expect(readVisitor("key", null, "r-1")).toBeNull();
  });
});

test("/robots.txt and /favicon.ico answer themselves, and are kept for an hour", async () => {
  const app = new Hono().use(staticFiles(path.resolve("public")));
  for (const [asked, type] of [
    ["/robots.txt", "text/plain"],
    ["/favicon.ico", "image/x-icon"],
  ] as const) {
    const answer = await app.request(asked);
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "public, max-age=3600"]);
    expect(answer.headers.get("content-type")).toContain(type);
    await answer.arrayBuffer();
  }
});
