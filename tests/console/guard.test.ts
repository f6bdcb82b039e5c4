/** The route guard of specification 4.2, point by point: the decision, then the same through the edge. */
import { describe, expect, test } from "vitest";
import type { FrameOrigins } from "~/contract/context";
import { firstStep, isAllowed, loginFor } from "~server/console/guard";
import { aUser, openEdge } from "./edge-support";

const step = (address: string, hasToken = false) => {
  const url = new URL(address, "http://console");
  return firstStep({ path: url.pathname, query: url.searchParams, hasToken });
};

describe("4.2 what the address decides", () => {
  test("4.2.1 isAdvancePre: the token of the query is taken and the address cleaned of it", () => {
    expect(step("/index?isAdvancePre=1&token=abc&tab=2")).toEqual({
      do: "adopt",
      token: "abc",
      corpCode: null,
      clean: "/index?tab=2",
    });
  });
  test("4.2.2 tenantLogin proceeds; a token that comes with it is taken and cleaned away", () => {
    expect(step("/index?tenantLogin=1")).toEqual({ do: "proceed" });
    expect(step("/index?tenantLogin=1&token=abc&corpCode=2001")).toMatchObject({
      do: "adopt",
      corpCode: "2001",
      clean: "/index",
    });
  });
  test("4.2.3 /login with a corpCode is shown past the stored token, which its form clears", () => {
    expect(step("/login?corpCode=2001", true)).toEqual({ do: "clear" });
  });
  test("4.2.4 a token opening /login is sent to /", () => {
    expect(step("/login", true)).toEqual({ do: "redirect", to: "/" });
  });
  test.each(["/login", "/loginBefore", "/loginChoosePark", "/lock", "/404", "/403", "/500", "/user-error"])(
    "4.2.5 %s needs no sign-in",
    (path) => {
      expect(step(path)).toEqual({ do: "proceed" });
    },
  );
  test("4.2.6 no token: /login with a redirect", () => {
    expect(step("/manage/parkList?name=a")).toEqual({
      do: "redirect",
      to: "/login?redirect=%2Fmanage%2FparkList%3Fname%3Da",
    });
    expect(loginFor("/", new URLSearchParams())).toBe("/login");
  });
});

describe("4.2 what the rights decide", () => {
  const user = aUser({
    urls: [
      ["/manage/parkList", "parkList"],
      ["/inside/buyTktList", "buyTktList"],
    ],
  });
  const allowed = (path: string, who = user, saas = false) => isAllowed(who, path, saas);
  test("4.2.7 a permitted function URL and the pages below it", () => {
    expect(
      ["/manage/parkList", "/manage/parkList/7", "/manage/parkList/7/edit", "/inside/buyTktList/result"].map((path) =>
        allowed(path),
      ),
    ).toEqual([true, true, true, true]);
    expect(
      ["/manage/parkLists", "/ticket/ticketList", "/ticket/ticketEdit", "/manage"].map((path) => allowed(path)),
    ).toEqual([false, false, false, false]);
  });
  test("4.2.7 the shell's own children, micro-frontends, personal apps, basic configuration", () => {
    const paths = [
      "/index",
      "/userinfo",
      "/message",
      "/qynk",
      "/qynk/farm",
      "/stheatre/x",
      "/personalApp/shop",
      "/basicConfiguration",
    ];
    expect(paths.map((path) => allowed(path))).toEqual(paths.map(() => true));
  });
  test("4.2.7 a tenants' page is a SaaS route only", () => {
    const head = aUser({ urls: [["/tenantManage/list", "tenantList"]] });
    expect([allowed("/tenantManage/list", head), allowed("/tenantManage/list", head, true)]).toEqual([false, true]);
  });
  test("4.2.8 6e /reset is for user 1 of head office alone", () => {
    expect([
      allowed("/reset", aUser({ id: 1 })),
      allowed("/reset", aUser({ id: 2 })),
      allowed("/reset", aUser({ id: 1, corpCode: "2001" })),
    ]).toEqual([true, false, false]);
  });
  test("4.2.9 a page that carries its function's flag passes for who holds one of its functions", () => {
    expect(allowed("/ticket/ticketEdit", aUser({ urls: [["/ticket/ticketList", "ticketList"]] }))).toBe(true);
  });
});

const forbidden = "/403?of=%2Fmanage%2FparkList";

describe("4.2 through the edge, in every form of asking", () => {
  test("4.2.6 document, .data, a route's data alone and a post without a token all lead to /login", async () => {
    const edge = openEdge({ user: null });
    const document = await edge.get("/manage/parkList");
    expect([document.status, document.headers.get("location")]).toEqual([302, "/login?redirect=%2Fmanage%2FparkList"]);
    for (const address of ["/manage/parkList.data", "/manage/parkList.data?_routes=shell"]) {
      await edge.get(address);
      expect(edge.remix.at(-1)).toMatchObject({ path: "/goto.data", goto: "/login?redirect=%2Fmanage%2FparkList" });
    }
    const posted = await edge.post("/manage/parkList", { name: "x" });
    expect([posted.status, posted.headers.get("location")]).toEqual([303, "/login?redirect=%2Fmanage%2FparkList"]);
  });
  test("4.2.7 8o without the right every form of asking ends at /403, and no route runs", async () => {
    const edge = openEdge({ user: aUser({}) });
    expect((await edge.get("/manage/parkList")).headers.get("location")).toBe(forbidden);
    await edge.get("/manage/parkList.data?_routes=%2Fmanage%2FparkList");
    await edge.post("/manage/parkList.data", {});
    expect(edge.remix.map(({ path }) => path)).toEqual(["/goto.data", "/goto.data"]);
    const json = await edge.get("/manage/parkList", { accept: "application/json" });
    expect([json.status, await json.json()]).toEqual([
      403,
      { error: "forbidden", message: expect.stringContaining("“景区”"), redirectTo: forbidden },
    ]);
  });
  test("4.2.7 with the right the route runs, and gets the user without another call", async () => {
    const edge = openEdge({ user: aUser({ urls: [["/manage/parkList", "parkList"]] }) });
    await edge.get("/manage/parkList?name=a");
    expect(edge.remix.at(-1)).toMatchObject({ path: "/manage/parkList", userId: 5 });
  });
  test.each(["/MANAGE/parkList", "/manage/%70arkList", "/manage/park%4Cist"])(
    "4.2.7 %s is no way past the guard",
    async (path) => {
      const edge = openEdge({ user: aUser({}) });
      expect((await edge.get(path)).headers.get("location")).toMatch(/^\/403(\?|$)/);
      expect(edge.remix).toEqual([]);
    },
  );
  test("a path that nobody claims is missing, not forbidden", async () => {
    const edge = openEdge({ user: aUser({}) });
    await edge.get("/nosuchpage");
    expect(edge.remix.at(-1)?.path).toBe("/nosuchpage");
  });
  test("8f a token that is no longer good leads to /login, and what was typed is kept, secrets left out", async () => {
    const edge = openEdge({ user: aUser({}), revoked: true });
    const answer = await edge.post("/manage/parkList/new", { name: "西湖", password: "secret", idCard: "1" });
    expect(answer.headers.get("location")).toBe("/login?redirect=%2Fmanage%2FparkList%2Fnew");
    expect(edge.draftOf(answer)).toEqual({
      address: "/manage/parkList/new",
      corpCode: "0001",
      userId: 5,
      fields: { name: "西湖" },
    });
  });
  test("6 of several ticks under one name the draft keeps every one", async () => {
    const edge = openEdge({ user: aUser({}), revoked: true });
    const answer = await edge.post("/ticket/ticketEdit", [
      ["name", "成人票"],
      ["channels", "window"],
      ["channels", "mobile"],
      ["channels", "network"],
      ["remark", "a,b"],
    ]);
    expect(edge.draftOf(answer)).toMatchObject({
      fields: { name: "成人票", channels: "window,mobile,network", remark: "a,b" },
    });
  });
  test("4.2.1 a token taken from the query is checked before it is kept", async () => {
    const good = openEdge({ user: aUser({}), signedIn: false });
    const taken = await good.get("/index?isAdvancePre=1&token=from-query");
    expect([taken.status, taken.headers.get("location")]).toEqual([303, "/index"]);
    expect(good.sessionOf(taken)).toMatchObject({ t: "from-query", c: "0001" });
    const bad = openEdge({ user: aUser({}), signedIn: false, revoked: true });
    const refused = await bad.get("/index?isAdvancePre=1&token=from-query");
    expect(refused.headers.get("location")).toBe("/login");
    expect(bad.sessionOf(refused)).not.toHaveProperty("t");
  });
});

describe("4.2.7 families and codes", () => {
  const user = aUser({ urls: [["/my/parks", "parkList"]] });
  test("the screen of a function's code is open where the menu hangs the function elsewhere", () => {
    expect(isAllowed(user, "/manage/parkList/7", false)).toBe(true);
    expect(isAllowed(user, "/my/parks", false)).toBe(true);
    expect(isAllowed(user, "/manage/tktPos", false)).toBe(false);
  });
  test("micro-frontends, personal apps and basic configuration are; making personal apps is not", () => {
    const paths = ["/qynk/a", "/qynkOther", "/stheatre", "/personalApp/map", "/basicConfiguration"];
    expect(paths.filter((path) => !isAllowed(user, path, false))).toEqual([]);
    expect(isAllowed(user, "/personalApp/addApp", false)).toBe(false);
    expect(isAllowed(user, "/personalApp/addAppMenu", false)).toBe(false);
  });
});

test("2.3y frames may come from the origins set, and nowhere else", async () => {
  const policyOf = async (frames?: FrameOrigins) => {
    const edge = openEdge({ user: aUser({}), ...(frames && { frames }) });
    const policy = (await edge.get("/index")).headers.get("content-security-policy") ?? "";
    return (/frame-src [^;]*/.exec(policy) ?? /default-src [^;]*/.exec(policy))?.[0];
  };
  expect(await policyOf()).toBe("default-src 'self'");
  const frames = { origins: ["https://r.example.com"], microFrontends: { qynk: "https://q.example.com" } };
  expect(await policyOf(frames)).toBe("frame-src 'self' https://r.example.com https://q.example.com");
});
