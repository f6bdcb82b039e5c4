/** Routes from the function list: which functions make one, and what it keeps. */
import { describe, expect, test } from "vitest";
import { findFunctionRoute, frameAddress, functionRoutes, screenAddress } from "~/contract/function-route";
import { titleOf, titlesOf } from "~/contract/function-title";
import { functionTree } from "~/contract/function-tree";
import { functionViews } from "~/contract/function-views";
import { isKept } from "~/contract/paths";
import { menuGroups } from "~/shell/menu";
import { functionNode } from "../shell/fake-context";

const report = functionNode({
  id: 31,
  parentId: 3,
  parentIds: "0,3",
  funName: "日报",
  funUrl: "/report/daily?year=2026",
  funCode: "daily",
  openType: "_blank",
  outerChain: "https://report.example.com/daily",
  cloudFunUrl: "https://cloud.example.com/daily",
});

const routeOf = (node: Partial<typeof report>) => functionRoutes([{ ...report, ...node }])[0];

describe("a function becomes a route", () => {
  test("2.2b 2.2c with an address, a code and no function below it", () => {
    const paths = functionRoutes([
      functionNode({ id: 3, funName: "报表", funUrl: "/report", funCode: "reports" }),
      report,
      functionNode({ id: 32, parentId: 3, funName: "无编码", funUrl: "/report/nameless" }),
      functionNode({ id: 33, parentId: 3, funName: "外部", funUrl: "/outer/site", openType: "2" }),
      functionNode({ id: 34, parentId: 3, funName: "无地址", funCode: "nowhere" }),
      functionNode({ id: 35, parentId: 3, funName: "别处", funUrl: "//evil.example.com/x", funCode: "elsewhere" }),
    ]).map(({ path }) => path);
    expect(paths).toEqual(["/report/daily", "/outer/site"]);
  });

  test("2.2d 2.2e 2.2f its path has no query; title, ids, query, open way and addresses are kept", () => {
    expect(routeOf({})).toEqual({
      id: 31,
      parentIds: "0,3",
      path: "/report/daily",
      query: "year=2026",
      titles: ["日报", "日报"],
      openWay: "frame",
      outerChain: "https://report.example.com/daily",
      cloudFunUrl: "https://cloud.example.com/daily",
      view: "daily",
      screen: null,
    });
  });

  test("2.2h 2.2i 2.2j 2.2k the open type chooses frame, outer page, or the view of the code or of the id", () => {
    const ways = ["_blank", "2", "9", "1", ""].map((openType) => routeOf({ openType }));
    expect(ways.map((route) => route?.openWay)).toEqual(["frame", "embedded", "view", "view", "view"]);
    expect(ways.map((route) => route?.view)).toEqual(["daily", "daily", "31", "daily", "daily"]);
  });

  test("2.2l a title may be a list: the second entry is for an address with query parameters", () => {
    const titles = titlesOf('["新建年卡","编辑年卡"]');
    expect([titleOf(titles, false), titleOf(titles, true)]).toEqual(["新建年卡", "编辑年卡"]);
    expect(titlesOf('["只有一个"]')).toEqual(["只有一个", "只有一个"]);
    expect(titlesOf("[方括号")).toEqual(["[方括号", "[方括号"]);
  });
});

describe("a page and its function", () => {
  const routes = functionRoutes([
    functionNode({ id: 1, funUrl: "/basic?type=17", funCode: "parking", funName: "停车" }),
    functionNode({ id: 2, funUrl: "/basic?type=18", funCode: "mobile", funName: "移动" }),
  ]);
  const found = (address: string) => {
    const url = new URL(address, "http://console");
    return findFunctionRoute(routes, url.pathname, url.searchParams)?.id;
  };

  test("2.2f of several at one path the query decides", () => {
    expect([found("/basic?type=18&page=2"), found("/basic?type=17"), found("/basic"), found("/other")]).toEqual([
      2,
      1,
      1,
      undefined,
    ]);
  });

  test("2.2i 2.2j the screen of a code is found wherever the menu hangs it, with the query string", () => {
    const park = routeOf({ funCode: "parkList", openType: "1", funUrl: "/my/parks?status=T" });
    expect(park?.screen).toBe("/manage/parkList");
    expect(park && screenAddress(park, new URLSearchParams("page=2"))).toBe("/manage/parkList?status=T&page=2");
    const nine = routeOf({ funCode: "parkList", openType: "9", funUrl: "/my/parks" });
    expect(nine && screenAddress(nine, new URLSearchParams())).toBe("/manage/parkList?fun=31");
  });

  test("1v the cloud function's address takes the place of the outer one where isReplaceReportUrl says so", () => {
    expect(frameAddress(report, false)).toBe(report.outerChain);
    expect(frameAddress(report, true)).toBe(report.cloudFunUrl);
    expect(frameAddress({ outerChain: "", cloudFunUrl: "https://c.example.com" }, false)).toBe("https://c.example.com");
    expect(frameAddress({ outerChain: "https://o.example.com", cloudFunUrl: "" }, true)).toBe("https://o.example.com");
  });
});

test("2.2i every function that is switched on is shown at its own address or by the view of its code", () => {
  const entries = functionTree.flatMap((group) => group.entries).filter((entry) => entry.built && entry.code !== "");
  expect(entries.filter(({ code, url }) => functionViews[code] !== url.split("?")[0])).toEqual([]);
});

describe("the menu", () => {
  const group = (functions: Parameters<typeof menuGroups>[0], openNew = false) =>
    menuGroups(functions, "其他", openNew)[0];

  test("2.6c open type _blank opens a new window where isOpenNewPage is T", () => {
    expect(group([report], true)?.entries).toEqual([{ name: "日报", url: "/report/daily?year=2026", blank: true }]);
    expect(group([report])?.entries[0]?.blank).toBeUndefined();
    expect(group([{ ...report, openType: "1" }], true)?.entries[0]?.blank).toBeUndefined();
  });

  test("2.6d an item titled Workbench goes to /index, whatever its address", () => {
    const urls = ["Workbench", "工作台"].map((funName) => group([{ ...report, funName }])?.entries[0]?.url);
    expect(urls).toEqual(["/index", "/index"]);
  });

  test("2.2l a listed title shows its first entry", () => {
    expect(group([{ ...report, funName: '["年卡","编辑年卡"]' }])?.entries[0]?.name).toBe("年卡");
  });
});

describe("kept pages", () => {
  test("2.6h.1 below the functions 2 and 3", () => {
    expect(isKept("/manage/parkList", "0,2,300")).toBe(true);
    expect(isKept("/corp/userManage", "0,3,1500")).toBe(true);
    expect(isKept("/index", "0,100")).toBe(false);
    expect(isKept("/manage/parkList", "0,12,23")).toBe(false);
  });

  test("2.6h.2 /sysRole/list, wherever it stands", () => {
    expect(isKept("/sysRole/list", "")).toBe(true);
    expect(isKept("/sysRole/lists", "")).toBe(false);
  });

  const isNotKept = (path: string) => expect(isKept(path, "0,2")).toBe(false);
  test("2.6i.1 2.3z.4 offline pages are not", () => isNotKept("/offline/orders"));
  test("2.6i.2 2.3z.1 nor those of /wq", () => isNotKept("/report/wq/one"));
  test("2.6i.3 2.3z.2 nor those of /vehicle", () => isNotKept("/vehicle/list"));
  test("2.6i.4 2.3z.3 nor those of /qynk", () => isNotKept("/qynk/home"));
});
