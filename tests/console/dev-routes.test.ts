/** Dev routes and debug logins: what helps to build the console is not in the one that is run. */
import type { RouteConfigEntry } from "@remix-run/route-config";
import { afterEach, expect, test, vi } from "vitest";

/** The table computes every business's pages anew: seconds on a machine that is busy. */
const slow = { timeout: 120_000 };

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

async function table(mode: string): Promise<RouteConfigEntry[]> {
  vi.stubEnv("NODE_ENV", mode);
  vi.resetModules();
  const flat = (routes: RouteConfigEntry[]): RouteConfigEntry[] =>
    routes.flatMap((route) => [route, ...flat(route.children ?? [])]);
  return flat(await (await import("~/routes")).default);
}

const isDev = ({ path = "", file }: RouteConfigEntry) =>
  /(^|\/)(dev|debug|test|__\w+)(\/|$)/i.test(path) || /(^|\/)dev\//.test(file);

test("dev routes are absent from the production route table, by path and by file", slow, async () => {
  const production = await table("production");
  expect(production.length).toBeGreaterThan(100);
  expect(production.filter(isDev)).toEqual([]);
});

test("the development table has them: the control of the above", slow, async () => {
  expect((await table("development")).filter(isDev).map(({ path }) => path)).toEqual(["/dev/widgets"]);
});
