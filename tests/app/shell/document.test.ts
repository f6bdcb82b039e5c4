import { describe, expect, it, vi } from "vitest";
import { account, functionNode } from "./fake-context";
import { rendered } from "./rendered";

const user = account([
  functionNode({ id: 1, funName: "售票" }),
  functionNode({ id: 2, parentId: 1, funName: "窗口售票", funUrl: "/inside/buyTktList", funCode: "buyTktList" }),
]);
const answers = { getSysInfo: { sysName: "云山", logoImg: "", menuImg: "", returnUrl: "" } };

describe("the document", () => {
  it("of the sign-in carries its styles and no script, in both modes", async () => {
    for (const lite of [true, false]) {
      const { status, html } = await rendered("/login", { lite, answers });
      expect(status).toBe(200);
      expect(html).not.toMatch(/<script|modulepreload/);
      expect(html).toContain('<style nonce="n">');
      expect(html).not.toContain('rel="stylesheet"');
      expect(html).toMatch(/<label for="accName">账号<\/label>/);
    }
  });

  it("has no script at all in lite mode, and low-priority ones otherwise", async () => {
    const lite = await rendered("/index", { lite: true, user, answers });
    expect(lite.html).not.toMatch(/<script|modulepreload|rel="preload"/);
    const full = await rendered("/index", { user, answers });
    expect(full.html).toContain('<link fetchpriority="low" rel="modulepreload"');
    expect(full.html).not.toContain('<link rel="modulepreload"');
    for (const [tag] of full.html.matchAll(/<script[^>]*>/g)) expect(tag).toContain('nonce="n"');
  });

  it("has every Chinese character whole, wherever React's buffer ends", async () => {
    const many = Array.from({ length: 300 }, (_, n) =>
      functionNode({
        id: n + 10,
        parentId: 1,
        funName: `${"x".repeat(n % 7)}窗口售票记录${n}`,
        funUrl: `/a/${n}`,
        funCode: "a",
      }),
    );
    const { html } = await rendered("/index", {
      user: account([functionNode({ id: 1, funName: "售票" }), ...many]),
      answers,
    });
    for (const { funName } of many) expect(html).toContain(funName);
    expect(html).not.toContain("\0");
  });

  it("repeats no style of Mantine's on the page", async () => {
    const { html } = await rendered("/index", { user, answers });
    expect(html).not.toContain("<style");
  });

  it("takes the language of the request and the scheme of the browser's hint", async () => {
    const { html } = await rendered("/index", {
      user,
      answers,
      locale: "en",
      headers: { "sec-ch-prefers-color-scheme": "dark" },
    });
    expect(html).toContain('lang="en"');
    expect(html).toContain('data-mantine-color-scheme="dark"');
    expect(html).toContain("王芳, welcome to 云山");
    expect((await rendered("/index", { user, answers })).html).not.toContain("data-mantine-color-scheme");
  });

  it("2.4 the sidebar is narrow on /index and wide elsewhere, and an unknown page is 404 within it", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
    expect((await rendered("/index", { user, answers })).html).toContain('class="shell shell-narrow"');
    const { status, html } = await rendered("/no/such/page", { user, answers });
    expect(status).toBe(404);
    expect(html).toContain('class="shell shell-wide"');
    expect(html).toContain("窗口售票");
    expect(html).toContain("页面不存在");
    log.mockRestore();
  });

  it("tells an attacker's text apart from markup", async () => {
    const evil = { ...user, name: "<script>alert(1)</script>" };
    const { html } = await rendered("/index", { user: evil, answers, lite: true });
    expect(html).not.toContain("<script");
    expect(html).toContain("&lt;script&gt;");
  });
});
