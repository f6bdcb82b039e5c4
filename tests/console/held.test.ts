/** A session that is held: what the edge does with every form of asking. */
import { describe, expect, test } from "vitest";
import { aUser, openEdge } from "./edge-support";

describe("1t 4.1d a held session", () => {
  test("1t a weak password: every page leads to the change of it, which itself is shown", async () => {
    const edge = openEdge({
      user: { ...aUser({ urls: [["/manage/parkList", "parkList"]] }), mustChangePassword: true },
    });
    for (const path of ["/index", "/manage/parkList", "/"])
      expect((await edge.get(path)).headers.get("location"), path).toBe("/changePassword");
    const json = await edge.get("/manage/parkList", { accept: "application/json" });
    expect([json.status, await json.json()]).toEqual([423, { error: "held", redirectTo: "/changePassword" }]);
    expect(edge.remix).toEqual([]);
    await edge.get("/changePassword");
    expect(edge.remix.at(-1)?.path).toBe("/changePassword");
  });

  test("4.1d locked: document, .data, a route's data alone and a post all lead to /lock; what was typed is kept", async () => {
    const edge = openEdge({ user: aUser({}), barred: "locked" });
    expect((await edge.get("/manage/parkList?name=a")).headers.get("location")).toBe(
      "/lock?redirect=%2Fmanage%2FparkList%3Fname%3Da",
    );
    await edge.get("/manage/parkList.data?_routes=shell");
    expect(edge.remix.at(-1)).toMatchObject({ path: "/goto.data", goto: "/lock?redirect=%2Fmanage%2FparkList" });
    const posted = await edge.post("/manage/parkList/new", { name: "西湖" });
    expect(posted.headers.get("location")).toBe("/lock?redirect=%2Fmanage%2FparkList%2Fnew");
    expect(edge.draftOf(posted)).toMatchObject({ fields: { name: "西湖" } });
    expect((await edge.get("/index", { accept: "application/json" })).status).toBe(423);
    await edge.get("/lock");
    expect(edge.remix.at(-1)).toMatchObject({ path: "/lock", userId: undefined });
  });

  test("2.1i an account that cannot be read leads to /user-error", async () => {
    const edge = openEdge({ user: aUser({}), barred: "unreadable" });
    expect((await edge.get("/index")).headers.get("location")).toBe("/user-error");
  });

  test("4.1c 4.2.3 what is sent from /login?corpCode forgets the corp code and keeps the session id", async () => {
    const edge = openEdge({ user: aUser({}) });
    const left = await edge.post("/login?corpCode=2001", {});
    expect(edge.sessionOf(left)).toEqual({ s: "s-1", c: "0001" });
  });
});
