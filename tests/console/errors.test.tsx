/** Specification 8 as a user meets it: a dispatch API that misbehaves on purpose, behind the whole edge. */
import "~/i18n/locale.server";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { data } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { method } from "~/contract/method";
import { FormNotice } from "~/form/form-notice";
import { attempt } from "~/form/submission.server";
import * as errorScreen from "~/screens/error";
import * as goto from "~/shell/goto";
import { readCookies, Seal } from "~server/console/cookies";
import { createEdge } from "~server/console/edge";
import { sessionCookie } from "~server/console/visit";
import { serverBuild } from "../app/shell/rendered";

const payload = z.object({ way: z.string() });
const ask = method("manage", "ask", { payload, answer: z.object({}), access: "public" });

const json = (response: ServerResponse, status: number, body: unknown) =>
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
const user = {
  id: 5,
  name: "李售票",
  accName: "seller",
  accType: "1",
  corpCode: "0001",
  corpName: "总部",
  deptName: "",
  isRealName: "T",
  initpwd: "T",
  sysFunctionsSet: [],
  sysButtonRolePOSet: [],
};
/** By the name in the body. */
const ways: Record<string, (response: ServerResponse) => void> = {
  "body 401": (r) => json(r, 200, { status: 401 }),
  "http 401": (r) => json(r, 401, {}),
  "http 403": (r) => json(r, 403, {}),
  "http 404": (r) => json(r, 404, {}),
  "http 400": (r) => json(r, 400, { message: "参数错误" }),
  failed: (r) => json(r, 200, { code: 1, message: "库存不足" }),
  respMsg: (r) => json(r, 200, { respCode: 1, respMsg: "余额不足" }),
  silence: () => undefined,
  cut: (r) => r.destroy(),
  getSysInfo: (r) => json(r, 200, { code: 10000, data: { sysName: "云山", logoImg: "", menuImg: "", returnUrl: "" } }),
  getSysParamBySaaS: (r) => json(r, 200, { code: 10000, data: [] }),
  getSysParamByCode: (r) => json(r, 200, { code: 10000, data: { paramCode: "x", paramOption: "", remark: "" } }),
  selectUserInfoById: (r) => json(r, 200, { code: 10000, data: user }),
};
const fine = (r: ServerResponse) => json(r, 200, { code: 10000, data: {} });
const unknown = (r: ServerResponse) => json(r, 200, { code: 1, message: "no such method" });
let downFor = "nothing";

const dispatch = createServer((request, response) => {
  let body = "";
  request.on("data", (chunk) => {
    body += chunk;
  });
  request.on("end", () => {
    const fields = new URLSearchParams(body);
    const name = fields.get("way") ?? fields.get("method") ?? "";
    if (name === downFor) response.destroy();
    else (ways[name] ?? (fields.has("way") ? fine : unknown))(response);
  });
});

const wayOf = (request: Request) => new URL(request.url).searchParams.get("way") ?? "";
const probe = {
  loader: async ({ request, context }: LoaderFunctionArgs) => context.dispatch.call(ask, { way: wayOf(request) }),
  async action({ request, context }: ActionFunctionArgs) {
    const way = String((await request.formData()).get("way"));
    const done = await attempt(context, () => context.dispatch.call(ask, { way }));
    return done.ok ? data({ notice: null }) : data({ notice: done.refusal.notice }, done.refusal.status);
  },
  default: function Probe() {
    const answer = useActionData<{ notice: { title: string; message: string } | null }>();
    return (
      <p>
        here <FormNotice notice={answer?.notice} />
      </p>
    );
  },
};

const seal = new Seal(["a-secret-of-thirty-two-characters!"]);
const session = { s: "s-1", t: "t-1", c: "0001", u: 5 };
let edge: ReturnType<typeof createEdge>;
let shut: (() => void)[] = [];

beforeAll(async () => {
  await new Promise<void>((resolve) => dispatch.listen(0, "127.0.0.1", resolve));
  const { port } = dispatch.address() as AddressInfo;
  const errors = ["/403", "/404", "/500"].map((path) => [path, { module: errorScreen, path, parentId: "shell" }]);
  edge = createEdge({
    build: serverBuild({
      "/goto": { module: goto, path: "/goto", parentId: "root" },
      "/message": { module: probe, path: "/message", parentId: "shell" },
      ...Object.fromEntries(errors),
    }),
    dispatch: { baseUrl: `http://127.0.0.1:${port}`, timeout: 150 },
    seal,
    clientDirectory: null,
    publicOrigins: [],
    trustProxy: false,
    signInRate: 5,
    logRequests: false,
    ready: async () => null,
  });
  shut = [() => dispatch.closeAllConnections(), () => dispatch.close()];
});
afterAll(() => {
  for (const close of shut) close();
});

interface Asking {
  accept?: string;
  lite?: boolean;
  post?: boolean;
  data?: boolean;
}

async function meet(way: string, { accept = "text/html", lite = false, post = false, data = false }: Asking = {}) {
  const cookie = `${sessionCookie}=${seal.close(sessionCookie, session)}; console-lite=${lite ? "on" : "off"}`;
  const path = `/message${data ? ".data" : ""}${post ? "" : `?way=${encodeURIComponent(way)}`}`;
  const answer = await edge.request(path, {
    headers: { accept, cookie, ...(post && { "content-type": "application/x-www-form-urlencoded" }) },
    ...(post && { method: "POST", body: new URLSearchParams({ way }).toString() }),
  });
  const kept = answer.headers.getSetCookie().find((line) => line.startsWith(`${sessionCookie}=`));
  const stored = kept && seal.open(sessionCookie, readCookies(kept.split(";")[0] ?? "").get(sessionCookie));
  const { status, headers } = answer;
  return {
    status,
    location: headers.get("location"),
    html: await answer.text(),
    stored: stored as { t?: string } | undefined,
  };
}

const modes = [
  ["with scripts", false],
  ["without scripts", true],
] as const;

describe.each(modes)("a page %s", (_, lite) => {
  test("a call that succeeds is a page", async () => {
    expect(await meet("fine", { lite })).toMatchObject({ status: 200, html: expect.stringContaining("here") });
  });

  test.each(["body 401", "http 401"])(
    "8e 8f 4.5h %s clears the token and leads to /login, and back again",
    async (way) => {
      const { status, location, stored } = await meet(way, { lite });
      expect([status, location]).toEqual([
        303,
        `/login?redirect=${encodeURIComponent(`/message?way=${way.replace(" ", "+")}`)}`,
      ]);
      expect(stored).toBeDefined();
      expect(stored?.t).toBeUndefined();
      expect((await meet(way, { lite, post: true })).location).toMatch(/^\/login/);
    },
  );

  test("8g HTTP 403 replaces the route with /403, 8h 404 with /404", async () => {
    for (const post of [false, true]) {
      expect((await meet("http 403", { lite, post })).location).toBe("/403?of=%2Fmessage");
      expect((await meet("http 404", { lite, post })).location).toBe("/404");
    }
  });

  test("2.1h the error pages keep the shell of who is signed in", async () => {
    for (const status of [403, 404, 500]) {
      const answer = await edge.request(`/${status}`, {
        headers: {
          cookie: `${sessionCookie}=${seal.close(sessionCookie, session)}; console-lite=${lite ? "on" : "off"}`,
        },
      });
      const html = await answer.text();
      expect(answer.status).toBe(status);
      expect(html).toContain("李售票");
      expect(html.includes("<script")).toBe(!lite);
    }
  });

  test("8b any other answer is the notice 失败 with the message or respMsg, and the shell stands", async () => {
    for (const [way, message] of [
      ["failed", "库存不足"],
      ["respMsg", "余额不足"],
    ] as const) {
      const page = await meet(way, { lite });
      expect(page.html).toContain("李售票");
      for (const { html } of [page, await meet(way, { lite, post: true })]) {
        expect(html).toContain("失败");
        expect(html).toContain(message);
      }
    }
  });

  test("8i HTTP 400 does nothing special: the page stays, with the message", async () => {
    const { status, html, location } = await meet("http 400", { lite, post: true });
    expect([status, location]).toEqual([400, null]);
    expect(html).toContain("here");
    expect(html).toContain("参数错误");
  });

  test.each(["silence", "cut"])("8j no response (%s) is 请求超时, and the shell stands", async (way) => {
    for (const post of [false, true]) {
      const { status, html } = await meet(way, { lite, post });
      expect(status).toBe(504);
      expect(html).toContain("请求超时");
      expect(html).toContain("服务器太久没有响应, 请重试!");
      expect(html).toContain("李售票");
    }
  });
});

describe("where scripts or testers ask", () => {
  test("8g a click's data leads to /403 as well, in place of the page", async () => {
    const { status, html } = await meet("http 403", { data: true });
    expect(status).toBe(202);
    expect(html).toContain("/403");
    expect(html).toContain("replace");
  });

  test("8g 8h who reads JSON gets the status", async () => {
    const accept = "application/json";
    for (const status of [403, 404]) {
      const answer = await meet(`http ${status}`, { accept });
      expect([answer.status, JSON.parse(answer.html).redirectTo.split("?")[0]]).toEqual([status, `/${status}`]);
    }
    expect((await meet("silence", { accept })).status).toBe(504);
  });
});

describe("8j when not even the account can be asked for", () => {
  beforeAll(() => {
    downFor = "selectUserInfoById";
  });
  afterAll(() => {
    downFor = "nothing";
  });

  test("a document says so and leads back; the session stays", async () => {
    const { status, html, stored } = await meet("fine");
    expect(status).toBe(504);
    expect(html).toContain("请求超时");
    expect(html).toContain('href="/message?way=fine"');
    expect(stored?.t ?? session.t).toBe("t-1");
  });

  test("a click loads the document; a tester gets the notice", async () => {
    expect(await meet("fine", { data: true })).toMatchObject({
      status: 202,
      html: expect.stringContaining("/message?way=fine"),
    });
    const tester = await meet("fine", { accept: "application/json" });
    expect([tester.status, JSON.parse(tester.html).title]).toEqual([504, "请求超时"]);
  });
});
