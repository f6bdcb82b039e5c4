import { describe, expect, it, vi } from "vitest";
import { findFunctionRoute, frameAddress, functionRoutes } from "~/contract/function-route";
import { m } from "~/contract/messages";
import { localeStorage } from "~/i18n/locale.server";
import { menuGroups } from "~/shell/menu";
import { closed, opened, placeAfter, shownTabs, tabOf } from "~/shell/tabs";
import { action, loader } from "~/shell/tabs-action";
import { account, args, failure, fakeContext, functionNode, outcome } from "./fake-context";
import { rendered } from "./rendered";
import { emptyShellState } from "./shell-state";

const entry = (name: string, url: string) => ({ name, url });
const groups = [
  {
    name: "票务",
    icon: "ticket",
    entries: [
      entry("景区", "/manage/parkList"),
      entry("票种", "/ticket/ticketList"),
      entry("物品", "/manage/parkList/items"),
    ],
  },
  {
    name: "停车",
    icon: "dot",
    entries: [
      entry("停车配置", "/basicConfiguration?sysBusType=17"),
      entry("平台配置", "/basicConfiguration?sysBusType=18"),
    ],
  },
];
const page = (pathname: string, search = "", title = "标题") => ({ pathname, search, title });
const tab = (path: string, address = path) => ({ path, address, title: path, starable: false });

describe("4.3 which tab a page belongs to", () => {
  it("4.3 a menu page, and what lies below it, is the function's tab under the function's name", () => {
    expect(tabOf(groups, page("/manage/parkList", "?name=x"))).toEqual({
      path: "/manage/parkList",
      address: "/manage/parkList?name=x",
      title: "景区",
      starable: true,
    });
    expect(tabOf(groups, page("/manage/parkList/1/edit")).path).toBe("/manage/parkList");
    expect(tabOf(groups, page("/manage/parkList/items/2")).title).toBe("物品");
  });

  it("2.3 sysBusType sets the tab's title, and the path stays one tab", () => {
    const first = tabOf(groups, page("/basicConfiguration", "?sysBusType=17"));
    const second = tabOf(groups, page("/basicConfiguration", "?sysBusType=18"));
    expect([first.title, second.title]).toEqual(["停车配置", "平台配置"]);
    expect(opened(opened([], first), second)).toEqual([second]);
  });

  it("3m a tab knows its path, name, title and query; its function's route the id, open way, outer link and report address", () => {
    const nodes = [
      functionNode({
        id: 31,
        funName: "日报",
        funUrl: "/report/daily?year=2026",
        funCode: "daily",
        openType: "_blank",
        outerChain: "https://report.example.com/daily",
      }),
    ];
    const report = tabOf(menuGroups(nodes, "其他"), page("/report/daily", "?year=2026&month=3"));
    expect(report).toEqual({
      path: "/report/daily",
      title: "日报",
      address: "/report/daily?year=2026&month=3",
      starable: true,
    });
    const asked = new URL(report.address, "http://x").searchParams;
    const route = findFunctionRoute(functionRoutes(nodes), report.path, asked);
    expect(route).toMatchObject({ id: 31, openWay: "frame", outerChain: "https://report.example.com/daily" });
    expect(route && frameAddress(route, false)).toBe("https://report.example.com/daily");
  });

  it("2.5c a page without a function has its own tab, its own title and no star", () => {
    expect(tabOf(groups, page("/offlineOrderDetail", "?id=3", "订单 3"))).toEqual({
      path: "/offlineOrderDetail",
      address: "/offlineOrderDetail?id=3",
      title: "订单 3",
      starable: false,
    });
    expect(tabOf(groups, page("/index")).starable).toBe(false);
  });
});

describe("4.3 opening and closing", () => {
  it("4.3a 4.3b adds once, then updates place and title; the first tab is not among the others", () => {
    const tabs = opened(opened([tab("/a")], tab("/b")), { ...tab("/a", "/a?2"), title: "新" });
    expect(tabs.map(({ path, title }) => [path, title])).toEqual([
      ["/a", "新"],
      ["/b", "/b"],
    ]);
    expect(opened(tabs, tab("/index"))).toEqual(tabs);
  });

  it("4.3d 4.3e close all keeps the first tab, close others the first and the current one", () => {
    const tabs = ["/a", "/b", "/c"].map((path) => tab(path));
    const paths = (which: "one" | "others" | "all") => closed(tabs, { which, path: "/b" }).map(({ path }) => path);
    expect(paths("one")).toEqual(["/a", "/c"]);
    expect(paths("others")).toEqual(["/b"]);
    expect(paths("all")).toEqual([]);
  });

  it("4.3c closing what one looks at leads to the last tab, else to home; closing another leads nowhere", () => {
    const tabs = [tab("/a"), tab("/c", "/c?page=2")];
    expect(placeAfter(tabs, "/b")).toBe("/c?page=2");
    expect(placeAfter([], "/b")).toBe("/index");
    expect(placeAfter(tabs, "/a")).toBeNull();
    expect(placeAfter([], "/index")).toBeNull();
  });

  it("2.5 a tab of a function that was taken away keeps its place without a star", () => {
    const [lost] = shownTabs(groups, [{ path: "/gone", address: "/gone", title: "" }]);
    expect(lost).toEqual({ path: "/gone", address: "/gone", title: "/gone", starable: false });
  });
});

describe("2.5 POST /tabs", () => {
  const user = account([functionNode({ id: 5, funName: "景区", funUrl: "/manage/parkList", funCode: "parkList" })]);
  const pressed = async (form: Record<string, string>, answers: Record<string, unknown>) => {
    const { context, seen } = fakeContext({ user, answers });
    const run = action(args(context, "/tabs", form));
    return { answer: await outcome(run), seen };
  };

  it("2.5a 4.3c closes and leads to the last tab that is left", async () => {
    const closeTabs = [{ path: "/a", address: "/a?x=1", title: "" }];
    const { answer, seen } = await pressed({ close: "/b", here: "/b", to: "/b?y=1" }, { closeTabs });
    expect(answer).toMatchObject({ status: 303, location: "/a?x=1" });
    expect(seen.calls).toEqual([{ method: "closeTabs", payload: { which: "one", path: "/b" } }]);
    expect((await pressed({ close: "/c", here: "/a", to: "/a?x=1" }, { closeTabs })).answer.location).toBe("/a?x=1");
    expect((await pressed({ close: "all", here: "/b" }, { closeTabs: [] })).answer.location).toBe("/index");
    expect((await pressed({ close: "/b", here: "/b", quiet: "1" }, { closeTabs })).answer.status).toBe(204);
  });

  it("2.5b 7q the star saves a favourite by the function's id, says so, and refuses what was not granted", async () => {
    const { answer, seen } = await pressed(
      { star: "/manage/parkList", to: "/manage/parkList?page=2" },
      { saveUserCommonFun: { collected: true } },
    );
    expect(answer).toMatchObject({ status: 303, location: "/manage/parkList?page=2" });
    expect(seen.flash).toEqual(["bookmarked"]);
    expect(seen.calls[0]).toEqual({ method: "saveUserCommonFun", payload: { funId: 5, funName: "景区", accId: 7 } });
    expect((await pressed({ star: "/secret" }, {})).answer.status).toBe(404);
  });

  it("8n a favourite that cannot be saved is only logged: no notice, no error, the star as it was", async () => {
    const log = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const answers = { saveUserCommonFun: failure("failed", "库存不足") };
    const form = { star: "/manage/parkList", to: "/manage/parkList" };
    const { answer, seen } = await pressed(form, answers);
    expect(answer).toMatchObject({ status: 303, location: "/manage/parkList" });
    expect(seen.flash).toEqual([]);
    const { context } = fakeContext({ user, answers });
    const quiet = await action(args(context, "/tabs", { ...form, quiet: "1" }));
    expect(await quiet.json()).toEqual({ collected: null });
    expect(log).toHaveBeenCalledTimes(2);
    log.mockRestore();
    // An ended session is not hidden by it.
    await expect(pressed(form, { saveUserCommonFun: failure("signedOut", "") })).rejects.toThrow();
  });

  it("8n 7q the success message is the specification's", async () => {
    expect(localeStorage.run("en", () => m.flash_bookmarked())).toBe("menu function bookmarked");
  });

  it("2.5 nonsense is refused and leads nowhere else", async () => {
    expect((await pressed({}, {})).answer.status).toBe(400);
    expect((await pressed({ close: "//evil.example" }, {})).answer.status).toBe(400);
    const { answer } = await pressed(
      { close: "/a", here: "/b", to: "//evil.example" },
      { closeTabs: [{ path: "/b", address: "/b", title: "" }] },
    );
    expect(answer.location).toBe("/index");
    expect((await outcome(loader())).location).toBe("/index");
  });
});

describe("2.5 the strip on the page", () => {
  const user = account([
    functionNode({ id: 1, funName: "票务" }),
    functionNode({ id: 5, parentId: 1, funName: "景区", funUrl: "/manage/parkList", funCode: "parkList" }),
  ]);
  const answers = {
    getSysInfo: { sysName: "云山", logoImg: "", menuImg: "", returnUrl: "" },
    shellState: {
      ...emptyShellState,
      tabs: [
        { path: "/manage/parkList", address: "/manage/parkList?page=2", title: "" },
        { path: "/offlineOrderDetail", address: "/offlineOrderDetail?id=1", title: "订单" },
      ],
      favourites: [5],
    },
  };

  it("2.5a 2.5b 2.5c 2.5e shows each tab with its close button; which is shown; the star, lit for a favourite, only where there is a function", async () => {
    const { html } = await rendered("/index", { user, answers, lite: true });
    expect(html).toContain('href="/manage/parkList?page=2"');
    expect(html.match(/name="star"/g)).toHaveLength(1);
    expect(html).toContain('aria-pressed="true" aria-label="取消收藏 景区"');
    expect(html.match(/name="close" value="\//g)).toHaveLength(2);
    expect(html).toMatch(/<a[^>]*aria-current="page"[^>]*href="\/index"|<a[^>]*href="\/index"[^>]*aria-current="page"/);
    expect(html).toContain("关闭其他");
  });

  it("2.5 a missing page opens no tab", async () => {
    const { html } = await rendered("/no/such", { user, answers, lite: true });
    expect(html).not.toContain('name="close" value="/no/such"');
  });
});
