import { describe, expect, it, vi } from "vitest";
import { loader as errorPage } from "~/screens/error";
import { loader as missing } from "~/screens/function/function-page";
import { loader as home } from "~/screens/home";
import { loader as shell, shouldRevalidate } from "~/shell/layout";
import { findCurrent, menuGroups } from "~/shell/menu";
import { action as setPreference } from "~/shell/preferences";
import { account, args, fakeContext, functionNode, outcome } from "./fake-context";
import { emptyShellState } from "./shell-state";

const functions = [
  functionNode({ id: 1, funName: "售票", funIco: "sell,sell-active" }),
  functionNode({ id: 2, parentId: 1, funName: "窗口售票", funUrl: "/inside/buyTktList", funCode: "buyTktList" }),
  functionNode({ id: 3, parentId: 1, funName: "更多" }),
  functionNode({ id: 4, parentId: 3, funName: "售票记录", funUrl: "/inside/buyTktLog", funCode: "buyTktLog" }),
  functionNode({ id: 5, funName: "停车", funIco: '"><script>' }),
  functionNode({ id: 6, parentId: 5, funName: "配置", funUrl: "/basicConfiguration?sysBusType=17", funCode: "c17" }),
  functionNode({ id: 7, parentId: 5, funName: "坏", funUrl: "//evil.example/x", funCode: "bad" }),
  functionNode({ id: 8, parentId: 99, funName: "孤", funUrl: "/lonely", funCode: "lonely" }),
];

describe("2.2 the menu", () => {
  it("groups entries under their topmost function and sends no more than it shows", () => {
    expect(menuGroups(functions, "其他")).toEqual([
      {
        name: "售票",
        icon: "sell",
        entries: [
          { name: "窗口售票", url: "/inside/buyTktList" },
          { name: "售票记录", url: "/inside/buyTktLog" },
        ],
      },
      { name: "停车", icon: "dot", entries: [{ name: "配置", url: "/basicConfiguration?sysBusType=17" }] },
      { name: "其他", icon: "dot", entries: [{ name: "孤", url: "/lonely" }] },
    ]);
  });

  it("marks the entry that the page belongs to, by the longest address", () => {
    const groups = menuGroups(functions, "其他");
    expect(findCurrent(groups, "/inside/buyTktLog/tktInfo?id=3")).toEqual({ group: 0, url: "/inside/buyTktLog" });
    expect(findCurrent(groups, "/inside/buyTktList?x=1")?.url).toBe("/inside/buyTktList");
    expect(findCurrent(groups, "/basicConfiguration?sysBusType=17")?.group).toBe(1);
    expect(findCurrent(groups, "/basicConfiguration?sysBusType=18")).toBeNull();
    expect(findCurrent(groups, "/inside")).toBeNull();
  });

  it("survives a function list that goes round in a circle", () => {
    const circle = [functionNode({ id: 1, parentId: 2 }), functionNode({ id: 2, parentId: 1 })];
    expect(menuGroups([...circle, functionNode({ id: 3, parentId: 1, funUrl: "/a" })], "其他")).toHaveLength(1);
  });
});

describe("2.4 the shell", () => {
  it("1g 1h 9s shows support and consultation where parameters say so, and no foreign scheme", async () => {
    const answers = {
      shellState: { ...emptyShellState, supportPhone: "400-1", onlineConsultUrl: "javascript:alert(1)" },
      getSysInfo: { sysName: "云山", logoImg: "https://cdn.example/x.png", menuImg: "", returnUrl: "" },
    };
    const { context } = fakeContext({ user: account(functions), answers });
    const data = await shell(args(context, "/index"));
    expect(data).toMatchObject({ product: { name: "云山", logo: "" }, phone: "400-1", consult: "" });
  });

  it("4.2.10 is not asked again by a click, but after an action", () => {
    const click = { defaultShouldRevalidate: true } as Parameters<typeof shouldRevalidate>[0];
    // Asked this moment, however long ago the module was loaded.
    shouldRevalidate({ ...click, formMethod: "POST" });
    expect(shouldRevalidate(click)).toBe(false);
    expect(shouldRevalidate({ ...click, formMethod: "GET" })).toBe(false);
    expect(shouldRevalidate({ ...click, formMethod: "POST" })).toBe(true);
  });

  it("2.2m 2.3i.1 personal apps stand in a group after the functions", async () => {
    const answers = { getSysSpecialMenuInfoList: [{ id: 5, menuCode: "map", menuName: "地图", isShowScene: "F" }] };
    const { context } = fakeContext({ user: account(functions), answers });
    const data = await shell(args(context, "/index"));
    const last = "groups" in data ? data.groups.at(-1) : undefined;
    expect(last).toMatchObject({ name: "我的应用", entries: [{ name: "地图", url: "/personalApp/map" }] });
  });

  it("1b asks for the menu again once a window has shown it for half a minute", () => {
    const click = { defaultShouldRevalidate: true } as Parameters<typeof shouldRevalidate>[0];
    vi.useFakeTimers({ now: Date.now() + 31_000 });
    expect([shouldRevalidate(click), shouldRevalidate(click)]).toEqual([true, false]);
    vi.setSystemTime(Date.now() + 31_000);
    expect(shouldRevalidate(click)).toBe(true);
    vi.useRealTimers();
  });

  it("keeps preferences and comes back, to this console only", async () => {
    const { context, seen } = fakeContext();
    const language = await outcome(setPreference(args(context, "/preferences", { locale: "en", to: "/index?a=1" })));
    expect(language).toMatchObject({ status: 303, location: "/index?a=1" });
    await outcome(setPreference(args(context, "/preferences", { scheme: "dark" })));
    const lite = await outcome(setPreference(args(context, "/preferences", { lite: "on", to: "//evil.example" })));
    expect(lite.location).toBe("/index");
    expect(seen.preferences).toEqual([{ locale: "en" }, { scheme: "dark" }, { lite: true }]);
    const sidebar = await outcome(setPreference(args(context, "/preferences", { sidebar: "collapsed" })));
    expect(sidebar.cookie).toMatch(/^console-sidebar=collapsed; .*HttpOnly; SameSite=Lax/);
  });

  it("refuses preferences that nobody has", async () => {
    const { context, seen } = fakeContext();
    expect((await outcome(setPreference(args(context, "/preferences", { locale: "fr" })))).status).toBe(400);
    expect(seen.preferences).toEqual([]);
  });
});

describe("1 home", () => {
  it("1m greets by name and offers what the account may do", async () => {
    const answers = { getSysInfo: { sysName: "云山", logoImg: "", menuImg: "", returnUrl: "" } };
    const { context } = fakeContext({ user: account(functions), answers });
    const data = await home(args(context, "/index"));
    expect(data.greeting).toBe("王芳，欢迎使用云山");
    expect(data.quick.map((entry) => entry.url)).toEqual(["/inside/buyTktList", "/inside/buyTktLog"]);
  });
});

describe("2.1 error pages", () => {
  it.each([
    ["/403", 403],
    ["/404", 404],
    ["/500", 500],
    ["/user-error", 403],
    ["/cater/403", 403],
    ["/pos/403", 403],
    ["/403.data", 403],
  ])("2.1h 2.3l.1 2.3l.2 %s answers %i", async (path, status) => {
    const { context } = fakeContext();
    expect((await outcome(errorPage(args(context, path)))).status).toBe(status);
  });

  it.each([
    ["of=/manage/parkList", "“景区”"],
    ["of=/manage/parkList/7/edit&right=park:edit", "“景区”中没有“编辑”"],
    ["of=/message", "“消息”"],
  ])("a 403 names the page and the right that were asked for: %s", (query, words) => {
    const { data } = errorPage(args(fakeContext().context, `/403?${query}`));
    expect(JSON.stringify(data)).toContain(words);
  });

  it.each([
    "//evil.example",
    "https://evil.example",
    "javascript:alert(1)",
    "/nosuch<b>",
    "/manage/parkList\u0000",
    "",
  ])("a 403 says nothing of what the menu does not have: %j", (of) => {
    const query = new URLSearchParams({ of, right: "<script>" });
    const { data } = errorPage(args(fakeContext().context, `/403?${query}`));
    expect(data).toMatchObject({ fault: { text: "您的账号没有此页面的权限。如需使用，请联系管理员授权。" } });
    expect(JSON.stringify(data)).not.toMatch(/evil|script|nosuch/);
  });

  it("an unknown address is 404, never an empty page", async () => {
    const failed = await Promise.resolve()
      .then(() => missing(args(fakeContext().context, "/nowhere")))
      .catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(Response);
    expect((failed as Response).status).toBe(404);
  });
});
