/** What holds for every route there is: a GET changes nothing. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { methods } from "~/contract/registry";
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
