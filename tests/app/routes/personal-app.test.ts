/** Personal apps: the view of the menu code, with the app's id and isShowScene. */
import { expect, test } from "vitest";
import { personalAppAt } from "~/screens/function/personal-app.server";
import { account, fakeContext } from "../shell/fake-context";
import { rendered } from "../shell/rendered";

const apps = [
  { id: 4, menuCode: "parkList", menuName: "我的景区", isShowScene: "T" },
  { id: 5, menuCode: "map", menuName: "地图", isShowScene: "F" },
];
const at = (path: string, list: unknown = apps) =>
  personalAppAt(fakeContext({ user: account(), answers: { getSysSpecialMenuInfoList: list } }).context, path);

test("2.2m 3g /personalApp/{menuCode} shows the view of the code, with query id and isShowScene", async () => {
  expect(await at("/personalApp/parkList")).toEqual({
    name: "我的景区",
    page: "/manage/parkList?id=4&isShowScene=T",
    address: null,
  });
  expect(await at("/personalApp/map")).toEqual({ name: "地图", page: null, address: null });
});

test("2.2m an app that the corp does not have is not found", async () => {
  expect(await at("/personalApp/theirs")).toBeNull();
  expect(await at("/personalApp/parkList/7")).toBeNull();
  expect(await at("/manage/parkList")).toBeNull();
});

test("7h 8d a list that cannot be had is silent: there is no such app", async () => {
  const { context } = fakeContext({ user: account() });
  expect(await personalAppAt(context, "/personalApp/parkList")).toBeNull();
});

test("2.2m a code without a screen says so", async () => {
  const answers = { getSysSpecialMenuInfoList: apps };
  const { status, html } = await rendered("/personalApp/map", { user: account(), answers });
  expect(status).toBe(404);
  expect(html).toContain("功能编码 map 没有对应的页面");
});

test("2.3i.1 2.2m an entry of an application is shown in a frame, from an origin that the deployment allows", async () => {
  const answers = {
    getSysSpecialMenuInfoList: apps,
    personalAppPage: { name: "地图", url: "https://map.example.com/park?id=5&isShowScene=F" },
  };
  const at = (origins: string[]) =>
    rendered("/personalApp/map", { user: account(), answers, frames: { origins, microFrontends: {} } });
  const allowed = await at(["https://map.example.com"]);
  expect(allowed.status).toBe(200);
  expect(allowed.html).toContain("https://map.example.com/park?id=5");
  expect((await at([])).status).toBe(403);
});
