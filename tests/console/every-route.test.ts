/** What holds for every route there is: a body that cannot be read is a 4xx that says so. */
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { broken, multipart, part, routesWithAction, sendBroken, wrongAnswers } from "./broken-bodies";
import { openWholeConsole } from "./whole-console";

let whole: Awaited<ReturnType<typeof openWholeConsole>>;
beforeAll(async () => {
  whole = await openWholeConsole();
}, 300_000);
afterAll(() => whole?.close());

const _address = (path: string) => path.replaceAll(/:\w+/g, "1");
const slow = { timeout: 300_000 };

describe("a body that cannot be read", () => {
  const kinds = Object.entries(broken);
  /** Each route gets two kinds here; every kind at every route is in every-route.long.test.ts. */
  const share = 6;

  test.each(kinds.map(([name, how], at) => [name, how, at] as const))(
    "%s: a 4xx of routes with an action, and nothing is written",
    slow,
    async (_, how, at) => {
      const paths = routesWithAction(whole).filter((_, index) => index % share === at % share);
      expect(paths.length).toBeGreaterThan(10);
      expect(await wrongAnswers(whole, paths, how)).toEqual([]);
    },
  );

  test("the page says what was wrong, in words and without a stack", slow, async () => {
    const noise = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const answer = await sendBroken(whole, "/manage/parkList/new", { ...multipart(part), status: 400 }, "text/html");
    noise.mockRestore();
    const html = await answer.text();
    expect(answer.status).toBe(400);
    expect(html).toContain("表单内容已损坏，无法读取，未作任何更改");
    expect(html).not.toMatch(/node_modules|\.ts:\d/);
  });
});
