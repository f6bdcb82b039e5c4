/** What stands around every page: menu, top bar, sidebar. */
import { describe, expect, it } from "vitest";
import { loadProduct } from "~/shell/product.server";
import { account, fakeContext, functionNode } from "./fake-context";
import { rendered } from "./rendered";
import { emptyShellState } from "./shell-state";

const user = account([
  functionNode({ id: 1, funName: "售票" }),
  functionNode({ id: 2, parentId: 1, funName: "窗口售票", funUrl: "/inside/buyTktList", funCode: "buyTktList" }),
]);
const info = (sysName: string, logoImg: string) => ({ getSysInfo: { sysName, logoImg, menuImg: "", returnUrl: "" } });
const headerOf = (html: string) => /<header[\s\S]*<\/header>/.exec(html)?.[0] ?? "";

describe("the top bar", () => {
  it("1e 1f shows the tenant's own logo and the site's title", async () => {
    const tenant = { user, corpCode: "0042", answers: info("云山票务", "/images/logo-42.png") };
    const header = headerOf((await rendered("/index", tenant)).html);
    expect(header).toContain('<img src="/images/logo-42.png" alt=""');
    expect(header).toContain("<span>云山票务</span>");
    // Another corp in the same process has its own, and without one the product's mark.
    const other = headerOf((await rendered("/index", { user, corpCode: "0043", answers: info("海城", "") })).html);
    expect(other).not.toContain("<img");
    expect(other).toContain("brand-mark");
    expect(other).toContain("<span>海城</span>");
  });

  it("1e a logo elsewhere is not loaded, and a corp without a name has the product's", async () => {
    const { context } = fakeContext({ answers: info("", "https://cdn.example/x.png") });
    const product = await loadProduct(context, "0044");
    expect(product.logo).toBe("");
    expect(product.name).not.toBe("");
  });

  it("1i has the account's menu with the way out, which needs no script", async () => {
    const header = headerOf((await rendered("/index", { user, lite: true })).html);
    const menu = /<details class="user">[\s\S]*<\/details>/.exec(header)?.[0] ?? "";
    expect(menu).toContain("王芳");
    expect(menu).toMatch(/<a [^>]*href="\/logout"[^>]*>退出登录<\/a>/);
  });

  it("4.5d without an open drawer the header's layer is 0", async () => {
    expect(headerOf((await rendered("/index", { user })).html)).toMatch(/^<header[^>]*style="z-index:0"/);
  });
});

describe("the menu", () => {
  it("1b is the tree of the functions granted, and a page that is open has a tab", async () => {
    const { html } = await rendered("/index", {
      user,
      answers: {
        shellState: {
          ...emptyShellState,
          tabs: [{ path: "/inside/buyTktList", address: "/inside/buyTktList", title: "" }],
        },
      },
    });
    const menu = /<nav class="sidebar"[\s\S]*?<\/nav>/.exec(html)?.[0] ?? "";
    expect(menu).toContain("售票");
    expect(menu.match(/<li>/g)).toHaveLength(1);
    expect(menu).toMatch(/<a [^>]*href="\/inside\/buyTktList"[^>]*>窗口售票<\/a>/);
    const strip = /<form [^>]*class="tabs[\s\S]*?<\/form>/.exec(html)?.[0] ?? "";
    expect(strip).toMatch(/<a [^>]*href="\/inside\/buyTktList"[^>]*>窗口售票<\/a>/);
  });

  it("3a a group's second icon stands while one is on a page of it", async () => {
    const withIcons = account([
      functionNode({ id: 1, funName: "工作台", funIco: "workbench,card" }),
      functionNode({ id: 2, parentId: 1, funName: "消息", funUrl: "/message", funCode: "message" }),
      functionNode({ id: 3, parentId: 1, funName: "工作台", funUrl: "/index", funCode: "index" }),
      functionNode({ id: 4, funName: "订单", funIco: "orders,report" }),
      functionNode({ id: 5, parentId: 4, funName: "订单", funUrl: "/order/offlineOrderList", funCode: "orders" }),
      functionNode({ id: 6, funName: "系统", funIco: "system,system-active" }),
      functionNode({ id: 7, parentId: 6, funName: "参数", funUrl: "/system/paramList", funCode: "params" }),
    ]);
    const { html } = await rendered("/index", { user: withIcons });
    const menu = /<div class="groups">[\s\S]*?<\/nav>/.exec(html)?.[0] ?? "";
    const shown = [...menu.matchAll(/svg#([a-z-]+)"/g)].map(([, symbol]) => symbol);
    expect(shown.slice(0, 3)).toEqual(["card", "orders", "system"]);
  });

  it("4.1f the sidebar stays collapsed for whom it was collapsed", async () => {
    const shown = (cookie: string) => rendered("/index", { user, headers: { cookie } });
    expect((await shown("a=1; console-sidebar=collapsed")).html).toContain('class="shell shell-collapsed"');
    expect((await shown("console-sidebar=open")).html).toContain('class="shell shell-narrow"');
    expect((await shown("x-console-sidebar=collapsed")).html).toContain('class="shell shell-narrow"');
  });
});
