import { describe, expect, it } from "vitest";
import { applicationState, canOpen, opensDirectly, windowAddress } from "~/contract/platform/application-window";
import { loadWorkbench } from "~/screens/workbench/load-workbench.server";
import { action } from "~/screens/workbench/open";
import * as workbenchPage from "~/screens/workbench/workbench";
import { editionOf } from "~/shell/outer-links";
import { describedBy, seesDescriptions } from "~/shell/page-description";
import { account, args, fakeContext, functionNode } from "./fake-context";
import { rendered } from "./rendered";

const app = {
  appCode: "report",
  appName: "报表",
  appIcon: "",
  openStatus: 0,
  status: 0,
  appStatus: 1,
  appAuthUrl: "https://report.example.com/enter?x=1",
  tenantNo: "",
  tenantName: "云山",
  productTypeCode: "P1",
  redirectUrl: "",
  appType: "1",
  expirationTime: "",
};
const mall = { ...app, appCode: "mall", status: 2 };
const visitor = { code: "c0de", accountNo: "wangfang", corpCode: "0007" };

describe("4.5 application states", () => {
  it("4.5e the mall: waits for set-up, does not run, runs", () => {
    const labels = [0, 1, 2].map((status) => applicationState({ ...mall, status }).label());
    expect(labels).toEqual(["待初始化", "未运行", "运行中"]);
    expect([0, 1, 2].map((status) => canOpen({ ...mall, status }))).toEqual([false, false, true]);
  });

  it("4.5f others: waits for activation, else normal, expires soon, expired", () => {
    const labels = [1, 2, 3].map((appStatus) => applicationState({ ...app, appStatus }).label());
    expect(labels).toEqual(["正常", "即将到期", "已到期"]);
    expect(applicationState({ ...app, openStatus: 1 }).label()).toBe("待开通");
    expect(canOpen({ ...app, openStatus: 1 })).toBe(false);
    expect(canOpen({ ...app, appStatus: 3 })).toBe(false);
  });

  it("4.5g each state has a colour of its own", () => {
    const all = [
      ...[0, 1, 2].map((status) => ({ ...mall, status })),
      ...[1, 2, 3].map((appStatus) => ({ ...app, appStatus })),
      { ...app, openStatus: 1 },
    ];
    expect(new Set(all.map((one) => applicationState(one).color)).size).toBe(all.length);
  });
});

describe("7 the authorisation-code window", () => {
  const query = (address: string | null) => Object.fromEntries(new URL(address ?? "").searchParams);

  it("7v the mall's carries productCode, productType, code, state and channel", () => {
    expect(query(windowAddress(mall, visitor))).toEqual({
      x: "1",
      productCode: "P1",
      productType: "1",
      code: "c0de",
      state: "userInfo",
      channel: "corpUser",
    });
  });

  it("7w 7x another's carries accountNo, corpCode and orderSource; redirectUrl where it is given", () => {
    const address = windowAddress({ ...app, redirectUrl: "https://report.example.com/a?b=1" }, visitor);
    expect(query(address)).toMatchObject({ accountNo: "wangfang", corpCode: "0007", orderSource: "report" });
    expect(query(address).redirectUrl).toBe("https://report.example.com/a?b=1");
    expect(query(windowAddress(app, visitor))).not.toHaveProperty("redirectUrl");
  });

  it("7z straight to its own address where the flag is set and appType is not 1; never to a script", () => {
    const other = { ...app, appType: "2", redirectUrl: "https://x.example/" };
    expect([
      opensDirectly(other, true),
      opensDirectly(other, false),
      opensDirectly({ ...other, appType: "1" }, true),
    ]).toEqual([true, false, false]);
    expect(opensDirectly({ ...other, redirectUrl: "javascript:alert(1)" }, true)).toBe(false);
    expect(windowAddress({ ...app, appAuthUrl: "javascript:alert(1)" }, visitor)).toBeNull();
  });

  it("7an the console asks for the code and leads on; what is closed stays closed", async () => {
    const lists = {
      corpApplicationDTOList: [app, { ...app, appCode: "old", appStatus: 3 }],
      quickLinkDTOList: [],
      subjectCode: "0001",
    };
    const { context, seen } = fakeContext({
      user: account(),
      answers: { quickLinkList: lists, getAuthCodeByToken: "c0de<" },
    });
    const opened = await action(args(context, "/workbench/open", { app: "report" }));
    const html = await opened.text();
    expect(html).toContain('http-equiv="refresh" content="0;url=https://report.example.com/enter?x=1&amp;code=c0de%3C');
    expect(seen.calls.at(-1)?.payload).toMatchObject({ subjectCode: "0001", productCode: "report" });
    for (const closed of ["old", "nothing"]) {
      const refused = await action(args(context, "/workbench/open", { app: closed }));
      expect([refused.status, (await refused.text()).includes("refresh")]).toEqual([409, false]);
    }
  });
});

describe("6 the workbench link", () => {
  const answers = {
    quickLinkList: {
      corpApplicationDTOList: [{ ...app, appCode: "workbench" }],
      quickLinkDTOList: [],
      subjectCode: "",
    },
  };
  const enter = async (user: object, parameters = { showWordStationLink: "T" }) => {
    const mine = { ...account(), corpCode: "0007", ...user };
    return (await loadWorkbench(fakeContext({ user: mine, answers, parameters }).context, mine)).enter;
  };
  it("6i 6j only outside 0001, for real-name accounts, where showWordStationLink is T", async () => {
    expect(await enter({})).toBe(true);
    expect(await enter({ corpCode: "0001" })).toBe(false);
    expect(await enter({ isRealName: "F" })).toBe(false);
    expect(await enter({}, { showWordStationLink: "F" })).toBe(false);
  });

  it("2.4h 2.4i 2.4j the drawer's page has the way into the workbench, quick links, and applications with all they show", async () => {
    const lists = {
      corpApplicationDTOList: [
        { ...app, appCode: "workbench" },
        { ...app, appIcon: "/images/report.png", expirationTime: "2027-06-01", appStatus: 2 },
      ],
      quickLinkDTOList: [{ id: 4, name: "气象", icon: "/images/sun.png", url: "https://weather.example.com/" }],
      subjectCode: "0007",
    };
    const { html } = await rendered("/workbench", {
      user: { ...account(), corpCode: "0007" },
      parameters: { showWordStationLink: "T" },
      answers: { quickLinkList: lists },
      lite: true,
      routes: { "/workbench": { module: workbenchPage, path: "/workbench", parentId: "shell" } },
    });
    const main = /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? "";
    expect(main).toMatch(/<input type="hidden" name="app" value="workbench"\/?><button[^>]*>进入工作台</);
    expect(main).toMatch(/<a href="https:\/\/weather.example.com\/"[^>]*><img[^>]*src="\/images\/sun.png"[^>]*>气象</);
    const row = /<li class="panel">[\s\S]*?<\/li>/.exec(main)?.[0] ?? "";
    for (const part of ["/images/report.png", "报表", "#d9960b", "即将到期", "2027-06-01", "云山"])
      expect(row).toContain(part);
    expect(main.match(/<li class="panel">/g)).toHaveLength(1);
  });

  it("8d a call that does not succeed leaves the drawer empty", async () => {
    const { context } = fakeContext({ user: account() });
    expect(await loadWorkbench(context, account())).toEqual({ enter: false, links: [], applications: [] });
  });
});

describe("1 the top bar's links", () => {
  const parameters = {
    isSaasEdition: "T",
    userCenterUrl: "https://user.example.com",
    userCenterTestUrl: "https://user-test.example.com",
    productionOrigin: "https://console.example.com",
    workbenchFlag: "T",
  };
  it("1j 6f the data centre: in the SaaS edition for 0001 alone", () => {
    expect(editionOf(parameters, "0001", "x").dataCentre).toBe(true);
    expect(editionOf(parameters, "0007", "x").dataCentre).toBe(false);
    expect(editionOf({ ...parameters, isSaasEdition: "F" }, "0001", "x").dataCentre).toBe(false);
  });
  it("1l the user centre's host depends on whether the page is at the production origin", () => {
    expect(editionOf(parameters, "0001", "console.example.com").userCentre).toBe("https://user.example.com");
    expect(editionOf(parameters, "0001", "localhost:3000").userCentre).toBe("https://user-test.example.com");
    expect(editionOf({ ...parameters, userCenterTestUrl: "javascript:x" }, "0001", "localhost").userCentre).toBe("");
  });
  it("2.4b 6g the workbench button: in the SaaS top bar, where the flag equals T", () => {
    expect(editionOf(parameters, "0007", "x").workbench).toBe(true);
    expect(editionOf({ ...parameters, workbenchFlag: "F" }, "0007", "x").workbench).toBe(false);
    expect(editionOf({ ...parameters, isSaasEdition: "F" }, "0007", "x").workbench).toBe(false);
  });
});

describe("2.4 the page description", () => {
  it("2.4g 6h for account type 11 or corp 0001", () => {
    const sees = (accType: string, corpCode: string) => seesDescriptions({ accType, corpCode });
    expect([sees("11", "0007"), sees("1", "0001"), sees("1", "0007")]).toEqual([true, true, false]);
  });
  it("2.6b where useFlag is T and the description is an image of this console", () => {
    const node = (useFlag: "T" | "F", description: string) =>
      describedBy(functionNode({ id: 1, funUrl: "/a?b=1", useFlag, description }));
    expect(node("T", "/help/a.svg")).toBe("/a");
    expect([node("F", "/help/a.svg"), node("T", "//evil.example/a.svg"), node("T", "text")]).toEqual(["", "", ""]);
  });
});
