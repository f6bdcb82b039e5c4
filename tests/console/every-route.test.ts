/** What holds for every route there is: a GET changes nothing, and a body that cannot be read is a 4xx that says so. */
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
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

const multipart = (text: string, boundary = "; boundary=b") => ({
  type: `multipart/form-data${boundary}`,
  body: text,
});
const part = '--b\r\ncontent-disposition: form-data; name="intent"\r\n\r\nsave\r\n';
const urlencoded = (body: string | Uint8Array, more = "") => ({
  type: `application/x-www-form-urlencoded${more}`,
  body,
});
const broken: Record<string, { type: string; body: string | Uint8Array; length?: number; status: number }> = {
  "no boundary": { ...multipart(`${part}--b--\r\n`, ""), status: 400 },
  "another boundary": { ...multipart(`${part}--b--\r\n`, "; boundary=other"), status: 400 },
  "cut in the middle": { ...multipart(part.slice(0, 40)), status: 400 },
  "no end": { ...multipart(part), status: 400 },
  "a part without a name": { ...multipart("--b\r\ncontent-type: text/plain\r\n\r\nx\r\n--b--\r\n"), status: 400 },
  "nothing where parts should be": { ...multipart(""), status: 400 },
  "shorter than it says": { ...urlencoded("intent=save"), length: 500, status: 400 },
  "another charset": { ...urlencoded("intent=save", "; charset=utf-16"), status: 415 },
  "no hexadecimal digits": { ...urlencoded("intent=%zz"), status: 400 },
  "half a character": { ...urlencoded("intent=%E8%A5"), status: 400 },
  "bytes of another charset": { ...urlencoded(Uint8Array.from([0x61, 0x3d, 0xc4, 0xe3])), status: 400 },
  "six thousand fields": { ...urlencoded("a=1&".repeat(6_000)), status: 413 },
  JSON: { type: "application/json", body: '{"intent":"save"}', status: 415 },
};

describe("a body that cannot be read", () => {
  const send = (path: string, { type, body, length }: (typeof broken)[string], accept: string) =>
    whole.ask(address(path), {
      method: "POST",
      body: body as BodyInit,
      headers: {
        // Who is signed in is led away from the sign-in before anything is read.
        ...(path === "/login" && { cookie: "" }),
        accept,
        "content-type": type,
        ...(length !== undefined && { "content-length": String(length) }),
      },
    });

  test.each(Object.entries(broken))(
    "%s: a 4xx of every route with an action, and nothing is written",
    slow,
    async (_, how) => {
      const wrong: string[] = [];
      const withAction = whole.routes.filter(({ path, module }) => "action" in module && path !== "/goto");
      for (const { path } of withAction) {
        const answer = await send(path, how, "application/json");
        const text = await answer.text();
        if (answer.status !== how.status) wrong.push(`${path}: ${answer.status} ${text.slice(0, 80)}`);
        if (/\bat .*\.tsx?:\d|node_modules/.test(text)) wrong.push(`${path}: a stack`);
        for (const name of whole.written()) wrong.push(`${path}: ${name}`);
      }
      expect(withAction.length).toBeGreaterThan(60);
      expect(wrong).toEqual([]);
    },
  );

  test("the page says what was wrong, in words and without a stack", slow, async () => {
    const noise = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const answer = await send("/manage/parkList/new", { ...multipart(part), status: 400 }, "text/html");
    noise.mockRestore();
    const html = await answer.text();
    expect(answer.status).toBe(400);
    expect(html).toContain("表单内容已损坏，无法读取，未作任何更改");
    expect(html).not.toMatch(/node_modules|\.ts:\d/);
  });
});
