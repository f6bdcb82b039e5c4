/** Every page asked by every role, in every form in which a page can be asked for: the guard says the same each time. */
import type { RouteConfigEntry } from "@remix-run/route-config";
import { describe, expect, test } from "vitest";
import { functionTree } from "~/contract/function-tree";
import { publicPaths } from "~/contract/paths";
import type { UserInfo } from "~/contract/platform/session";
import routeTable from "~/routes";

import { roles } from "~server/backend/first-start";
import { isAllowed } from "~server/console/guard";
import { aUser, openEdge } from "./edge-support";
import { pageFunctions } from "./page-functions";

const entries = functionTree.flatMap((group) => group.entries).filter((entry) => entry.built);
const paths = pathsOf(await routeTable).filter((path) => path !== "*" && !publicPaths.includes(path));
const byThemselves = ["/goto"];

function pathsOf(routes: RouteConfigEntry[]): string[] {
  return routes.flatMap(({ path, children }) => [...(path ? [path] : []), ...pathsOf(children ?? [])]);
}

function holding(codes: readonly string[]): UserInfo {
  const held = entries.filter(({ code }) => code === "" || codes.includes(code));
  return aUser({ urls: held.map(({ url, code }) => [url, code]) });
}

const people: [string, readonly string[]][] = [
  ...roles.map(({ code, grants }): [string, string[]] => [code, grants.map(([fun]) => fun)]),
  ["nobody", []],
];

const routes = Object.fromEntries([...paths, ...publicPaths, "/goto"].map((path) => [path, {}]));
const address = (path: string) => path.replaceAll(/:\w+/g, "7");

describe.each(people)("6a %s", (_, codes) => {
  const all = paths.filter((path) => !byThemselves.includes(path) && path !== "/reset");
  // Whether the edition has them is asked of a backend, which the edge of this test has not.
  const ofTenants = all.filter((path) => path.startsWith("/tenantManage"));
  const pages = all.filter((path) => !ofTenants.includes(path));

  test("opens those of tenants by the same rule in the SaaS edition, and none without", () => {
    expect(ofTenants.length).toBeGreaterThan(10);
    for (const path of ofTenants) {
      const may = pageFunctions.get(path)?.some((code) => codes.includes(code)) ?? true;
      expect(isAllowed(holding(codes), address(path), true), path).toBe(may);
      expect(isAllowed(holding(codes), address(path), false), path).toBe(false);
    }
  });

  test("opens the pages of the functions granted and no other, asked as document, data, route data, JSON and POST", {
    timeout: 300_000,
  }, async () => {
    const edge = openEdge({ user: holding(codes), routes });
    const wrong: string[] = [];
    for (const path of pages) {
      const may = pageFunctions.get(path)?.some((code) => codes.includes(code)) ?? true;
      const open = address(path);
      const before = edge.remix.length;
      const answers = await Promise.all([
        edge.get(open),
        edge.get(`${open === "/" ? "/_root" : open}.data`),
        edge.get(`${open === "/" ? "/_root" : open}.data?_routes=${encodeURIComponent(path)}`),
        edge.get(open, { accept: "application/json" }),
        edge.post(open, { intent: "save" }),
        edge.post(`${open === "/" ? "/_root" : open}.data`, { intent: "save" }),
      ]);
      const reached = edge.remix.slice(before).filter((seen) => !seen.path.startsWith("/goto"));
      const sentAway = answers.filter(
        ({ headers, status }) => /^\/403(\?|$)/.test(headers.get("location") ?? "") || status === 403,
      );
      // The two data forms are told to go to /403 by the route /goto.
      const expected = may ? [6, 0] : [0, 3];
      if (reached.length !== expected[0] || sentAway.length !== expected[1]) {
        wrong.push(`${path}: ${reached.length} reached the page, ${sentAway.length} were sent to /403`);
      }
    }
    expect(wrong).toEqual([]);
  });
});

test("6a every page of the route table stands in the list by hand, and nothing else", () => {
  const pages = paths.filter((path) => !byThemselves.includes(path) && path !== "/reset");
  expect([...pageFunctions.keys()].toSorted()).toEqual([...new Set(pages)].toSorted());
});

test("4.2.6 without a session no page but the public ones is reached", async () => {
  const edge = openEdge({ user: null, routes });
  for (const path of paths) {
    const answer = await edge.get(address(path));
    expect(answer.headers.get("location"), path).toMatch(/^\/login/);
    await edge.post(address(path), { intent: "save" });
  }
  expect(edge.remix).toEqual([]);
});

test("4.2.9 a page that carries a permission flag passes; one of the same address without it does not", async () => {
  const own = { "/help": { handle: { permission: "own" } }, "/secret": {} };
  const edge = openEdge({ user: aUser({}), routes: own });
  await edge.get("/help");
  expect(edge.remix.map(({ path }) => path)).toEqual(["/help"]);
  expect((await edge.get("/secret")).headers.get("location")).toBe("/403");
  const both = openEdge({ user: aUser({}), routes: { ...own, "/:page": {} } });
  expect((await both.get("/help")).headers.get("location")).toBe("/403");
});
