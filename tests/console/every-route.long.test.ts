/** Every kind of body that cannot be read, at every route with an action. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { broken, routesWithAction, wrongAnswers } from "./broken-bodies";
import { openWholeConsole, type WholeConsole } from "./whole-console";

let whole: WholeConsole;
beforeAll(async () => {
  whole = await openWholeConsole();
}, 300_000);
afterAll(() => whole?.close());

test.each(Object.entries(broken))(
  "%s: a 4xx of every route with an action, and nothing is written",
  { timeout: 300_000 },
  async (_, how) => {
    const paths = routesWithAction(whole);
    expect(paths.length).toBeGreaterThan(60);
    expect(await wrongAnswers(whole, paths, how)).toEqual([]);
  },
);
