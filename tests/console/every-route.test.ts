/** What holds for every route there is: a GET changes nothing, and a body that cannot be read is a 4xx that says so. */
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { methods } from "~/contract/registry";
import { broken, multipart, part, routesWithAction, sendBroken, wrongAnswers } from "./broken-bodies";
import { openWholeConsole } from "./whole-console";

let whole: Awaited<ReturnType<typeof openWholeConsole>>;
beforeAll(async () => {
  whole = await openWholeConsole();
}, 300_000);
afterAll(() => whole?.close());

const address = (path: string) => path.replaceAll(/:\w+/g, "1");
const slow = { timeout: 300_000 };

describe("a GET changes nothing", () => {
  const parts = [
    { "sec-fetch-dest": "image", "sec-fetch-mode": "no-cors", "sec-fetch-site": "same-origin" },
    { "sec-fetch-dest": "iframe", "sec-fetch-mode": "navigate", "sec-fetch-site": "cross-site" },
  ];
  test("no route sets or clears a cookie or writes where a picture or a frame asks for it", slow, async () => {
    const wrong: string[] = [];
    for (const { path } of whole.routes) {
      for (const headers of parts) {
        const answer = await whole.ask(address(path), { headers });
        const kind = headers["sec-fetch-dest"];
        for (const line of answer.headers.getSetCookie()) wrong.push(`${path} as ${kind}: ${line.slice(0, 40)}`);
        for (const name of whole.written()) wrong.push(`${path} as ${kind}: ${name}`);
        if (answer.status >= 500 && path !== "/500") wrong.push(`${path} as ${kind}: ${answer.status}`);
      }
    }
    expect(whole.routes.length).toBeGreaterThan(100);
    expect(wrong).toEqual([]);
  });

  test("where somebody goes to a page, only codes for it and the note of its tab are written", slow, async () => {
    const headers = { "sec-fetch-dest": "document", "sec-fetch-mode": "navigate" };
    const open = methods.filter(({ writes, duringGet }) => writes && duringGet).map(({ name }) => name);
    expect(open.sort()).toEqual(["getAuthCode", "openTab", "queryImage", "qynkLogin"]);
    const wrong: string[] = [];
    const seen = new Set<string>();
    for (const { path } of whole.routes) {
      const answer = await whole.ask(address(path), { headers });
      for (const name of whole.written()) {
        seen.add(name);
        if (!open.includes(name)) wrong.push(`${path}: ${name}`);
      }
      if (answer.status >= 500 && path !== "/500") wrong.push(`${path}: ${answer.status}`);
    }
    expect(wrong).toEqual([]);
    // The control: the watch does see what is written.
    expect([...seen]).toContain("openTab");
  });
});

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
