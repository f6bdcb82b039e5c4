/** Attacks by a GET: what a picture, a frame or a link in somebody's page may do to the visitor's session. */
import { describe, expect, test } from "vitest";
import { offerCookie } from "~server/console/visit";
import { aUser, openEdge } from "./edge-support";

const picture = { "sec-fetch-dest": "image", "sec-fetch-mode": "no-cors", "sec-fetch-site": "same-origin" };
const frame = { "sec-fetch-dest": "iframe", "sec-fetch-mode": "navigate", "sec-fetch-site": "same-origin" };
const ahead = { "sec-fetch-dest": "document", "sec-fetch-mode": "navigate", "sec-purpose": "prefetch" };
const script = { "sec-fetch-dest": "empty", "sec-fetch-mode": "cors", "sec-fetch-site": "same-origin" };
const parts = { picture, frame, ahead };
const page = { "sec-fetch-dest": "document", "sec-fetch-mode": "navigate", "sec-fetch-site": "cross-site" };

const theirs = "/index?isAdvancePre=1&token=another&tab=2";
const setBy = (answer: Response) => answer.headers.getSetCookie();
const whereTo = (answer: Response) => [answer.status, answer.headers.get("location")];

describe("a token in an address", () => {
  test.each(Object.entries({ ...parts, script }))(
    "4.2.1 asked for as a part of a page (%s) signs nobody in, and leaves the address",
    async (_, headers) => {
      for (const user of [aUser({}), null]) {
        const edge = openEdge({ user: aUser({}), signedIn: user !== null });
        for (const address of [theirs, "/?tenantLogin=1&token=another&corpCode=2001&tab=2"]) {
          const answer = await edge.get(address, headers);
          expect(whereTo(answer)).toEqual([303, expect.stringMatching(/^\/(index)?\?tab=2$/)]);
          expect(setBy(answer).filter((line) => !line.startsWith("console="))).toEqual([]);
          expect(edge.sessionOf(answer) ?? {}).not.toHaveProperty("t", "another");
        }
      }
    },
  );

  test("4.2.1 on a navigation of one who is not signed in it is taken, and leaves the address", async () => {
    const edge = openEdge({ user: aUser({}), signedIn: false });
    const answer = await edge.get(theirs, page);
    expect(whereTo(answer)).toEqual([303, "/index?tab=2"]);
    expect(edge.sessionOf(answer)).toMatchObject({ t: "another" });
  });

  test("4.2.1 where somebody is signed in it waits for an answer; the session stays", async () => {
    const edge = openEdge({ user: aUser({}) });
    for (const headers of [page, {}]) {
      const answer = await edge.get(theirs, headers);
      expect(whereTo(answer)).toEqual([303, "/switchAccount"]);
      expect(edge.sessionOf(answer)).toBeNull();
      expect(setBy(answer)).toEqual([expect.stringMatching(`^${offerCookie}=[\\w-]{40,}; .*Max-Age=600; HttpOnly`)]);
      expect(JSON.stringify([...answer.headers])).not.toContain("another");
    }
  });

  test("4.2.1 an old browser that was here before does not tell a page from a picture: it is asked", async () => {
    const edge = openEdge({ user: aUser({}), signedIn: false });
    const known = setBy(await edge.get("/login"))[0]?.split(";")[0] ?? "";
    expect(whereTo(await edge.get(theirs, { cookie: known }))).toEqual([303, "/switchAccount"]);
    expect(whereTo(await edge.get(theirs))).toEqual([303, "/index?tab=2"]);
  });

  test("a token that is no longer good ends nobody's session", async () => {
    const edge = openEdge({ user: aUser({}), known: ["t-1"] });
    const answer = await edge.get(theirs, page);
    expect(whereTo(answer)).toEqual([303, "/index?tab=2"]);
    expect(edge.sessionOf(answer)).toMatchObject({ t: "t-1", f: "tokenRefused" });
    const endless = await edge.get(`/index?isAdvancePre=1&token=${"x".repeat(1_900)}`, page);
    expect(edge.sessionOf(endless)).toMatchObject({ t: "t-1" });
  });

  test("the token of this very session is no question; of a session that ended, none either", async () => {
    const edge = openEdge({ user: aUser({}) });
    expect(whereTo(await edge.get("/index?isAdvancePre=1&token=t-1", page))).toEqual([303, "/index"]);
    const ended = openEdge({ user: aUser({}), known: ["another"] });
    const answer = await ended.get(theirs, page);
    expect([whereTo(answer), ended.sessionOf(answer)]).toEqual([
      [303, "/index?tab=2"],
      expect.objectContaining({ t: "another" }),
    ]);
  });

  test("a post with a token in its address is led away before anything reads it", async () => {
    const edge = openEdge({ user: aUser({}) });
    const answer = await edge.post(theirs, { intent: "save" });
    expect([whereTo(answer), setBy(answer), edge.remix]).toEqual([[303, "/index?tab=2"], [], []]);
  });
});

describe("/login?corpCode", () => {
  test("4.2.3 opened, it shows the tenant's sign-in and ends nobody's session; its form does", async () => {
    const edge = openEdge({ user: aUser({}) });
    for (const headers of [page, {}, ...Object.values(parts)]) {
      const answer = await edge.get("/login?corpCode=0001", headers);
      expect([answer.status, setBy(answer)]).toEqual([200, []]);
      expect(edge.remix.at(-1)).toMatchObject({ path: "/login", userId: undefined });
    }
    expect(edge.sessionOf(await edge.post("/login?corpCode=0001", {}))).toEqual({ s: "s-1", c: "0001" });
  });
});
