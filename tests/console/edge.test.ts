import { describe, expect, test } from "vitest";
import { hstsOf, readConfig } from "~server/config";
import { readCookies, Seal } from "~server/console/cookies";
import { pageHeaders } from "~server/console/headers";
import { RateLimit } from "~server/console/limits";
import { deviceCookie, sessionCookie } from "~server/console/visit";
import { aUser, openEdge, secrets } from "./edge-support";

const user = aUser({ urls: [["/manage/parkList", "parkList"]] });

describe("the session cookie", () => {
  test("4.1b is HttpOnly, SameSite=Lax, for the browser session only, and says nothing in clear", async () => {
    const edge = openEdge({ user: null });
    const [header = ""] = (await edge.get("/login")).headers.getSetCookie();
    expect(header).toMatch(/^console=[\w-]+; Path=\/; SameSite=Lax; HttpOnly$/);
  });
  test("4.1a 9d a session id is made once and kept; before sign-in the corp is 0001", async () => {
    const edge = openEdge({ user: null });
    const first = await edge.get("/login");
    const kept = edge.sessionOf(first);
    expect(kept).toEqual({ s: expect.stringMatching(/^[\w-]{36}$/), c: "0001" });
    expect((edge.sessionOf(await edge.get("/login")) as { s: string }).s).not.toBe((kept as { s: string }).s);
    const cookie = first.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    const again = await edge.get("/login", { cookie });
    // Nothing new is set: the browser goes on with what it has.
    expect(again.headers.getSetCookie()).toEqual([]);
  });
  test("tampered with, made with another key, or moved to another name, it opens nothing", () => {
    const seal = new Seal(secrets);
    const sealed = seal.close(sessionCookie, { s: "x", c: "0001" });
    expect(seal.open(sessionCookie, sealed)).toEqual({ s: "x", c: "0001" });
    for (let at = 0; at < sealed.length; at += 7) {
      const changed = sealed.slice(0, at) + (sealed[at] === "A" ? "B" : "A") + sealed.slice(at + 1);
      expect(seal.open(sessionCookie, changed)).toBeNull();
    }
    expect(new Seal(["another-secret-of-thirty-two-chars"]).open(sessionCookie, sealed)).toBeNull();
    expect(seal.open("other", sealed)).toBeNull();
    expect([undefined, "", "short", "x".repeat(5000)].map((text) => seal.open(sessionCookie, text))).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });
  test("keys rotate: what the old one sealed still opens while it is listed", () => {
    const sealed = new Seal(["old-secret-of-thirty-two-characters"]).close(sessionCookie, { s: "x" });
    expect(
      new Seal(["new-secret-of-thirty-two-characters", "old-secret-of-thirty-two-characters"]).open(
        sessionCookie,
        sealed,
      ),
    ).toEqual({ s: "x" });
    expect(new Seal(["new-secret-of-thirty-two-characters"]).open(sessionCookie, sealed)).toBeNull();
  });
  test("cookies are read whatever stands in the header", () => {
    expect([...readCookies("a=1; b=2=3;; =x; c")]).toEqual([
      ["a", "1"],
      ["b", "2=3"],
    ]);
  });
});

describe("what is refused at the edge", () => {
  const form = { "content-type": "application/x-www-form-urlencoded" };
  test("a write from another site, whatever its form", async () => {
    const edge = openEdge({ user });
    for (const headers of [
      { origin: "https://evil.example" },
      { "sec-fetch-site": "cross-site" },
      { origin: "null" },
      { "sec-fetch-site": "same-site" },
    ]) {
      expect((await edge.post("/manage/parkList", {}, headers)).status).toBe(403);
    }
    expect(edge.remix).toEqual([]);
    expect(
      (await edge.post("/manage/parkList", {}, { origin: "http://localhost", "sec-fetch-site": "same-origin" })).status,
    ).toBe(200);
    expect((await edge.post("/manage/parkList", {})).status).toBe(200);
  });
  test("behind a proxy the listed origins count", async () => {
    const edge = openEdge({ user, publicOrigins: ["https://console.example.com"] });
    expect((await edge.post("/manage/parkList", {}, { origin: "https://console.example.com" })).status).toBe(200);
    expect((await edge.post("/manage/parkList", {}, { origin: "http://localhost" })).status).toBe(403);
  });
  test("JSON to a form's action 415, too much 413, an endless address 414, _data 400, other verbs 405", async () => {
    const edge = openEdge({ user });
    const request = (path: string, init: RequestInit) =>
      edge.app.request(path, { ...init, headers: { cookie: edge.cookie, ...init.headers } });
    expect(
      (
        await request("/manage/parkList", {
          method: "POST",
          body: "{}",
          headers: { "content-type": "application/json" },
        })
      ).status,
    ).toBe(415);
    expect(
      (
        await request("/manage/parkList", {
          method: "POST",
          body: "a=1",
          headers: { ...form, "content-length": "2000000" },
        })
      ).status,
    ).toBe(413);
    expect((await request(`/manage/parkList?q=${"x".repeat(5000)}`, {})).status).toBe(414);
    expect((await request("/manage/parkList?_data=shell", {})).status).toBe(400);
    expect((await request("/manage/parkList", { method: "DELETE" })).status).toBe(405);
    expect(edge.remix).toEqual([]);
  });
  test("empty posts to an account name kept its right password out; they count for their address alone", async () => {
    const edge = openEdge({ user: null });
    const known = `${deviceCookie}=${new Seal(secrets).close(deviceCookie, "d".repeat(43))}`;
    const forged = `${deviceCookie}=${new Seal(["another-secret-of-thirty-two-chars"]).close(deviceCookie, "e".repeat(43))}`;
    const empty = { accName: "victim", password: "" };
    for (let attempt = 0; attempt < 9; attempt += 1) await edge.post("/login", empty);
    const right = { accName: "victim", password: "right" };
    expect((await edge.post("/login", right)).status).toBe(429);
    expect((await edge.post("/login", right, { cookie: forged })).status).toBe(429);
    expect((await edge.post("/login", right, { cookie: known })).status).toBe(200);
  });

  test("of one account from one address half as many; others from there go on", async () => {
    const edge = openEdge({ user: null });
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 4; attempt += 1)
      statuses.push((await edge.post("/login", { accName: "a", password: "x" })).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    expect((await edge.post("/login", { accName: "b", password: "x" })).status).toBe(200);
  });

  test("sign-in attempts beyond the rate get 429", async () => {
    const edge = openEdge({ user: null });
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 7; attempt += 1)
      statuses.push((await edge.post("/login", { accName: "a" })).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
    const limit = new RateLimit(1, 1000);
    expect([limit.take("a", 0), limit.take("a", 10), limit.take("b", 10), limit.take("a", 1001)]).toEqual([
      true,
      false,
      true,
      true,
    ]);
  });
});

describe("what every page carries", () => {
  test("the security headers, with a nonce of its own each time", async () => {
    const edge = openEdge({ user });
    const [first, second] = [await edge.get("/manage/parkList"), await edge.get("/manage/parkList")];
    const policy = first.headers.get("content-security-policy") ?? "";
    expect(policy).toMatch(/script-src 'self' 'nonce-[\w-]{20,}'/);
    expect(policy).not.toContain("unsafe-eval");
    expect(policy).not.toBe(second.headers.get("content-security-policy"));
    expect(first.headers.get("referrer-policy")).toBe("same-origin");
    expect(first.headers.get("x-content-type-options")).toBe("nosniff");
    expect(first.headers.get("cache-control")).toBe("private, no-store");
    expect(first.headers.get("x-request-id")).toBeTruthy();
    expect(first.headers.has("strict-transport-security")).toBe(false);
  });
  test("never again 10: browsers are told to keep to TLS only where a setting says so, and of hosts below only by another", () => {
    const told = (HSTS_SECONDS: string, HSTS_SUBDOMAINS: string, secure = true) => {
      const headers = new Headers({ "content-type": "text/html" });
      const config = readConfig({ HSTS_SECONDS, HSTS_SUBDOMAINS } as unknown as NodeJS.ProcessEnv);
      const frames = { origins: [], microFrontends: {} };
      pageHeaders(headers, { status: 200, nonce: "n", secure, development: false, frames, hsts: hstsOf(config) });
      return headers.get("strict-transport-security");
    };
    expect([told("", ""), told("0", "1"), told("300", "", false)]).toEqual([null, null, null]);
    expect(told("300", "")).toBe("max-age=300");
    expect(told("300", "1")).toBe("max-age=300; includeSubDomains");
  });
  test("but what is shown by nobody goes without the guards of a document: redirects and route data", async () => {
    const guards = ["content-security-policy", "x-frame-options", "cross-origin-opener-policy", "permissions-policy"];
    const carried = (headers: Headers) => guards.filter((name) => headers.has(name));
    expect(carried((await openEdge({ user }).get("/manage/parkList")).headers)).toEqual(guards);
    const away = await openEdge({ user: null }).get("/manage/parkList");
    expect([away.status, carried(away.headers), await away.text()]).toEqual([302, [], ""]);
    expect(away.headers.get("x-content-type-options")).toBe("nosniff");
    const carriedAs = (type: string) => {
      const headers = new Headers({ "content-type": type });
      const frames = { origins: [], microFrontends: {} };
      pageHeaders(headers, { status: 200, nonce: "n", secure: true, development: false, frames });
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      return carried(headers);
    };
    expect(carriedAs("text/x-script; charset=utf-8")).toEqual([]);
    expect(["text/html", "application/json", "image/svg+xml"].map(carriedAs)).toEqual([guards, guards, guards]);
  });
  test("Brotli or gzip by what the browser takes", async () => {
    const edge = openEdge({ user });
    const encodings = await Promise.all(
      ["br, gzip", "gzip", "identity"].map(async (accepted) =>
        (await edge.get("/manage/parkList", { "accept-encoding": accepted })).headers.get("content-encoding"),
      ),
    );
    expect(encodings).toEqual(["br", "gzip", null]);
  });
  test("/healthz and /readyz answer without a session", async () => {
    const edge = openEdge({ user: null });
    expect([(await edge.get("/healthz")).status, (await edge.get("/readyz")).status]).toEqual([200, 200]);
  });
});

describe("3 preferences", () => {
  test("4.1b 4.1e language, colour scheme and lite mode are kept for a year, under the product's prefix", async () => {
    const { Visit } = await import("~server/console/visit");
    const of = (cookie: string) =>
      new Visit(new Request("http://console/", { headers: { cookie } }), new Seal(secrets), false);
    const chosen = of("");
    chosen.preferences.set({ locale: "en", scheme: "dark", lite: true });
    const kept = chosen.cookies().filter((line) => line.includes("Max-Age=31536000"));
    expect(chosen.cookies().filter((line) => !line.startsWith("console"))).toEqual([]);
    const again = of(kept.map((line) => line.split(";")[0]).join("; ")).preferences;
    expect([again.locale, again.scheme, again.lite]).toEqual(["en", "dark", true]);
    expect(of("console-scheme=pink").preferences.scheme).toBe("auto");
  });
  test("language by cookie, else by the browser", async () => {
    const { Visit } = await import("~server/console/visit");
    const of = (headers: Record<string, string>) =>
      new Visit(new Request("http://console/", { headers }), new Seal(secrets), false).preferences;
    expect(of({}).locale).toBe("zh-CN");
    expect(of({ "accept-language": "fr, en;q=0.8, zh;q=0.5" }).locale).toBe("en");
    expect(of({ "accept-language": "en", cookie: "console-locale=zh-CN" }).locale).toBe("zh-CN");
    expect([
      of({ "save-data": "on" }).lite,
      of({ "save-data": "on", cookie: "console-lite=off" }).lite,
      of({ cookie: "console-lite=on" }).lite,
    ]).toEqual([true, false, true]);
  });
  test("a line that was measured slow has pages without scripts and says so, until somebody chooses", async () => {
    const { Visit } = await import("~server/console/visit");
    const of = (headers: Record<string, string>) =>
      new Visit(new Request("http://console/", { headers }), new Seal(secrets), false);
    const liteOf = ({ preferences: { lite, slow } }: InstanceType<typeof Visit>) => ({ lite, slow });
    const slow = of({ cookie: "console-lite=slow" });
    expect(liteOf(slow)).toEqual({ lite: true, slow: true });
    // The browser measured it: the server neither prolongs nor forgets that.
    expect(slow.cookies().filter((line) => line.startsWith("console-lite"))).toEqual([]);
    // Chosen modes are nobody's measurement.
    for (const cookie of ["console-lite=on", "console-lite=off", ""])
      expect(of({ cookie }).preferences.slow).toBe(false);
    expect(liteOf(of({ "save-data": "on" }))).toEqual({ lite: true, slow: false });
    expect(liteOf(of({ cookie: "console-lite=fast" }))).toEqual({ lite: false, slow: false });
    slow.preferences.set({ lite: false });
    expect(liteOf(slow)).toEqual({ lite: false, slow: false });
    const [kept] = slow.cookies().filter((line) => line.startsWith("console-lite"));
    expect(kept).toMatch(/^console-lite=off; .*Max-Age=31536000/);
    expect(liteOf(of({ cookie: kept?.split(";")[0] ?? "" }))).toEqual({ lite: false, slow: false });
  });
});
